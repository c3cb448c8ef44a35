"""The database of the bare pipelines: one table, and each row of it durable when it is written.

Its log has been as long before, as the station's has, so that neither waits for a file to grow.
"""

import sqlite3
from pathlib import Path


def bare_database(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("CREATE TABLE room (filler BLOB)")
    connection.execute("INSERT INTO room VALUES (zeroblob(2097152))")
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    connection.execute("CREATE TABLE card (sequence INTEGER PRIMARY KEY, said TEXT NOT NULL)")
    return connection


def insert(connection: sqlite3.Connection, said: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO card (said) VALUES (?)", (said,))
    connection.execute("COMMIT")
