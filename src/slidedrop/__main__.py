"""`python -m slidedrop` is the same as `slidedrop`."""

from slidedrop.cli.main import main

if __name__ == "__main__":
    main()
