"""All commands that there are, for who lists or names them and decides nothing."""

from dealer_app.domain.round import commands, mending_commands, table_commands
from dealer_app.domain.round.command import Command

EVERY_COMMAND: tuple[type[Command], ...] = tuple(
    found
    for module in (commands, mending_commands, table_commands)
    for found in tuple(vars(module).values())
    if isinstance(found, type) and issubclass(found, Command) and found.__module__ == module.__name__
)
"""`decide` knows what each comes to."""
