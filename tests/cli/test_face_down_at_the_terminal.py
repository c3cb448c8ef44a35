"""A terminal beside a table that is dealt face down: no card is told there before it is turned, nor is it ever after.

Two stations hear the same round of a shoe, with other values of all that is not turned: both say the same lines.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import CARDS, DECK, Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.observations import CardRead
from dealer_app.people.pin_work import PinWork
from dealer_app.terminal.console import Console
from dealer_app.terminal.device_verbs import DEVICE_VERBS
from dealer_app.terminal.house_verbs import HOUSE_VERBS
from dealer_app.terminal.keyboard import NoMoreInputError
from dealer_app.terminal.reception import Reception
from dealer_app.texts import Language, Words
from tests.support.device_station import DeviceStation
from tests.support.long_tests import examples
from tests.support.rounds import BACCARAT, DEALER, INSURANCE, MBS, SHIFT_MANAGER, V4
from tests.support.typist import OPENED, Typist, check_stopped

WORDS = Words.load(Language.EN)


class SilentKeyboard:
    """A keyboard at which nobody types: what is said is kept."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def line(self, prompt: str) -> str:
        del prompt
        raise NoMoreInputError

    def ask_hidden(self, prompt: str) -> str:
        del prompt
        raise NoMoreInputError

    def say(self, text: str) -> None:
        self.lines.append(text)


class AtTerminal:
    """A live table with a shoe, and the terminal of its dealer."""

    def __init__(self, book: str, dealing: Dealing = Dealing.FACE_DOWN) -> None:
        self.table = DeviceStation(book, dealing=dealing)
        self.keyboard = SilentKeyboard()
        desk = Reception(
            station=self.table.station,
            pins=PinWork(),
            keyboard=self.keyboard,
            words=WORDS,
            terminal=self.table.dealer.terminal,
        )
        self.console = Console(desk, self.table.house.clock, {**HOUSE_VERBS, **DEVICE_VERBS})
        self.console.session = self.table.dealer

    @property
    def said(self) -> list[str]:
        return self.keyboard.lines

    def told(self) -> "AtTerminal":
        self.console.show_news()
        return self

    def reads(self, *cards: Card) -> "AtTerminal":
        for card in cards:
            self.table.says(CardRead(card=card))
            self.told()
        return self

    def gives(self, command: type[Command], *, by: Any = DEALER, **fields: Any) -> Refusal | None:
        """As it is typed, by somebody with the supervisor beside him where he keys; it is said as news, too."""
        station, supervisor = self.table.station, self.table.supervisor
        give = station.table.give

        def seconded(*given: Any, approval: Any = None, **named: Any) -> Any:
            return give(*given, approval=approval or supervisor, **named)

        station.table.give = seconded  # type: ignore[method-assign]
        try:
            proof = self.table.house.person_proof(by)
            done = self.console.give(proof, command(by=by, at=0, **fields), station.table.approval_digest())
        finally:
            station.table.give = give  # type: ignore[method-assign]
        self.table.station.devices.advance()
        if isinstance(done, Refusal):
            self.console.refuse(done)
            return done
        self.told()
        self.console.show_guide()
        return None


def names_none_of(said: list[str], cards: list[Card]) -> None:
    everything = "\n".join(said)
    for card in cards:
        assert card.text not in everything, everything


def _unlike(drawn: list[Card], other: list[Card]) -> bool:
    return all(one is not two for one, two in zip(drawn, other, strict=True))


different = st.permutations(DECK).map(lambda deck: (deck[:6], deck[6:12]))


@pytest.mark.parametrize("book", BACCARAT)
@examples(8)
@given(values=different)
def test_two_rounds_that_differ_by_what_is_not_turned_are_told_alike(
    book: str, values: tuple[list[Card], list[Card]]
) -> None:
    drawn, other = values
    assert _unlike(drawn, other)
    said: list[list[str]] = []
    for cards in (drawn, [drawn[0], *other[1:]]):
        at = AtTerminal(book)
        at.table.close_bets()
        at.told()
        at.reads(*cards[:4])
        # One too many, before any is turned: the device asks, and the dealer says that it lies there.
        at.reads(cards[4])
        at.table.answer()
        at.told()
        assert at.table.table.cases, at.said
        names_none_of(at.said, cards[:5])
        at.gives(commands.Report, trouble=IrregularityKind.OTHER.value, text="a glass fell over")
        names_none_of(at.said, cards[:5])
        said.append(list(at.said))
    assert said[0] == said[1]


@pytest.mark.parametrize("book", BACCARAT)
def test_after_one_is_turned_the_others_are_told_no_more_than_before(book: str) -> None:
    said: list[list[str]] = []
    for texts in ("2H 9S 4C KD", "2H 7D 8S TC"):
        at = AtTerminal(book)
        at.table.close_bets()
        at.told()
        at.reads(*(CARDS[text] for text in texts.split()))
        drawn = [line for line in at.said if line.startswith("card-drawn")]
        assert drawn == ["card-drawn ?>P*", "card-drawn ?>B*", "card-drawn ?>P*", "card-drawn ?>B*"]
        assert at.gives(commands.TurnCards, places=(0,)) is None
        said.append(list(at.said))
    assert said[0] == said[1]


@pytest.mark.parametrize("book", [V4, INSURANCE, MBS])
def test_a_round_that_ends_with_cards_face_down_does_not_tell_them_in_its_line(book: str) -> None:
    said: list[list[str]] = []
    for texts in ("2H 9S 4C KD 5S", "2H 7D 8S TC JH"):
        at = AtTerminal(book)
        at.table.close_bets()
        cards = [CARDS[text] for text in texts.split()]
        at.reads(*cards[:4])
        at.gives(commands.Report, trouble=IrregularityKind.OTHER.value, text="the table is on fire")
        ruling = {"effect": commands.Effect.VOID, "text": "void"}
        assert at.gives(commands.GiveRuling, by=SHIFT_MANAGER, **ruling) is None
        line = next(line for line in at.said if line.startswith(f"{book}/"))
        assert "?>P* ?>B* ?>P* ?>B*" in line
        names_none_of(at.said, cards)
        said.append(list(at.said))
    assert said[0] == said[1]


def test_one_carried_over_and_dealt_face_down_is_not_told_as_its_seal_ends() -> None:
    said: list[list[str]] = []
    for text in ("5S", "JH"):
        at = AtTerminal(V4)
        at.table.begin_bets()
        at.told()
        at.gives(commands.DrawCard, card=CARDS[text])
        at.gives(commands.Answer, announced=False)
        at.gives(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.CONTINUE, text="it opens the round")
        at.gives(commands.NoMoreBets)
        assert any("card-unsealed ?, card-carried-in ?>P*" in line for line in at.said), at.said
        names_none_of(at.said, [CARDS[text]])
        said.append(list(at.said))
    assert said[0] == said[1]


def test_what_the_dealer_has_keyed_is_answered_without_it(staffed: Typist) -> None:
    round_ = ["place your bets", "bet 1 player 1000", "no more bets", "card 5D", "card QS", "card AS", "card 3S"]
    lines = [*staffed.open_lines("dealing=face-down"), *OPENED, *round_, "turn 1 3", "turn 2 4", "card 9C", "turn 5"]
    lines += ["result", "settled", *staffed.command_lines("S1", "stop")]
    said = check_stopped(staffed.run(lines, "--game", V4, "--layout", "A"))
    before = said[: said.index("cards-turned")]
    assert before.count("card ? => card-drawn ?>") == 4
    assert not any(text in before for text in ("5D", "QS", "3S"))
    ended = next(line for line in said.splitlines() if line.startswith(f"{V4}/A"))
    assert "5D>P QS>B AS>P 3S>B" in ended
