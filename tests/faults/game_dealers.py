"""Dealers of cards and of dice at a station in another process; what they have in common is in `table_dealer`."""

from collections.abc import Iterable
from pathlib import Path

from dealer_app.device_questions import EntrySubject, QueueEntry
from dealer_app.domain.cards import Card
from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.round.state import Round
from dealer_app.observations import Destination
from dealer_app.station.state import StationState
from dealer_app.wiring import next_card_target
from drivers.simulation.devices import SMALLEST_ROUND, SimulatedShoe, SimulatedTumbler, shuffle_decks
from tests.faults.table_dealer import Bet, Deed, TableDealer, line_deed
from tests.support.typist import PINS


class CardDealer(TableDealer):
    """Deals from a shoe. `dealt` is what has left it, by the number of the round."""

    areas: tuple[str, ...] = ("player", "banker", "tie", "player_pair", "banker_pair")

    def __init__(self, folder: Path, device: str, seed: int, *, game: str) -> None:
        super().__init__(folder, device, seed)
        self.game = game
        self.shoe: SimulatedShoe | None = None
        self.dealt: dict[int, list[Card]] = {}
        self._cards: list[Card] = []
        self._shoes = 0

    @staticmethod
    def whose(who: tuple[int | None, str]) -> str:
        return str(who[0])

    def bets(self, number: int) -> list[Bet]:
        chance = self.chance("bets", number)
        own = [("1", "player"), ("2", "banker")]
        more = [(str(seat), area) for seat in (1, 2, 3, 5) for area in self.areas if (str(seat), area) not in own]
        return [(*each, 100 * chance.randint(1, 20)) for each in own + chance.sample(more, chance.randint(0, 3))]

    def _own_step(self, state: StationState, step: Guide) -> Deed:
        match step.step:
            case Step.BRING_CARDS:
                return Deed(("cards in set-1 8",), ("cards in set-1 8 => ",), self._new_cards)
            case Step.CHECK_CARDS:
                return line_deed("check M2", PINS["M2"])
            case Step.SHUFFLE:
                return line_deed("shuffle")
            case Step.CUT:
                return line_deed("cut")
            case Step.BURN:
                return line_deed("burn 0")
            case Step.OFFER_INSURANCE:
                return self._insurance(state, step)
            case Step.DRAW_PLAYER | Step.DRAW_BANKER if state.table.round is not None:
                return self._next_card(state.table.round)
            case _:
                raise AssertionError(f"nobody is prepared for {step}")

    def _step(self, state: StationState, step: Guide) -> Deed:
        if step.step is Step.PLACE_YOUR_BETS and state.table.shoe.cards_left < SMALLEST_ROUND:
            return line_deed("end shoe worn")
        return super()._step(state, step)

    def _new_cards(self) -> None:
        self._shoes += 1
        self._cards = list(shuffle_decks(seed=self.seed + self._shoes, decks=8))

    def _insurance(self, state: StationState, step: Guide) -> Deed:
        for waiting in step.open_items:
            if waiting.who is not None and waiting.side is not None and state.table.round is not None:
                seat, side = self.whose(waiting.who), waiting.side.value
                if self.chance("insurance", state.table.round.number, seat, side).random() < 0.7:
                    return line_deed(f"insure {seat} {side} 100")
                return line_deed(f"decline {seat} {side}")
        return line_deed("offer closed")

    def _next_card(self, round_: Round) -> Deed:
        lying = self.dealt.setdefault(round_.number, [])
        known = [drawn.card for drawn in round_.cards]
        assert known == lying[: len(known)], f"round {round_.number}: {known}, and {lying} were dealt"
        if len(known) < len(lying):
            return line_deed(f"card {lying[len(known)].text}")
        card, to = self._cards[0], next_card_target(lying).next_to
        assert to is not None, "a hand is finished that the station has draw"

        def draws() -> None:
            assert self.shoe is not None
            lying.append(self._cards.pop(0))
            self.shoe.draw(card, to)
            self._end_of_game(lying)

        return Deed((), (f"card-drawn {card.text}>{to.value[0].upper()}", f"? {self.device}"), draws)

    def _end_of_game(self, lying: list[Card]) -> None:
        """A shoe says which hand has won by its own reckoning."""
        winner = next_card_target(lying).winner
        if winner is None or self.shoe is None:
            return
        hands: dict[Destination, list[Card]] = {Destination.PLAYER: [], Destination.BANKER: []}
        for place, card in enumerate(lying):
            hands[_lies_at(lying, place)].append(card)
        self.shoe.result(winner, player=hands[Destination.PLAYER], banker=hands[Destination.BANKER])
        self.shoe.report_standby()

    def _answer_question(self, state: StationState, entry: QueueEntry) -> Deed:
        round_ = state.table.round
        lying = [] if round_ is None else self.dealt.get(round_.number, [])
        left = lying[0 if round_ is None else len(round_.cards) :]
        answer = "answer nothing"
        if entry.what is EntrySubject.CARDS:
            missing = self._unknown_cards(state, left, lying)
            answer = " ".join(["answer deal", *(card.text for card in missing)]) if missing else answer
        elif entry.what is EntrySubject.CARD and left and entry.hidden.card in (None, left[0]):
            answer = "answer deal" if entry.hidden.card else f"answer deal {left[0].text}"
        return Deed((answer,), ("  allowed: ",))

    @staticmethod
    def _unknown_cards(state: StationState, left: list[Card], lying: list[Card]) -> list[Card]:
        """The cards on the table after those that are known, and before the next one that waits in the row."""
        behind = [
            (entry.hidden.card, entry.hidden.destination)
            for entry in state.listening.row[1:]
            if entry.what is EntrySubject.CARD
        ]
        first = len(lying) - len(left)
        there = [(card, _lies_at(lying, first + at)) for at, card in enumerate(left)]
        if not behind:
            return left
        found = (at for at in range(len(there)) if there[at] == behind[0] and _in_order(behind, there[at:]))
        return left[: next(found, 0)]


def _in_order(some: Iterable[object], everything: Iterable[object]) -> bool:
    """Whether all of the first are among the second, in the same order."""
    left = iter(everything)
    return all(each in left for each in some)


def _lies_at(lying: list[Card], place: int) -> Destination:
    to = next_card_target(lying[:place]).next_to
    assert to is not None
    return to


class DiceDealer(TableDealer):
    """Deals with a tumbler. `dealt` is how the dice came to rest, by the number of the round."""

    game = "tai-sai-open-cover-v5"
    letter = "C"
    areas = ("big", "small", "odd", "even", "single:4", "sum:10", "sum:13", "domino:25")

    def __init__(self, folder: Path, device: str, seed: int) -> None:
        super().__init__(folder, device, seed)
        self.tumbler: SimulatedTumbler | None = None
        self.dealt: dict[int, tuple[int, int, int]] = {}

    @staticmethod
    def whose(who: tuple[int | None, str]) -> str:
        return who[1]

    def bets(self, number: int) -> list[Bet]:
        chance = self.chance("bets", number)
        every = [(colour, area) for colour in ("red", "blue", "green") for area in self.areas]
        return [(*each, 100 * chance.randint(1, 20)) for each in chance.sample(every, chance.randint(1, 5))]

    def _own_step(self, state: StationState, step: Guide) -> Deed:
        round_ = state.table.round
        if step.step is Step.CHANGE_DICE:
            return Deed(("as M2 dice changed ivory M1", PINS["M1"], PINS["M2"]), ("dice changed ivory M1 => ",))
        assert step.step in (Step.TUMBLE, Step.READ_DICE), f"nobody is prepared for {step}"
        assert round_ is not None
        dice = self.dealt.get(round_.number)
        if dice is not None:
            words = "tumbles 3" if step.step is Step.TUMBLE else "dice {} {} {}".format(*dice)
            return line_deed(words)
        one, two, three = (self.chance("dice", round_.number, which).choice(DIE_FACES) for which in range(3))

        def tumbles() -> None:
            assert self.tumbler is not None
            self.dealt[round_.number] = one, two, three
            self.tumbler.tumble(Tumble((one, two, three)))

        return Deed((), ("dice-read", f"? {self.device}"), tumbles)

    def _answer_question(self, state: StationState, entry: QueueEntry) -> Deed:
        round_ = state.table.round
        dice = None if round_ is None or round_.dice is not None else self.dealt.get(round_.number)
        answer = "answer nothing"
        if entry.what in (EntrySubject.DICE, EntrySubject.DICE_UNHEARD) and dice is not None:
            answer = "answer deal dice {} {} {} tumbles 3 flat".format(*dice)
        return Deed((answer,), ("  allowed: ",))
