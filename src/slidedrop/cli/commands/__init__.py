"""The commands of `slidedrop`: one file each, imported when it is called."""
