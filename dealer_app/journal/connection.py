"""A connection to a database that may be damaged: whatever SQLite says of it is an error of SQLite."""

import sqlite3
from typing import Any

_SCHEMA = "malformed database schema"


class Connection(sqlite3.Connection):
    """SQLite names the table it cannot make out. Where that name is no text, Python complains of the name alone."""

    def execute(self, *words: Any) -> sqlite3.Cursor:
        """As the base class does it. Raises sqlite3.DatabaseError for what cannot be made out, and nothing else."""
        try:
            return super().execute(*words)
        except UnicodeDecodeError as problem:
            raise sqlite3.DatabaseError(_SCHEMA) from problem

    def executemany(self, *words: Any) -> sqlite3.Cursor:
        """As `execute`."""
        try:
            return super().executemany(*words)
        except UnicodeDecodeError as problem:
            raise sqlite3.DatabaseError(_SCHEMA) from problem
