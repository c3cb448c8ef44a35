"""Plays a table on by doing what the guide says, and nothing else, by a person of the position that the guide names."""

from collections.abc import Iterator, Mapping
from typing import Any

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS, decide
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.guide import NEED_STEPS, Guide, Step, make_guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person, TableState
from dealer_app.domain.round.table_settings import Rules, Table
from dealer_app.domain.rulebook import Rulebook
from tests.support.card_ledger import CardLedger
from tests.support.ledger import ChipLedger
from tests.support.payout_ledger import PayoutLedger
from tests.support.round_fitting import command_values
from tests.support.round_machine import PEOPLE
from tests.support.rounds import RoundTable

STEPS: Mapping[Step, type[Command]] = {
    Step.OPEN_TABLE: commands.OpenTable,
    Step.CHANGE_DICE: correction_commands.ChangeDice,
    Step.BRING_CARDS: commands.BringCards,
    Step.CHECK_CARDS: commands.DoShoeWork,
    Step.SHUFFLE: commands.DoShoeWork,
    Step.CUT: commands.DoShoeWork,
    Step.BURN: commands.BurnCards,
    Step.END_SHOE: commands.EndShoe,
    Step.PLACE_YOUR_BETS: commands.PlaceYourBets,
    Step.REJECT_EXCESS: commands.RejectExcess,
    Step.NO_MORE_BETS: commands.NoMoreBets,
    Step.DRAW_PLAYER: commands.DrawCard,
    Step.DRAW_BANKER: commands.DrawCard,
    Step.TURN_CARDS: commands.TurnCards,
    Step.OFFER_INSURANCE: commands.CloseOffer,
    Step.TUMBLE: commands.CountTumbles,
    Step.READ_DICE: commands.ReadDice,
    Step.ANNOUNCE_RESULT: commands.AnnounceResult,
    Step.SETTLE: commands.SettleAll,
    Step.CLOSE_CLAIM: commands.CloseClaim,
    Step.ANSWER: commands.Answer,
    Step.APPROVE: commands.Approve,
    Step.INSPECT: commands.Inspect,
    Step.DECIDE_ORDER: commands.DecideOrder,
    Step.OPTIONS: commands.ApplyOptions,
    Step.RULING: commands.GiveRuling,
    Step.OFFER_LATE: correction_commands.CloseLateOffer,
    Step.NAME_INTENTIONS: correction_commands.NameIntentions,
    Step.SET_CARDS_ASIDE: correction_commands.SetCardsAside,
    Step.NAME_MISSING_CARDS: correction_commands.NameMissingCards,
    Step.CHANGE_WAGERS: correction_commands.EndChanges,
    Step.REMOVE_WAGERS: correction_commands.RemoveWagers,
    Step.CHOOSE_CARRIED_USE: correction_commands.ChooseCarriedUse,
    Step.DEAL_FREE_HAND: correction_commands.DealFreeHand,
    Step.STATE_AFFECTED_ROUNDS: correction_commands.StateAffectedRounds,
    Step.STATE_DEVICE_FAULT: correction_commands.StateDeviceFault,
    **{NEED_STEPS[need]: command for need, command in BARE_NEED_COMMANDS.items()},
}


def layout_rules(book: Rulebook, letter: str, game: GameTable | None) -> Rules:
    layout = book.find_layout(letter)
    assert layout is not None
    return Rules(book, layout, game)


class RoundPlayer:
    """A table with everything that happened at it, its chips and its cards counted beside it."""

    def __init__(self, rules: Rules, opening: Table) -> None:
        self.rules, self.opening = rules, opening
        self.state = TableState()
        self.happened: list[events.Event] = []
        self.chips, self.cards = ChipLedger(), CardLedger()
        self.payouts = PayoutLedger(rules.book.game, rules.layout.letter)

    @property
    def guide(self) -> Guide:
        return make_guide(self.rules, self.state)

    def decide_command(self, command: Command) -> tuple[events.Event, ...] | Refusal:
        return decide(rules=self.rules, state=self.state, command=command)

    def give(self, command: Command) -> tuple[events.Event, ...] | Refusal:
        """Give a command; if it is accepted, its events happen."""
        decision = self.decide_command(command)
        if not isinstance(decision, Refusal):
            for event in decision:
                self.happens(event)
        return decision

    def happens(self, event: events.Event) -> None:
        self.cards.note(event, len(self.state.carried))
        self.chips.note(event)
        self.payouts.note(event, self.cards.ranks)
        self.state = apply_event(self.state, event)
        self.happened.append(event)

    def candidates(self, kind: type[Command], people: tuple[Person, ...] = PEOPLE) -> Iterator[Command]:
        for values in command_values(kind, self.rules, self.state, self.opening):
            for person in people:
                yield kind(by=person, at=0, **values)

    def find_command(self, kind: type[Command], people: tuple[Person, ...] = PEOPLE) -> Command | None:
        """One that is accepted, if any."""
        return next(
            (one for one in self.candidates(kind, people) if not isinstance(self.decide_command(one), Refusal)), None
        )

    def play_step(self) -> None:
        """The step's own command, given by the position that the guide names, is accepted."""
        asked = self.guide
        people = tuple(person for person in PEOPLE if person.role == asked.who)
        if asked.step is Step.OPEN_TABLE:
            people = PEOPLE  # Who opens a table depends on its settings.
        if asked.step is Step.OPTIONS:
            self._all_choose(people)
            asked = self.guide
        kind = STEPS[asked.step]
        assert kind in asked.allowed, f"{asked.step} is the next step, but {kind.__name__} is not allowed"
        command = self.find_command(kind, people)
        refused = [self.decide_command(one) for one in self.candidates(kind, people)][:3]
        assert command is not None, f"{asked.step} cannot be done by {asked.who}: {refused}"
        self.give(command)

    def _all_choose(self, people: tuple[Person, ...]) -> None:
        for who in {bet.who for bet in self.state.round.bets} if self.state.round else ():
            values: dict[str, Any] = {"who": who, "option": commands.Option.CONTINUE}
            self.give(commands.ChooseOption(by=people[0], at=0, **values))

    def play_to_end(self, most: int = 60) -> None:
        """Until no round, case or claim is left."""
        for _ in range(most):
            if self.state.round is None and not self.state.cases and self.state.claim is None:
                return
            self.play_step()
        raise AssertionError(f"not at an end after {most} steps: {self.guide}")


def next_step(table: RoundTable) -> Step:
    """The next step of a table in a test."""
    return table.guide.step
