"""`python -m slidedrop.editions.adt` plays the assignment's dialogue."""

import sys

from slidedrop import editions

if __name__ == "__main__":
    sys.exit(editions.run("adt", sys.argv[1:], sys.stdin, sys.stdout))
