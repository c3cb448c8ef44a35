"""What is typed of the law of the place: the steps of a dispute, the notice of closing, closing without one."""

import pytest

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.people.pin_work import PinWork
from dealer_app.station.core import Proof
from dealer_app.station.house_law import CLOSING_LAW, DISPUTE_LAW
from dealer_app.station_events import DisputeStep
from dealer_app.terminal.console import Console
from dealer_app.terminal.house_verbs import HOUSE_VERBS
from dealer_app.terminal.keyboard import NoMoreInputError
from dealer_app.terminal.law_verbs import LAW_VERBS
from dealer_app.terminal.reception import Reception
from dealer_app.texts import Language, Words
from tests.station.law_house import ROUND, SHOE, law_house, play, raise_dispute, supervisor
from tests.station.open_house import TABLE
from tests.support.live_station import StaffedStation
from tests.support.rounds import DEALER

WORDS = Words.load(Language.EN)
USAGE = "dispute NUMBER notified|informed|requested|accepted [WORDS]"


class NoKeyboard:
    """Nobody types at it: what is said is kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def line(self, prompt: str) -> str:
        del prompt
        raise NoMoreInputError

    ask_hidden = line

    def say(self, text: str) -> None:
        self.lines.append(text)


class LawTerminal:
    """A terminal of a house; a line is typed by whom it is signed in for."""

    def __init__(self, house: StaffedStation) -> None:
        self.house, self.keyboard = house, NoKeyboard()
        desk = Reception(
            station=house.station, pins=PinWork(), keyboard=self.keyboard, words=WORDS, terminal="of the law"
        )
        self.console = Console(desk, house.clock, {**HOUSE_VERBS, **LAW_VERBS})

    def type(self, line: str, who: Proof) -> list[str]:
        """What is said to it."""
        before = len(self.keyboard.lines)
        self.console.session = who
        self.console.run_line(line)
        return self.keyboard.lines[before:]


def disputed_house() -> tuple[StaffedStation, LawTerminal]:
    house = law_house(DISPUTE_LAW)
    play(house, *SHOE)
    raise_dispute(house)
    return house, LawTerminal(house)


def test_the_disputes_are_listed_with_their_steps() -> None:
    house, terminal = disputed_house()
    who = supervisor(house)
    line = f"dispute 1, table {TABLE.name}, round 1: "
    assert terminal.type("disputes", who) == [f"{line}no step noted"]
    assert terminal.type("dispute 1 notified Inspector by telephone", who) == [f"{line}notified"]
    (said,) = terminal.type("dispute 1 informed", who)
    assert said.startswith(f"{line}notified, informed, until 20")
    assert terminal.type("disputes", who) == [said]
    noted = house.station.state.law.disputes[1].steps
    assert [(step.step, step.words) for step in noted] == [
        (DisputeStep.NOTIFIED, "Inspector by telephone"),
        (DisputeStep.INFORMED, ""),
    ]
    terminal.type("dispute 1 accepted", who)
    assert terminal.type("disputes", who) == ["No dispute is open."]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("disputes 1", "it is written `disputes`"),
        ("dispute", USAGE),
        ("dispute one notified", USAGE),
        ("dispute 1 decided", USAGE),
        ("notice of closing now", "it is written `notice of closing`"),
        ("close without notice", "it is written `close without notice REASON`"),
    ],
)
def test_what_is_not_understood_says_how_it_is_written_and_notes_nothing(line: str, said: str) -> None:
    house, terminal = disputed_house()
    head = house.station.journal.head()
    (answer,) = terminal.type(line, house.m1)
    assert said in answer
    assert house.station.journal.head() == head


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dispute 7 notified", "no-such-dispute"),
        ("dispute 1 requested", "step-not-possible"),
    ],
)
def test_a_step_that_cannot_be_noted_is_refused_in_words(line: str, code: str) -> None:
    house, terminal = disputed_house()
    who = supervisor(house)
    head = house.station.journal.head()
    said = terminal.type(line, who)
    refused = Refusal(code=code, clause=HOUSE_POLICY, facts={"number": line.split()[1]})
    assert WORDS.refusal(refused) in " ".join(said)
    assert house.station.journal.head() == head


def test_a_dealer_notes_no_step() -> None:
    house, terminal = disputed_house()
    said = terminal.type("dispute 1 notified", house.person_proof(DEALER))
    assert WORDS.refusal(simple_refusal("may-not-note-step", HOUSE_POLICY)) in " ".join(said)
    assert not house.station.state.law.disputes[1].steps


def test_a_notice_lets_the_table_close_once_a_round_after_it_is_over() -> None:
    house = law_house(CLOSING_LAW)
    play(house, *SHOE, *ROUND, "settled")
    terminal = LawTerminal(house)
    dealer = house.person_proof(DEALER)
    (said,) = terminal.type("notice of closing", dealer)
    assert said.startswith("Noted")
    notice = house.station.state.law.notice
    assert notice is not None
    assert notice.rounds == 1


def test_a_table_is_closed_without_notice_for_a_reason() -> None:
    house = law_house(CLOSING_LAW)
    terminal = LawTerminal(house)
    said = terminal.type("close without notice fire alarm", supervisor(house))
    assert said[0] == "The table is closed."
    assert house.station.state.table.table is None
