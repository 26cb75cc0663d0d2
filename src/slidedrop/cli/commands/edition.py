"""`slidedrop edition NAME ...`: an assignment's own interface with its own arguments."""

import sys

import click


@click.command(
    "edition", context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}
)
@click.argument("name", required=False)
@click.pass_context
def command(ctx: click.Context, name: str | None) -> None:
    """Run the interface that an assignment describes, under its own names.

    NAME is psa3, mis, a07, swipe or adt. The arguments after it are the assignment's own.

    $ slidedrop edition psa3 -s 5 -o my.board
    $ slidedrop edition mis
    $ slidedrop edition swipe START.txt
    $ slidedrop edition adt
    """
    from slidedrop.editions import EDITIONS, run

    if name in {None, "--help", "-h"}:
        click.echo(ctx.get_help())
        return
    if name not in EDITIONS:
        from slidedrop.cli.errors import unknown

        raise click.UsageError(unknown("edition", str(name), list(EDITIONS)))
    ctx.exit(run(str(name), ctx.args, sys.stdin, sys.stdout))
