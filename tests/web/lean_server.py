"""A server without workers that a test can kill: `python lean_server.py PORT DATABASE`.

It uses the default limits and trusts the client addresses of proxies on loopback.
"""

from __future__ import annotations

import sys

from slidedrop.web.app import Settings, build
from slidedrop.web.http.proxies import Proxies
from slidedrop.web.http.rate_limits import Limits
from slidedrop.web.server import Server, open_listener
from slidedrop.web.store.at import store_at

if __name__ == "__main__":
    settings = Settings(proxies=Proxies(("127.0.0.1",)), limits=Limits().share(2), warm=False)
    with open_listener("127.0.0.1", int(sys.argv[1])) as listener:
        Server(build(store_at(sys.argv[2]), settings)).run([listener])
