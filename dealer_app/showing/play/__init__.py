"""A round as a dealer plays it: top bar, stage, what there is to do at each step, what is said, what keys mean."""

import sys
from typing import TYPE_CHECKING

from dealer_app.loading import OnDemand

if TYPE_CHECKING:
    from dealer_app.showing.play.bar import top_bar
    from dealer_app.showing.play.glancing import with_new_cards
    from dealer_app.showing.play.keys import keys
    from dealer_app.showing.play.no_such_key import no_such_keys
    from dealer_app.showing.play.parts import part
    from dealer_app.showing.play.saying import announcement
    from dealer_app.showing.play.stage import glance, stage
    from dealer_app.showing.play.top_bar import of_table
    from dealer_app.showing.play.undoing import undo_names

HOMES = {
    "announcement": "saying",
    "glance": "stage",
    "with_new_cards": "glancing",
    "keys": "keys",
    "no_such_keys": "no_such_key",
    "part": "parts",
    "stage": "stage",
    "of_table": "top_bar",
    "top_bar": "bar",
    "undo_names": "undoing",
}
"""Which part lives where: each is loaded when it is first shown."""
__all__ = [
    "announcement",
    "glance",
    "keys",
    "no_such_keys",
    "of_table",
    "part",
    "stage",
    "top_bar",
    "undo_names",
    "with_new_cards",
]

sys.modules[__name__].__class__ = OnDemand
