"""The option that names a data folder, for all commands that work on one."""

from pathlib import Path

import click
from platformdirs import user_data_path

data_dir = click.option(
    "--data-dir",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=lambda: user_data_path("dealer-station", appauthor=False),
    help="The data folder of the station.  [default: that of this account]",
)
