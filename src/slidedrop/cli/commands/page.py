"""`slidedrop page`: export the page as static files."""

from pathlib import Path

import click

from slidedrop.core.errors import RecordError
from slidedrop.web.site import STATIC, write_site


@click.command("page")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def command(folder: Path) -> None:
    """Write the page to a folder, for any file server.

    Both games, opponents, hints, values and reviews work there, also offline once the page was opened. Links between
    devices need `slidedrop serve`. Files of an older version are replaced.

    $ slidedrop page public
    $ python3 -m http.server -d public
    """
    if not STATIC.is_dir():
        raise RecordError(f"the page's files are missing from this installation ({STATIC}); install slidedrop again")
    count = write_site(folder)
    click.echo(f"{count} files are in {folder}. Serve that folder, for example: python3 -m http.server -d {folder}")
