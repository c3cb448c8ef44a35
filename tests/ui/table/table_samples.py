"""Tables as the window is given them: areas in a state, with its word in a language, and chips on them."""

from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Control, ScreenText
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.screen import AreaState, Stake, TableShown
from dealer_app.texts import Language, Words

_WORDED = (AreaState.NOT_OFFERED, AreaState.RETURNED, AreaState.VOID)
TURN = Control(
    name="turn",
    label=ScreenText("As drawn", "按圖", "Turn"),
    sub=ScreenText("Turn 180°"),
    act=SetInput(NO_INPUT.with_pick("turned", "on")),
)


def with_state_words(shown: TableShown, state: AreaState, language: Language = Language.EN) -> TableShown:
    """Every area in this state, with the word that it has."""
    word = Words.load(language).text("play", state.value) if state in _WORDED else ""
    return replace(shown, areas=tuple(replace(area, state=state, word=word) for area in shown.areas))


def with_acts(shown: TableShown) -> TableShown:
    """Every area and seat does something of its own: it writes its name."""
    return replace(
        shown,
        areas=tuple(replace(area, act=SetInput(NO_INPUT.with_text("touched", area.name))) for area in shown.areas),
        seats=tuple(replace(seat, act=SetInput(NO_INPUT.replace(seat=seat.number))) for seat in shown.seats),
        turn=TURN if shown.seats else None,
    )


def with_area(shown: TableShown, name: str, **changes: object) -> TableShown:
    """The same with something else on one area."""
    assert any(area.name == name for area in shown.areas), name
    areas = (replace(area, **changes) if area.name == name else area for area in shown.areas)  # type: ignore[arg-type]
    return replace(shown, areas=tuple(areas))


def make_stake(whole: int, *, seat: int | None = None, wins: str = "") -> Stake:
    return Stake(amount=f"{whole:,}", minor=whole * 100, seat=seat, wins=wins)
