"""A badge reader that types like a keyboard: what it reads goes where a badge is keyed, wherever the caret stands."""

from dealer_app.people.pins import Pin
from dealer_app.screens.blocks import EntryBlock
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.key_input import READER_MILLISECONDS, BadgeReader
from dealer_app.screens.labels import badge_entry_text
from tests.screens.desk_session import BETS, CLOSED, DeskSession, run_desk


def read(reader: BadgeReader, text: str, *, pause: int) -> tuple[str, InputState] | None:
    now = 1000
    for key in text:
        assert reader.take(key, now, NO_INPUT.replace(seat=3)) is None
        now += pause
    return reader.take("Enter", now, NO_INPUT)


def test_a_run_of_keys_without_a_pause_was_read() -> None:
    assert read(BadgeReader(), "P10", pause=READER_MILLISECONDS) == ("P10", NO_INPUT.replace(seat=3))


def test_what_a_hand_types_was_not() -> None:
    assert read(BadgeReader(), "P10", pause=READER_MILLISECONDS + 1) is None
    assert read(BadgeReader(), "", pause=0) is None


def test_a_run_ends_with_any_other_key() -> None:
    reader = BadgeReader()
    for key in ("P", "1", "Backspace"):
        reader.take(key, 1000, NO_INPUT)
    assert reader.take("Enter", 1000, NO_INPUT) is None


async def approval_with_the_caret_in_the_pin(at: DeskSession) -> None:
    """Somebody has touched the PIN before the badge was read."""
    round_ = at.station.state.table.round
    assert round_ is not None
    input_state = NO_INPUT.replace(panel=Panel.CORRECT, digits="500").with_pick("correct", "bet")
    at.holds(input_state.with_pick("bet", str(round_.bets[0].number)))
    at.now += 1000
    at.desk.press_key("Enter")
    await at.idle()
    at.now += 1000
    assert at.input_state.panel is Panel.APPROVAL
    at.holds(at.input_state.replace(writes="pin"))


def test_a_badge_that_is_read_with_the_caret_in_the_pin_goes_to_its_entry() -> None:
    async def does(at: DeskSession) -> None:
        await approval_with_the_caret_in_the_pin(at)
        for key in (*at.supervisor.badge.lower(), "Enter"):
            at.desk.press_key(key)
        assert at.input_state.text("badge") == at.supervisor.badge
        assert at.input_state.pin == Pin("")
        assert at.desk.screen.writes == "pin"

    run_desk(CLOSED, does)


def test_a_hand_types_into_the_entry_that_has_the_caret() -> None:
    async def does(at: DeskSession) -> None:
        await approval_with_the_caret_in_the_pin(at)
        for key in "730264":
            at.now += 80
            at.desk.press_key(key)
        at.now += 80
        at.desk.press_key("Enter")
        assert at.input_state.pin == Pin("730264")
        assert at.input_state.text("badge") == ""

    run_desk(CLOSED, does)


def test_a_bet_that_is_typed_however_fast_is_a_bet() -> None:
    async def does(at: DeskSession) -> None:
        for key in (*"31500", "Enter"):
            at.desk.press_key(key)
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert round_.bets[-1].wager.stake == 50_000

    run_desk(BETS, does)


def test_digits_that_are_no_badge_are_never_shown_in_its_entry() -> None:
    async def does(at: DeskSession) -> None:
        await approval_with_the_caret_in_the_pin(at)
        at.holds(at.input_state.replace(writes="badge").with_text("badge", "730264"))
        overlay = at.desk.screen.overlay
        assert overlay is not None
        entries = [block for block in overlay.right_column if isinstance(block, EntryBlock)]
        assert next(entry.value for entry in entries if entry.name == "badge") == "\N{BULLET}" * 6
        assert badge_entry_text(at.desk._context(), at.supervisor.badge) == at.supervisor.badge

    run_desk(CLOSED, does)
