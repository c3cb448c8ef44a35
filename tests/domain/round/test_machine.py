"""Any command at any time, at tables of every kind: what holds for the engine in every state that can be reached."""

import tomllib
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.round import commands
from dealer_app.domain.round.engine import COMMANDS
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Phase, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.rulebook import Rulebook
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.support.round_machine import KINDS, random_command, random_table
from tests.support.round_player import RoundPlayer, layout_rules

CLAUSES = Path(__file__).parents[3] / "resources" / "clauses"
SEEDS = st.integers(0, 2**32)


@cache
def game_table(game: str) -> GameTable | None:
    book = load_rulebook(game)
    return GameTable(book) if book.decks is not None else None


@cache
def citable(game: str) -> frozenset[str]:
    """The clauses of the document, the rulings that it needs, and what the house decides for itself."""
    book = load_rulebook(game)
    contents = tomllib.loads((CLAUSES / f"{book.game}.toml").read_text(encoding="utf-8"))
    numbers = {clause["id"] for clause in contents["clauses"]} | {ruling.number for ruling in book.rulings}
    return frozenset(numbers | {"house policy"})


def by_any_options(book: Rulebook, chance: Random) -> Rulebook:
    """Read as approved half of the time, and otherwise by whatever an operator may choose."""
    if chance.random() < 0.5:
        return book
    for ruling in book.rulings:
        book = book.with_option(ruling.number, chance.choice(ruling.options))
    return book


def on_the_table(state: TableState) -> dict[int, int]:
    """The stakes that the state says lie there, by bet."""
    if state.round is None:
        return {}
    stakes = {bet.number: bet.wager.stake for bet in state.round.bets}
    stakes |= {bet.number: bet.stake for bet in state.round.insurance}
    return {number: stake for number, stake in stakes.items() if number not in state.round.returned}


class Tables(RuleBasedStateMachine):
    @initialize(game=st.sampled_from(GAMES), layout=st.integers(0, 20), seed=SEEDS)
    def bring_a_table(self, game: str, layout: int, seed: int) -> None:
        book = by_any_options(load_rulebook(game), Random(seed))
        self.playing: Rules = layout_rules(book, book.layouts[layout % len(book.layouts)].letter, game_table(game))
        self.citable = citable(game)
        chance = Random(seed)
        for _ in range(200):
            opening = random_table(self.playing, chance)
            self.played = RoundPlayer(self.playing, opening)
            if self.played.find_command(commands.OpenTable) is not None:
                return
        raise AssertionError("no table can be opened")

    @rule(kind=st.sampled_from(KINDS), seed=SEEDS)
    def anything_at_all(self, kind: type[Command], seed: int) -> None:
        command = random_command(kind, self.playing, self.played.state, Random(seed))
        allowed = kind in self.played.guide.allowed
        decision = self.played.give(command)
        if isinstance(decision, Refusal):
            self.check_refusal(decision)
        else:
            assert allowed, f"{kind.__name__} is not allowed, but accepted"
            assert decision, "something happened"

    @rule(steps=st.integers(1, 6))
    def what_the_guide_says(self, steps: int) -> None:
        for _ in range(steps):
            self.played.play_step()

    @precondition(lambda self: self.played.state.round is not None)
    @rule(kind=st.sampled_from((commands.PlaceBet, commands.TakeInsurance, commands.DrawCard)), seed=SEEDS)
    def something_usual(self, kind: type[Command], seed: int) -> None:
        """What happens most often at a table, so that the machine gets around."""
        chance = Random(seed)
        for _ in range(4):
            self.played.give(random_command(kind, self.playing, self.played.state, chance))

    @invariant()
    def the_guide_is_right(self) -> None:
        asked = self.played.guide
        assert asked.allowed, "something is always allowed"
        assert asked.why in self.citable, f"{asked.step} rests on {asked.why}"
        for kind in KINDS:
            if kind in asked.allowed:
                one = self.played.find_command(kind)
                assert one is not None, f"{kind.__name__} is allowed, but nothing fits"
            else:
                decision = self.played.decide_command(random_command(kind, self.playing, self.played.state, Random(1)))
                assert isinstance(decision, Refusal), f"{kind.__name__} is not allowed, but accepted"
                self.check_refusal(decision)

    @invariant()
    def the_guide_lists_what_decide_would_hear(self) -> None:
        state = self.played.state
        heard = {kind for kind, (may, _) in COMMANDS.items() if may(self.playing, state) is None}
        assert set(self.played.guide.allowed) == heard

    @invariant()
    def chips_balance(self) -> None:
        assert self.played.chips.is_balanced
        assert self.played.chips.lies == on_the_table(self.played.state)

    @invariant()
    def every_card_is_somewhere(self) -> None:
        state, cards = self.played.state, self.played.cards
        if state.table is not None and state.shoe.decks:
            assert {card.text: count for card, count in state.shoe.seen.items() if count} == dict(+cards.known)
            assert state.shoe.used == cards.out
        if state.round is not None:
            drawn = [card.card and card.card.text for card in state.round.cards]
            assert drawn == cards.round
        if state.last is not None and state.last.phase is Phase.CONCLUDED:
            # What lies there after a void may never have come into its round.
            ended = state.last.cards
            assert ended[len(ended) - len(state.carried) :] == state.carried

    def check_refusal(self, refusal: Refusal) -> None:
        assert refusal.code
        assert refusal.clause in self.citable, f"{refusal.code} cites {refusal.clause!r}"

    def teardown(self) -> None:
        if not hasattr(self, "played"):
            return
        assert fold(TableState(), self.played.happened) == self.played.state, "the events are the whole truth"
        self.played.play_to_end()
        assert not self.played.chips.lies, "no chip is left without an owner"


# Many thousands of steps.
pytestmark = pytest.mark.long
TestTables = Tables.TestCase
TestTables.settings = settings(max_examples=150, stateful_step_count=40)
