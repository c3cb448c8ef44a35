"""The option that names a data folder, for all commands that work on one."""

from pathlib import Path

import click
from platformdirs import user_data_path


def _of_this_account() -> Path:
    return user_data_path("dealer-station", appauthor=False)


data_dir = click.option(
    "--data-dir",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=_of_this_account,
    help="The data folder of the station.  [default: that of this account]",
)
