"""Tests that systemd and nginx accept the bundled configuration files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from tests.web.postgres import free_port, missing_program

DEPLOY: Final = Path(__file__).parents[2] / "deploy"


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    missing_program("systemd", program)
    unit = tmp_path / "slidedrop@8048.service"
    unit.write_text((DEPLOY / "slidedrop@.service").read_text().replace("/opt/slidedrop/bin/slidedrop", "/bin/true"))
    found = subprocess.run([str(program), "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")


def test_the_unit_loads_the_password_as_credential_and_limits_memory() -> None:
    unit = (DEPLOY / "slidedrop@.service").read_text()
    settings = [line for line in unit.splitlines() if not line.startswith("#")]
    assert "LoadCredential=pgpass:/etc/slidedrop/pgpass" in settings
    assert any(line.startswith("MemoryMax=") for line in settings)
    assert not any("PASSWORD" in line for line in settings)


def test_nginx_accepts_the_configuration(tmp_path: Path) -> None:
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    missing_program("nginx", program)
    config = tmp_path / "nginx.conf"
    places = f"client_body_temp_path {tmp_path}/body; proxy_temp_path {tmp_path}/proxy;"
    ours = (DEPLOY / "nginx.conf").read_text().replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    config.write_text(f"pid {tmp_path}/pid; events {{}} http {{ access_log off; {places}\n{ours}\n}}")
    tried = [str(program), "-t", "-p", str(tmp_path), "-e", str(tmp_path / "log"), "-c", str(config)]
    found = subprocess.run(tried, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    for limit in ("limit_conn slidedrop_connections", "limit_req zone=slidedrop_requests"):
        assert limit in ours
