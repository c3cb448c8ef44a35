"""The `dealer-station` command. Each group of commands has a file of its own, imported only when it is asked for."""

from importlib import import_module

import click

from dealer_app.loading import loading

_COMMANDS = {
    "audit": "Judge rounds kept as JSON lines.",
    "clauses": "Which clause is tested where.",
    "devices": "Shoes and tumblers: list, probe, monitor, simulate.",
    "folder": "The data folder: secure it, its head, a second place for that, backups.",
    "journal": "The record: verify, recall, search, export, stats, backup, restore.",
    "layouts": "The painted layouts: export, check an artwork.",
    "odds": "Exact odds and house edge of every bet.",
    "people": "Who works at a station: add, list, disable, PINs, locks.",
    "play": "Rounds in the terminal, through the guide.",
    "rulebooks": "The approved documents as the station has them.",
    "run": "The station itself, on its data folder.",
}
"""Name and one-line help; the command itself is `command` in the file of that name."""


class _Station(click.Group):
    """Lists all commands without importing them, so that each starts as fast as if it were alone."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        with loading():
            found = import_module(f"dealer_app.cli.{cmd_name}").command
        assert isinstance(found, click.Command), cmd_name
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.group(cls=_Station, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="dealer-station", prog_name="dealer-station")
def main() -> None:
    """The dealer station: live casino tables, run exactly by their approved rules."""
