"""The `dealer-station` command: each group of commands has a file of its own, and is gathered here."""

import click

from dealer_app.cli import (
    audit,
    clauses,
    data_folder,
    devices,
    journal,
    layouts,
    odds,
    people,
    play,
    practice,
    report,
    rulebooks,
    run,
)

_COMMANDS = (
    audit,
    clauses,
    devices,
    data_folder,
    journal,
    layouts,
    odds,
    people,
    play,
    practice,
    report,
    rulebooks,
    run,
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dealer-station", prog_name="dealer-station")
def main() -> None:
    """The dealer station: live casino tables, run exactly by their approved rules."""


for _each in _COMMANDS:
    main.add_command(_each.command)
