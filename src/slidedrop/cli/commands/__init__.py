"""The commands of `slidedrop`, one file each, imported only when it is called."""
