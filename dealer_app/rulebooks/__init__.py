"""Reads the approved documents' files into frozen rulebooks, checked whole before anything is used.

A faulty file never yields half a rulebook: all its faults are reported at once, each with file and key.
"""

from dealer_app.rulebooks.loader import (
    GAMES,
    RulebookFaultsError,
    load_rulebook,
    read_rulebook_file,
    read_rulebook_tables,
    read_rulebook_text,
    require_layout,
)

__all__ = [
    "GAMES",
    "RulebookFaultsError",
    "load_rulebook",
    "read_rulebook_file",
    "read_rulebook_tables",
    "read_rulebook_text",
    "require_layout",
]
