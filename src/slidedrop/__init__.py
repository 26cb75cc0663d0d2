"""2048 and Connect-4, done once and done properly."""

from slidedrop.version import __version__

__all__ = ["__version__"]
