"""What is keyed and touched of the cards, the dice and the bets of a scenario that is written.

A part of the scenario editor: it holds the draft and what is keyed for it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from dealer_app.domain.values import replace
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.scenario_check import scenario_table
from dealer_app.practice.scenario_draft import put_bet
from dealer_app.practice.scenarios import Scenario, ScenarioBet, ScenarioShoe
from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.editor_choices import area_list, bettors
from dealer_app.screens.practice.editor_view import EditorInput
from dealer_app.screens.practice.round_control import RoundControl
from dealer_app.screens.practice.view import PracticeDesk
from dealer_app.texts import LanguagePair

MOST_DIGITS, MOST_BETS, MOST_CARDS = 8, 40, 30
_DICE_A_THROW = 3
_MINOR_UNITS = 100


class EditorDesk(PracticeDesk, Protocol):
    """What the editor needs of the screen beside what all its parts share."""

    rounds: RoundControl

    @property
    def table(self) -> DrillTable: ...

    def press(self, act: Action, _name: str = "") -> None:
        """Does what a touch does."""

    @property
    def language_pair(self) -> LanguagePair: ...


class DraftKeys:
    """The draft of one screen, with its cards and bets as they are keyed."""

    def __init__(self, desk: EditorDesk) -> None:
        self._desk = desk
        self.keyed = EditorInput()
        self._draft: Scenario | None = None

    @property
    def key_steps(self) -> Mapping[str, Callable[[str], None]]:
        """What can be pressed of cards and bets, by the code of a control."""
        return {
            "editor-by": lambda _: self._change(by_wish=not self.keyed.by_wish, rank="", page=0),
            "editor-rank": self._key_rank,
            "editor-suit": self._key_suit,
            "editor-die": self._key_die,
            "editor-wish": self._toggle_wish,
            "editor-seed": lambda _: self._next_seed(),
            "editor-digit": self._key_digit,
            "editor-area": self._touch_area,
            "editor-next-area": lambda value: self._move_area(int(value)),
            "editor-next-seat": lambda _: self._move_seat(),
            "editor-seat": self._touch_seat,
            "editor-bettor": lambda _: self._change(standing=self.keyed.standing + 1),
            "editor-bet-round": lambda _: self._change(round=(self.keyed.round + 1) % self.draft.rounds),
            "editor-put": lambda _: self._put_bet(),
            "editor-frame-bet": lambda _: self._change(bet=self.keyed.bet + 1),
        }

    @property
    def draft(self) -> Scenario:
        assert self._draft is not None, "a scenario is open"
        return self._draft

    @property
    def _table(self) -> DrillTable:
        return scenario_table(self.draft.book, self.draft.layout)

    def _change(self, **changes: Any) -> None:
        self.keyed = replace(self.keyed, **changes)

    def _set(self, draft: Scenario) -> None:
        """The draft is another from now on; its document and layout are the open ones."""
        self._draft = draft
        self._desk.use_table(self._table)

    def _label(self, code: str, **facts: str) -> ScreenText:
        return section_text(self._desk.language_pair, "editor", code, **facts)

    def _refuse(self, code: str, **facts: str) -> None:
        self._desk.tell(self._label(code, **facts), refused=True)

    # The shoe

    def _key_rank(self, rank: str) -> None:
        self._change(rank="" if rank == self.keyed.rank else rank)

    def _key_suit(self, suit: str) -> None:
        if not self.keyed.rank:
            self._refuse("waits-rank")
            return
        cards = [*self.draft.shoe.cards.split(), f"{self.keyed.rank}{suit}"][:MOST_CARDS]
        self._set(replace(self.draft, shoe=ScenarioShoe(cards=" ".join(cards), seed=self.draft.shoe.seed)))
        self._change(rank="")

    def _key_die(self, die: str) -> None:
        dice = f"{self.keyed.rank}{die}"
        if len(dice) < _DICE_A_THROW:
            self._change(rank=dice)
            return
        shoe = self.draft.shoe
        throws = (*(shoe.dice if not shoe.must else ()), "-".join(dice))[-MOST_CARDS:]
        self._set(replace(self.draft, shoe=ScenarioShoe(dice=throws, seed=shoe.seed)))
        self._change(rank="")

    def _toggle_wish(self, wish: str) -> None:
        """One wish more, or one less; of cards that lie written nothing stays."""
        known = [each.strip() for each in self.draft.shoe.must.split(",") if each.strip()]
        wishes = [each for each in known if each != wish] if wish in known else [*known, wish]
        self._set(replace(self.draft, shoe=ScenarioShoe(must=", ".join(wishes), seed=self.draft.shoe.seed)))

    def _next_seed(self) -> None:
        self._set(replace(self.draft, shoe=replace(self.draft.shoe, seed=self.draft.shoe.seed + 1)))

    # Bets

    def _key_digit(self, digit: str) -> None:
        before = self.keyed.digits
        self._change(digits=(before[:-1] if digit == "-" else (before + digit)[:MOST_DIGITS]).lstrip("0"))

    def _touch_area(self, value: str) -> None:
        """An area on the layout: it is chosen, and where an amount is keyed the bet is put there."""
        area, _, seat = value.partition("|")
        table = self._table
        seats = table.rules.layout.seats
        chosen = seats.index(int(seat)) if seat else self.keyed.seat
        self._change(area=area_list(table).index(area), seat=chosen)
        if self.keyed.digits:
            self._put_bet()

    def _move_area(self, step: int) -> None:
        """The next one; at a table with dice also the next kind."""
        areas = area_list(self._table)
        place = self.keyed.area % len(areas)
        if step == 1:
            self._change(area=(place + 1) % len(areas))
            return
        kind = areas[place].partition(":")[0]
        following = [*areas[place:], *areas]
        found = next(each for each in following if each.partition(":")[0] != kind)
        self._change(area=areas.index(found))

    def _move_seat(self) -> None:
        if self._table.rules.layout.seats:
            self._change(seat=self.keyed.seat + 1)
        else:
            self._move_area(0)

    def _touch_seat(self, seat: str) -> None:
        self._change(seat=self._table.rules.layout.seats.index(int(seat)))

    def _put_bet(self) -> None:
        table, keyed = self._table, self.keyed
        if not keyed.digits:
            self._refuse("waits-amount")
            return
        seats, areas = table.rules.layout.seats, area_list(table)
        guests = bettors(table)
        bet = ScenarioBet(
            area=areas[keyed.area % len(areas)],
            stake=int(keyed.digits) * _MINOR_UNITS,
            seat=seats[keyed.seat % len(seats)] if seats else 0,
            bettor=guests[keyed.standing % len(guests)],
            round=keyed.round % self.draft.rounds + 1,
        )
        changed = put_bet(self.draft, bet)
        if len(changed.bet) > MOST_BETS:
            self._refuse("too-many-bets")
            return
        self._set(changed)
        self._change(digits="", bet=changed.bet.index(bet))
