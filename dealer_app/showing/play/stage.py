"""The usual picture: hands or dice, the layout, and what was. Without an open table it is an empty felt."""

from dealer_app.domain.rulebook import House
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.play.at_table import AtTable, at_table
from dealer_app.showing.play.dice import dice_shown
from dealer_app.showing.play.hands import hands
from dealer_app.showing.play.labels import label
from dealer_app.showing.play.layout import layout
from dealer_app.showing.play.past import past
from dealer_app.showing.screen import DiceShown, Hand, Hands, TableShown, TableStage
from dealer_app.showing.seeing import Seeing

USUAL_GAME, USUAL_LAYOUT = "tiger-buffalo-v4", "A"


def stage(seeing: Seeing) -> TableStage:
    at = at_table(seeing)
    return _empty(seeing) if at is None else _of_table(at)


def glance(seeing: Seeing) -> Hands | DiceShown | None:
    """The hands or the dice alone: what the eye waits for. Nothing without an open table."""
    at = at_table(seeing)
    return None if at is None else _result(at)


def _of_table(at: AtTable) -> TableStage:
    return TableStage(result=_result(at), table=layout(at), past=past(at))


def _result(at: AtTable) -> Hands | DiceShown:
    return dice_shown(at) if at.rules.book.house is House.TAI_SAI else hands(at)


def _empty(seeing: Seeing) -> TableStage:
    """No table is open: nothing lies anywhere, and nothing can be touched."""

    def hand(tone: Tone, name: Line, glyph: str) -> Hand:
        return Hand(tone=tone, name=name, glyph=glyph, note="", cards=(), points="")

    return TableStage(
        result=Hands(
            player=hand(Tone.PLAYER, label(seeing.words, "player"), "閒"),
            banker=hand(Tone.BANKER, label(seeing.words, "banker"), "庄"),
            turned=seeing.looks.turned,
        ),
        table=TableShown(game=USUAL_GAME, letter=USUAL_LAYOUT, seats=(), areas=(), turned=seeing.looks.turned),
        past=None,
    )
