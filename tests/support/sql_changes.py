"""Statements that are given to the database of a journal by hand, as by somebody who has the file and knows SQLite."""

import sqlite3
from pathlib import Path

from dealer_app.journal.reader import DATABASE


def by_hand(folder: Path, *statements: str) -> int:
    """Each by itself, and durable. How many rows they changed."""
    connection = sqlite3.connect(folder / DATABASE, isolation_level=None)
    try:
        for statement in statements:
            connection.execute(statement)
        return connection.total_changes
    finally:
        connection.close()
