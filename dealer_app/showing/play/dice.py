"""The dice as they lie, what their sum won, and the tumbles that made them valid."""

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.state import Phase, Round
from dealer_app.domain.wagers import Result
from dealer_app.layouts.printed import printed_odds
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.dice_typed import typed_dice
from dealer_app.showing.play.felt import glyph
from dealer_app.showing.play.shown_round import ENDED, shown_round
from dealer_app.showing.screen import DiceShown, Die
from dealer_app.wording.results import CHANCES

NO_DIE = Die(face=None)


def dice_shown(at: AtTable) -> DiceShown:
    round_ = shown_round(at.state)
    assert at.rules.book.dice is not None, "asked only of a game with dice"
    lying = None if round_ is None or round_.phase is Phase.VOID else round_.dice
    return DiceShown(
        dice=_typed(at) if lying is None else (_die(lying[0]), _die(lying[1]), _die(lying[2])),
        total="" if lying is None else str(sum(lying)),
        outcomes=() if round_ is None else _outcomes(at, round_),
        tumbles=None if round_ is None else round_.tumbles,
        fewest_tumbles=at.rules.book.dice.fewest_tumbles,
        flat_word=at.label("flat"),
        total_word=at.label("total-sum"),
        tumbles_word=at.label("tumbles"),
        lines=() if round_ is None else _lines(at, round_),
    )


def _die(face: int) -> Die:
    return Die(face=face, flat=True)


def _typed(at: AtTable) -> tuple[Die, Die, Die]:
    """While they are keyed: what is typed so far."""
    if at.state.round is None or at.state.round.tumbles is None:
        return NO_DIE, NO_DIE, NO_DIE
    faces = [Die(face=face, flat=flat) for face, flat in typed_dice(at.fingers)]
    first, second, third = [*faces, NO_DIE, NO_DIE, NO_DIE][:3]
    return first, second, third


def _outcomes(at: AtTable, round_: Round) -> tuple[tuple[str, str, str], ...]:
    """The chances that the sum won, once it is announced: what else won is lit on the layout (Tai Sai 3.9)."""
    if round_.dice is None or round_.phase not in ENDED:
        return ()
    assert at.rules.tai_sai is not None, "there are dice"
    won = zip(at.rules.layout.areas, at.rules.tai_sai.row(Tumble(round_.dice)), strict=True)
    areas = [area for area, verdict in won if verdict.result is Result.WIN and area in CHANCES]
    odds = {area: printed_odds(at.rules.layout, area) for area in areas}
    return tuple((glyph(area), at.area(area).first, odds[area]) for area in areas)


def _lines(at: AtTable, round_: Round) -> tuple[Line, ...]:
    assert at.rules.book.dice is not None, "there are dice"
    if round_.tumbles is None:
        return ()
    fewest = str(at.rules.book.dice.fewest_tumbles)
    clause = at.rules.clause("tumble")
    return (at.label("tumbles-counted", tumbles=str(round_.tumbles), fewest=fewest, clause=clause),)
