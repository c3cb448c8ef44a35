"""Reads the approved documents' files into frozen rulebooks, checked whole before anything is used.

A faulty file never yields half a rulebook: all its faults are reported at once, each with file and key.
"""

import sys
from typing import TYPE_CHECKING

from dealer_app.documents import GAMES
from dealer_app.loading import OnDemand

if TYPE_CHECKING:
    from dealer_app.rulebooks.finding import layout_of
    from dealer_app.rulebooks.reading import RulebookFaultsError, approved, read_file, read_tables, read_text

__all__ = ["GAMES", "RulebookFaultsError", "approved", "layout_of", "read_file", "read_tables", "read_text"]

HOMES = {
    "RulebookFaultsError": "reading",
    "approved": "reading",
    "layout_of": "finding",
    "read_file": "reading",
    "read_tables": "reading",
    "read_text": "reading",
}
"""Which part lives where: each is loaded when it is first used, for a start reads no document."""
sys.modules[__name__].__class__ = OnDemand
