"""Reads the approved documents' files into frozen rulebooks, checked whole before anything is used.

A faulty file never yields half a rulebook: all its faults are reported at once, each with file and key.
"""

from dealer_app.documents import GAMES
from dealer_app.rulebooks.finding import layout_of
from dealer_app.rulebooks.reading import RulebookFaultsError, approved, read_file, read_tables, read_text

__all__ = ["GAMES", "RulebookFaultsError", "approved", "layout_of", "read_file", "read_tables", "read_text"]
