"""What is done once an approval is signed, in a line or two: who signs reads it above his name.

It is told by what the case still needs behind the approval, and never by the value of a card.
"""

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round.apply_mended import where_they_belong
from dealer_app.domain.round.needs import Need, OptionsNeeded, ReconstructionNeeded, VoidNeeded
from dealer_app.domain.round.state import Case, Round
from dealer_app.domain.round.table import BetKeeping
from dealer_app.showing.blocks import Block, Note
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.cards_shown import kept_from
from dealer_app.showing.mending.saying import clauses_of, money, say
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_MOST_CARDS = 2
"""Of more cards the page shows by pictures where each goes."""


def signed_for(seeing: Seeing, case: Case, round_: Round | None) -> tuple[Block, ...]:
    """Nothing where what is asked stands on the page by its own values."""
    if round_ is None:
        return ()
    found = [(_told(seeing, case, round_, need), getattr(need, "clause", "")) for need in case.needs[1:]]
    return tuple(
        Note(text=text, title=Line(say(seeing, "signed-for").first), framed=True, clauses=clauses_of(seeing, clause))
        for text, clause in found
        if text
    )


def _told(seeing: Seeing, case: Case, round_: Round, need: Need) -> Line:
    match need:
        case VoidNeeded():
            return _void(seeing, round_)
        case ReconstructionNeeded():
            return _moved(seeing, case, round_)
        case OptionsNeeded():
            return say(seeing, "signed-options")
        case _:
            return EMPTY


def _void(seeing: Seeing, round_: Round) -> Line:
    table, number = seeing.state.table.table, str(round_.number)
    if table is None or table.bets is BetKeeping.OFF:
        return say(seeing, "signed-void-off", round=number)
    return say(seeing, "signed-void", round=number, back=money(seeing, round_.lying))


def _moved(seeing: Seeing, case: Case, round_: Round) -> Line:
    """Where the drawn order puts the cards that lie elsewhere; nothing of cards in dispute."""
    kept = kept_from(seeing, case)
    placed = zip(round_.cards, where_they_belong(round_.cards), strict=True)
    moved = [
        _put(seeing, round_, place, belongs)
        for place, (drawn, belongs) in enumerate(placed)
        if (belongs is not drawn.put or belongs is Place.NEITHER) and place not in kept.disputed
    ]
    if not moved or len(moved) > _MOST_CARDS:
        return say(seeing, "signed-cards") if moved else EMPTY
    return Line(" · ".join(each.first for each in moved), " · ".join(each.second for each in moved))


def _put(seeing: Seeing, round_: Round, place: int, belongs: Place) -> Line:
    number = str(place + 1)
    if belongs is Place.NEITHER:
        return say(seeing, "signed-next-round", number=number, round=str(round_.number + 1))
    area = "player" if belongs is Place.PLAYER else "banker"
    return say(seeing, "signed-to", number=number, hand=line(seeing.words, lambda words: words.area(area)))
