"""A window at which rounds are played until it is killed, in a process of its own.

    python -m tests.ui.at_the_window.window_until_kill FOLDER SEED NEXT

goes on from the state of the table; the first card to leave the shoe is the one at NEXT in the order of the seed. Lines
on standard output say what is begun, which card leaves the shoe, and after each thing what the screen shows then, and
how far the journal goes.
"""

import json
import sys
from itertools import count
from pathlib import Path
from random import Random

from PySide6.QtWidgets import QApplication

from dealer_app.device_questions import EntrySubject
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import Round
from dealer_app.screens.screen import HandsShown, TableStage
from dealer_app.station.state import Outage
from dealer_app.wiring import next_card_target
from drivers.simulation.devices import SMALLEST_ROUND, shuffle_decks
from tests.support.signers import DEALER, PINS
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_irregularities import controls_by_name, has_irregularity, resolves_all
from tests.support.window_money import layout_chips, rail_rows
from tests.support.window_rounds import V4, brings_cards, current_round, opens, pulls, signs_what_is_keyed
from tests.ui.at_the_window.kill_window import STILL
from ui.theme import fonts

LETTER = "A"
MINOR = 100
"""So many minor units are one of what a window shows and takes."""
_AREAS = ("player", "banker", "tie", "player_pair")
MORE_THAN_ONE = "more than one"
"""Of what is begun, where it takes more than one decision."""
Bet = tuple[int, str, int]


def seed_card(seed: int, place: int) -> Card:
    """The cards of all shoes, one after the other: none comes twice from the same place."""
    shoe, at = divmod(place, 416)
    return shuffle_decks(seed=seed * 1000 + shoe, decks=8)[at]


def seed_bets(seed: int, number: int) -> list[Bet]:
    """What bettors put on the layout in this round."""
    chance = Random(f"{seed} {number}")
    every = [(seat, area) for seat in (1, 2, 3) for area in _AREAS]
    return [(seat, area, 100 * chance.randint(1, 20)) for seat, area in chance.sample(every, chance.randint(1, 3))]


def _parse_amount(text: str) -> int:
    """Of a bet that goes back nothing is said."""
    return int(text.replace(",", "") or 0)


class WindowPlayer:
    """The person who plays at this window."""

    def __init__(self, table: AtWindow, seed: int, place: int) -> None:
        self.table = table
        self.hands = ByKeys(table)
        self.seed = seed
        self.places = count(place)
        self._on_its_way = ""
        """The card that has left the shoe, and that the station does not have yet."""

    async def plays(self) -> None:
        await self._takes_up()
        while True:
            said = await self._next()
            await self.table.settle()
            self._tells(said)

    async def _takes_up(self) -> None:
        """After a start: the dealer signs in, and says that the table has not played on."""
        table, hands = self.table, self.hands
        if table.station.state.people.kind is None:
            await table.begin_house()
        elif table.screen.writes == "badge-own":
            await hands.fills(DEALER.badge, PINS[DEALER.badge])
        self._tells("began")
        if table.station.state.outage is Outage.ASKED:
            await hands.press("played-on:no")
            await hands.press_next()
            self._tells("not played on")
        while table.station.state.listening.row:
            # The simulated shoe of before is gone with its window: no card is there that the station does not know.
            self._tells(await self._answers())
        if table.station.state.table.table is None:
            await opens(hands, V4, LETTER)
            self._tells("opened")

    async def _next(self) -> str:
        """One thing, and what it was."""
        table, hands = self.table, self.hands
        if table.station.state.listening.row:
            return await self._answers()
        if has_irregularity(table):
            self._begins(MORE_THAN_ONE)
            await resolves_all(hands)
            return "mended"
        self._begins("one")
        step, state = table.station.table.guide(), table.station.state.table
        assert step is not None
        match step.step:
            case Step.BRING_CARDS:
                self._begins(MORE_THAN_ONE)
                await brings_cards(hands)
                return "cards"
            case Step.NO_MORE_BETS if state.round is not None:
                return await self._bets(state.round)
            case Step.DRAW_PLAYER | Step.DRAW_BANKER:
                place = next(self.places)
                card = seed_card(self.seed, place).text
                print(json.dumps({"leaves": card, "place": place}), flush=True)
                self._on_its_way = card
                await pulls(table, card)
                if not table.station.state.listening.row:
                    self._on_its_way = ""
                return f"card {card}"
            case Step.SETTLE:
                return await self._settles()
            case Step.PLACE_YOUR_BETS if state.shoe.cards_left < SMALLEST_ROUND:
                raise AssertionError("so many rounds are not meant to be played")
            case _:
                await hands.press_next()
                return str(step.step.value)

    async def _answers(self) -> str:
        """What the shoe brings up: a card of this window lies there, or nothing that the station does not know."""
        self._begins(MORE_THAN_ONE)
        first = self.table.station.state.listening.row[0]
        lies = first.what is EntrySubject.CARD and first.hidden.card is CARDS.get(self._on_its_way)
        await self.hands.press(self._deals() if lies else "reply:nothing")
        await self.hands.press_next()
        await signs_what_is_keyed(self.hands)
        return f"answered {first.question.value}"

    def _deals(self) -> str:
        """The answer that the card counts; in which hand it lies, where that is asked."""
        deals = "reply:deal"
        if deals in controls_by_name(self.table):
            return deals
        to = next_card_target(
            [drawn.card for drawn in current_round(self.table).cards if drawn.card is not None]
        ).next_to
        assert to is not None
        return f"reply:{to.value[0].upper()}"

    async def _bets(self, round_: Round) -> str:
        planned = seed_bets(self.seed, round_.number)
        taken = [(bet.wager.seat, bet.wager.area, bet.wager.stake // MINOR) for bet in round_.bets]
        assert taken == planned[: len(taken)], f"round {round_.number}: {taken} of {planned}"
        if len(taken) == len(planned):
            await self.hands.press_next()
            return "no more bets"
        await self.hands.bet(*planned[len(taken)])
        return "bet {} {} {}".format(*planned[len(taken)])

    async def _settles(self) -> str:
        shown = rail_rows(self.table)
        taken = _parse_amount(shown["collected"].right) if "collected" in shown else 0
        paid = sum(_parse_amount(row.right) for name, row in shown.items() if name.startswith("pay:"))
        await self.hands.press_next()
        return f"settled {taken} {paid}"

    @staticmethod
    def _begins(what: str) -> None:
        print(json.dumps({"begins": what}), flush=True)

    def _tells(self, said: str) -> None:
        station, stage = self.table.station, self.table.screen.stage
        head = station.journal.head()
        shown: dict[str, object] = {"done": said, "sequence": head.sequence, "hash": head.hash.hex()}
        if isinstance(stage, TableStage):
            stakes = sorted(
                (area, _parse_amount(each)) for area, amounts in layout_chips(self.table).items() for each in amounts
            )
            shown["stakes"] = stakes
            if isinstance(stage.result, HandsShown):
                hands = (stage.result.player, stage.result.banker)
                shown["cards"] = [[card.card for card in hand.cards if card.card] for hand in hands]
        print(json.dumps(shown), flush=True)


def main(folder: Path, seed: int, place: int) -> None:
    app = QApplication([])
    fonts.install_fonts()
    at_window(app, folder, lambda table: WindowPlayer(table, seed, place).plays(), STILL)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
