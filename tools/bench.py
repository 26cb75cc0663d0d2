"""Run all benchmarks one after the other: `python tools/bench.py [--data FOLDER] [NAME ...]`."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
BENCHES = ROOT / "benchmarks"


def main() -> int:
    """Run the named benchmarks, or all; return the exit code of the first that failed."""
    parser = argparse.ArgumentParser(description="Measure what docs/explanation/performance.md reports.")
    parser.add_argument("--data", type=Path, help="a folder with positions of your own")
    parser.add_argument("names", nargs="*", help="parts of the names of the benches to run")
    options = parser.parse_args()
    environment = {**os.environ, "SLIDEDROP_BENCH_DATA": str(options.data or ""), "PYTHONPATH": str(ROOT)}
    for path in sorted(BENCHES.glob("bench_*.py")):
        if not options.names or any(name in path.stem for name in options.names):
            print(f"== {path.stem} ==", flush=True)
            result = subprocess.run([sys.executable, str(path)], check=False, env=environment)
            if result.returncode:
                return result.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
