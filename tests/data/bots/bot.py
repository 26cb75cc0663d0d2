"""A bot in Python by the line protocol: the first legal column from the middle; --fault makes it misbehave."""

import os
import sys
import time

fault = sys.argv[1] if len(sys.argv) > 1 else ""
rows = []
for line in sys.stdin:
    verb, *words = line.split()
    if verb == "game":
        print("ready")
    elif verb == "position":
        rows = words[0].split("/")
    elif verb == "go":
        if fault == "crash":
            sys.exit(3)
        if fault == "hang":
            time.sleep(60)
        if fault == "flood":
            while True:
                print("info " + "x" * 200, flush=True)
        if fault == "illegal":
            print("bestmove 99", flush=True)
            continue
        if fault == "nonsense":
            print("bestmove \x00?", flush=True)
            continue
        width = len(rows[0])
        free = [c for c in range(width) if rows[0][c] == "."]
        print("info pid", os.getpid())
        print("bestmove", 1 + min(free, key=lambda c: abs(2 * c - width + 1)))
    elif verb == "quit":
        break
    sys.stdout.flush()
