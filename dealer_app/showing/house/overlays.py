"""Which of the house's panels lies over the station."""

from dealer_app.domain.round import commands, mending_commands
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.acting_panel import acting
from dealer_app.showing.house.backups_panel import backups
from dealer_app.showing.house.limits_panel import limits
from dealer_app.showing.house.locks_panel import locks
from dealer_app.showing.house.menu import allowed, menu
from dealer_app.showing.house.newcomers import newcomers
from dealer_app.showing.house.people_panels import relief, shift
from dealer_app.showing.house.reading_panels import change_of_dice, clause, end_of_shoe, keys
from dealer_app.showing.house.recall_panel import recall
from dealer_app.showing.house.settings_panel import settings
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing


def overlay(seeing: Seeing) -> Overlay | None:
    """The panel that is open, if it is one of ours and there is still something in it to be done."""
    at_table = seeing.state.table.table is not None and seeing.rules is not None
    match seeing.fingers.panel:
        case Panel.MENU:
            return menu(seeing)
        case Panel.CLAUSE:
            return clause(seeing)
        case Panel.KEYS:
            return keys(seeing)
        case Panel.RECALL:
            return recall(seeing)
        case Panel.LIMITS:
            return limits(seeing) if at_table else None
        case Panel.SHOE:
            return _shoe_or_dice(seeing)
        case Panel.RELIEF:
            return relief(seeing) if at_table and seeing.state.table.round is None else None
        case Panel.ACTING:
            return acting(seeing) if seeing.signed_in is not None else None
        case Panel.PEOPLE:
            return newcomers(seeing) if seeing.signed_in is not None else None
        case Panel.LOCKS:
            return locks(seeing)
        case Panel.BACKUPS:
            return backups(seeing) if seeing.state.backups.place else None
        case Panel.SETTINGS:
            return settings(seeing) if seeing.signed_in is not None else None
        case Panel.SHIFT:
            return shift(seeing) if seeing.signed_in is not None else None
        case _:
            return None


def _shoe_or_dice(seeing: Seeing) -> Overlay | None:
    if allowed(seeing, commands.EndShoe):
        return end_of_shoe(seeing)
    return change_of_dice(seeing) if allowed(seeing, mending_commands.ChangeDice) else None
