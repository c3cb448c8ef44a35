"""The lamps of the top bar say what is so: of the devices, of the journal and its disk, of the pit, and of Tai Sai."""

import pytest

from dealer_app.domain.values import replace
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Note
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.opening_checks import device_rows
from dealer_app.showing.journal_seen import JournalSeen
from dealer_app.showing.lines import Tone
from dealer_app.showing.mending.devices import devices
from dealer_app.showing.play.bar import top_bar
from dealer_app.showing.play.parts import part
from dealer_app.showing.play.stage import stage
from dealer_app.showing.screen import Cell
from dealer_app.showing.seeing import Seeing
from dealer_app.station.hand_dealing import HandDealing
from dealer_app.station.listening.identity import Identity
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import KnownDevice, Link, Listening
from dealer_app.station.listening.tumblers import LAMPS
from dealer_app.station.set_up import SetUp
from dealer_app.wording import Language, both
from tests.support.mending_screens import rows_of
from tests.support.rounds import TAI_SAI, V4, Seated
from tests.support.seen_rounds import seen

PROGRAM = Identity(port="/dev/pts/3", simulated=True)


def lamp(seeing: Seeing, name: str) -> Cell:
    return next(cell for cell in top_bar(seeing).right if cell.name == f"lamp:{name}")


def told(seeing: Seeing) -> list[str]:
    return [block.text.first for block in part(seeing).work if isinstance(block, Note)]


def tumbler(seeing: Seeing, error: str = "") -> Seeing:
    known = KnownDevice(link=Link.CONNECTED, error=error)
    state = replace(seeing.state, listening=Listening(devices={"tum": known}))
    return replace(seeing, state=state, devices={"tum": "tumbler"})


@pytest.mark.parametrize(
    ("known", "word", "tone"),
    [
        (KnownDevice(link=Link.CONNECTED, identity=PROGRAM), "Simulated", Tone.SIMULATED),
        (KnownDevice(link=Link.LOST, identity=PROGRAM, refused=True), "Refused", Tone.STOP),
    ],
)
def test_a_program_in_place_of_a_device_is_marked_also_where_it_is_allowed(
    known: KnownDevice, word: str, tone: Tone
) -> None:
    seeing = seen(Seated(V4))
    state = replace(seeing.state, listening=Listening(devices={"angel_eye": known}))
    seeing = replace(seeing, state=state, devices={"angel_eye": "shoe"})
    shown = lamp(seeing, "shoe")
    assert (shown.value, shown.lamp) == (word, tone)
    (row, *_) = device_rows(seeing)
    assert (row.tone, row.right.startswith(word)) == (tone, True)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("journal", "tone"),
    [
        (JournalSeen.SAVED, Tone.GOOD),
        (JournalSeen.ROOM_SHORT, Tone.ATTENTION),
        (JournalSeen.FULL, Tone.STOP),
    ],
)
def test_the_journal_says_how_it_stands_and_why_behind_its_lamp(
    journal: JournalSeen, tone: Tone, language: Language
) -> None:
    words = both(language, Language.EN if language is not Language.EN else Language.ZH_HANT)
    seeing = seen(Seated(V4), journal=journal, words=words)
    shown = lamp(seeing, "journal")
    assert shown.lamp is tone
    assert (shown.act is not None) is (tone is not Tone.GOOD)
    row = next(row for row in rows_of(devices(seeing)) if row.name == "device-journal")
    assert (row.tone, row.right) == (tone, shown.value)
    assert row.lines[0]


def test_no_two_states_of_the_journal_are_told_alike() -> None:
    shown = [seen(Seated(V4), journal=each) for each in JournalSeen]
    assert len({lamp(each, "journal").value for each in shown}) == len(JournalSeen)
    assert len({row.lines for each in shown for row in rows_of(devices(each))}) == len(JournalSeen)


def test_a_pit_to_which_nothing_is_linked_is_not_shown_as_in_order() -> None:
    shown = lamp(seen(Seated(V4)), "pit")
    assert (shown.lamp, shown.value) == (Tone.OFF, "Not linked")


def test_a_lamp_in_trouble_opens_what_to_do() -> None:
    known = KnownDevice(link=Link.LOST)
    seeing = seen(Seated(V4), devices={"angel": "shoe"})
    state = replace(seeing.state, listening=Listening(devices={"angel": known}))
    act = lamp(replace(seeing, state=state), "shoe").act
    assert isinstance(act, Change)
    assert act.fingers.panel is Panel.DEVICES


def test_who_is_not_signed_in_cannot_open_it() -> None:
    seeing = seen(Seated(V4), journal=JournalSeen.FULL)
    people = replace(seeing.state.people, sessions={})
    assert lamp(replace(seeing, state=replace(seeing.state, people=people)), "journal").act is None


@pytest.mark.parametrize(("book", "kind", "name"), [(V4, "shoe", "angel"), (TAI_SAI, "tumbler", "tum")])
@pytest.mark.parametrize("said", [True, False])
def test_a_start_without_the_device_of_the_table_shows_it_lost(book: str, kind: str, name: str, said: bool) -> None:
    at_table = {name: DeviceKind(kind) if said else None}
    seeing = seen(Seated(book))
    seeing = replace(seeing, state=replace(seeing.state, set_up=SetUp(at_table=at_table)))
    shown = lamp(seeing, kind)
    assert (shown.lamp, shown.value) == (Tone.STOP, "Lost")
    assert isinstance(shown.act, Change)
    row = next(rows_of(devices(seeing)))
    assert (row.name, row.tone, row.lines) == (f"device:{name}", Tone.STOP, ("The station was started without it.",))
    assert "Start the station with it" in repr(devices(seeing))
    other = ({"shoe", "tumbler"} - {kind}).pop()
    assert lamp(seeing, other).value == "Not used"
    allowed = HandDealing(devices=(name,), dealer="D1", terminal="t", approved_by="S1", approval=1)
    by_hand = replace(seeing, state=replace(seeing.state, by_hand={DeviceKind(kind): allowed}))
    assert lamp(by_hand, kind).value == "By hand"
    assert lamp(replace(by_hand, devices={"another": kind}), kind).value == "Waiting"


# The lamps of the layout (Tai Sai 5.10)


@pytest.mark.clause(TAI_SAI, "5.10")
def test_after_the_result_the_dealer_is_told_what_the_lamps_show() -> None:
    table = Seated(TAI_SAI, layout="C").close().roll(2, 5, 6)
    assert not any("Lamps" in line for line in told(tumbler(seen(table))))
    shown = tumbler(seen(table.announce()))
    winning = sum(area.state.value == "lit" for area in stage(shown).table.areas)
    assert winning
    assert f"Lamps show the {winning} areas lit here" in told(shown)


@pytest.mark.clause(TAI_SAI, "5.10")
def test_lamps_that_fail_leave_the_dice_to_decide() -> None:
    table = Seated(TAI_SAI, layout="C").close().roll(2, 5, 6).announce()
    shown = tumbler(seen(table), LAMPS)
    assert "The lamps fail: pay by the dice" in told(shown)
    row = next(rows_of(devices(shown)))
    assert row.lines == ("Its lamps do not show what won. Collect and pay by the dice.",)
