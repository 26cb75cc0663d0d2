"""Install system packages for checks and tests: three browsers, node and npm, PostgreSQL and nginx.

    python tools/system_packages.py [PACKAGE ...]          all of them, or only these

As root on a Debian system it installs them. Otherwise it prints the command to run, and tests that need a missing
package are skipped (with CI=true they fail).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAMS = {
    "chromium-headless-shell": ("chromium-headless-shell",),
    "firefox-esr": ("firefox-esr", "firefox"),
    "nginx": ("nginx", "/usr/sbin/nginx"),
    "nodejs": ("node", "nodejs"),
    "npm": ("npm",),
    "webkit2gtk-driver": ("WebKitWebDriver",),
    "xauth": ("xauth",),
    "xvfb": ("xvfb-run",),
    "postgresql": ("initdb", *map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb"))),
}
"""Each package with its programs; one of them is enough.

The tests also run in the full Chromium, which needs twice the CPU.
"""


def missing(wanted: list[str]) -> list[str]:
    """Return the packages whose programs are missing."""
    return [package for package in wanted or PROGRAMS if not any(map(shutil.which, PROGRAMS[package]))]


def main(wanted: list[str]) -> None:
    """Install the missing packages, or print the command; without names, check all packages."""
    packages = missing(wanted)
    if not packages:
        return
    command = f"apt-get update -q && apt-get install -y -q {' '.join(packages)}"
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {' and '.join(packages)} ...", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["sh", "-c", command], check=False, env=environment, stdout=subprocess.DEVNULL)
    else:
        print(f"Checks and tests need {' and '.join(packages)}; to install: sudo sh -c '{command}'")


if __name__ == "__main__":
    main(sys.argv[1:])
