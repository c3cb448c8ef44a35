"""A round as a dealer plays it: top bar, stage, what there is to do at each step, what is said, what keys mean."""

from dealer_app.showing.play.keys import keys
from dealer_app.showing.play.parts import part
from dealer_app.showing.play.saying import announcement
from dealer_app.showing.play.stage import glance, stage
from dealer_app.showing.play.top_bar import top_bar
from dealer_app.showing.play.undoing import undo_names

__all__ = ["announcement", "glance", "keys", "part", "stage", "top_bar", "undo_names"]
