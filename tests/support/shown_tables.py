"""Tables as the window is given them: areas in a state, with its word in a language, and chips on them."""

from dealer_app.domain.values import replace
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.lines import Line
from dealer_app.showing.screen import AreaState, Stake, TableShown
from dealer_app.wording import Language, Words

_WORDED = (AreaState.NOT_OFFERED, AreaState.RETURNED, AreaState.VOID)
TURN = Control(
    name="turn",
    label=Line("As drawn", "按圖", "Turn"),
    sub=Line("Turn 180°"),
    act=Change(NOTHING.picked("turned", "on")),
)


def in_words(shown: TableShown, state: AreaState, language: Language = Language.EN) -> TableShown:
    """Every area in this state, with the word that it has."""
    word = Words.load(language).put("play", state.value) if state in _WORDED else ""
    return replace(shown, areas=tuple(replace(area, state=state, word=word) for area in shown.areas))


def touchable(shown: TableShown) -> TableShown:
    """Every area and seat does something of its own: it writes its name."""
    return replace(
        shown,
        areas=tuple(replace(area, act=Change(NOTHING.typed("touched", area.name))) for area in shown.areas),
        seats=tuple(replace(seat, act=Change(NOTHING.but(seat=seat.number))) for seat in shown.seats),
        turn=TURN if shown.seats else None,
    )


def with_area(shown: TableShown, name: str, **changes: object) -> TableShown:
    """The same with something else on one area."""
    assert any(area.name == name for area in shown.areas), name
    areas = (replace(area, **changes) if area.name == name else area for area in shown.areas)  # type: ignore[arg-type]
    return replace(shown, areas=tuple(areas))


def chips(whole: int, *, seat: int | None = None, wins: str = "") -> Stake:
    return Stake(amount=f"{whole:,}", minor=whole * 100, seat=seat, wins=wins)
