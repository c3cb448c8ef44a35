"""Journals of whole shifts: a staffed station at which a simulated dealer plays by chance, with its clock running.

folder = write_shift(tmp_path, ShiftPlan(game="tiger-buffalo-v4", rounds=30))
"""

from pathlib import Path
from random import Random

from msgspec import Struct

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, GuestAnswer, Person
from dealer_app.domain.round.table_settings import Rules, Table, make_rules, usual_table
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import replace
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import require_layout
from dealer_app.scripts.play import play_rounds, prepare_table
from dealer_app.scripts.session import PlaySession
from dealer_app.scripts.simulated_dealer import SimulatedDealer
from dealer_app.station.house_law import DISPUTE_LAW, LAW_ON
from dealer_app.station.supervisor.checklists import load_checklists
from dealer_app.station.two_people import ProposeSetting
from dealer_app.station_events import ChecklistAnswer, ChecklistKind, DisputeStep, ResultDisplayed
from tests.support.journals import sqlite_journal
from tests.support.live_station import StaffedStation
from tests.support.rounds import DEALER

SUPERVISOR = Person("Supervisor", "pit_supervisor")
MANAGER = Person("Manager", "pit_manager")
SECONDS = 1_000_000


class ShiftPlan(Struct, frozen=True, kw_only=True):
    """What is played: so many rounds, of which the last is disputed with these words."""

    game: str = "tiger-buffalo-v4"
    layout: str = "A"
    rounds: int = 12
    seed: int = 1
    bets: int = 5
    irregular: float = 0.0
    claim: str = ""
    decision: str = ""
    offered: str = ""
    """What the guest is offered with the decision, with a difference of 600 that the guest does not accept."""
    claim_round: int = 0
    """The round that is disputed, where it is not the last one."""
    by_law: bool = False
    """Whether the law of the place asks for steps: the inspector is notified at once, the guest informed at the end."""
    found: str = ""
    """What is wrong with the first item of the closing checklist, where one is signed."""
    displayed: str = ""
    """The digest of what the customer display painted of the disputed result."""
    is_ended: bool = True


class _Recording(PlaySession):
    """Keeps the commands that the table takes."""

    def __init__(self, rules: Rules, usual: Table, *, seed: int) -> None:
        super().__init__(rules, usual, seed=seed)
        self.given: list[Command] = []

    def give_command(self, command: Command) -> tuple[events.Event, ...] | Refusal:
        happened = super().give_command(command)
        if not isinstance(happened, Refusal):
            self.given.append(command)
        return happened


def make_commands(plan: ShiftPlan) -> tuple[Rules, list[Command]]:
    """The commands of a simulated dealer who opens the table and plays."""
    book: Rulebook = load_rulebook(plan.game)
    layout = require_layout(book, plan.layout)
    rules = make_rules(book, layout)
    session = _Recording(rules, replace(usual_table(book, layout), name="B-07"), seed=plan.seed)
    dealer = SimulatedDealer(Random(plan.seed), irregular=plan.irregular, bets=plan.bets)
    prepare_table(session, lambda _text: None, dealer)
    play_rounds(session, dealer, plan.rounds, None)
    return rules, [replace(each, by=DEALER) if each.by.role == DEALER.role else each for each in session.given]


def write_shift(folder: Path, plan: ShiftPlan) -> StaffedStation:
    """A journal with a first run, a shift, its rounds, and a dispute where the plan has one."""
    rules, given = make_commands(plan)
    journal = sqlite_journal(folder)
    house = StaffedStation(journal)
    pace = Random(plan.seed)
    if plan.by_law:
        house.two(ProposeSetting(setting=DISPUTE_LAW, value=LAW_ON))
    # While nobody is idle yet.
    for person in dict.fromkeys((DEALER, MANAGER, SUPERVISOR, *(command.by for command in given))):
        house.person_proof(person)
    house.check_done(house.station.shifts.begin(house.person_proof(SUPERVISOR)))
    for command in given:
        house.clock.wait(pace.randrange(1, 9) * SECONDS // 2)
        if command.by != DEALER:
            house.again(command.by)
        if isinstance(command, commands.PlaceYourBets) and house.station.state.table.rounds == (
            plan.claim_round or None
        ):
            _dispute(house, rules, plan)
        house.check_done(house.play(command, rules))
    if plan.claim and not plan.claim_round:
        _dispute(house, rules, plan)
    if plan.by_law:
        house.clock.wait(120 * SECONDS)
        house.check_done(house.station.law.note_step(house.again(MANAGER), 1, DisputeStep.INFORMED, "Guest at seat 3"))
    if plan.found:
        items = load_checklists()[ChecklistKind.CLOSING, rules.book.house]
        answers = [
            ChecklistAnswer(item=item, in_order=bool(place), note="" if place else plan.found)
            for place, item in enumerate(items)
        ]
        house.check_done(house.station.checklists.sign(house.again(SUPERVISOR), rules.book.house, answers))
    if plan.is_ended and house.station.state.table.round is None:
        house.clock.wait(60 * SECONDS)
        house.check_done(house.station.shifts.end(house.begin_session(house.person_badge(SUPERVISOR))))
    journal.close()
    return house


def _dispute(house: StaffedStation, rules: Rules, plan: ShiftPlan) -> None:
    """Over the last round, before the next one begins."""
    if plan.displayed:
        number = house.station.state.table.rounds
        house.check_done(house.station.record(ResultDisplayed(round=number, digest=plan.displayed)))
    house.clock.wait(4 * SECONDS)
    house.again(MANAGER)
    house.check_done(house.play(commands.HoldForClaim(by=DEALER, at=0, text=plan.claim), rules))
    if plan.decision:
        house.clock.wait(90 * SECONDS)
        closes = commands.CloseClaim(
            by=MANAGER, at=0, decision=plan.decision, clause="5.14", surveillance="SV-1118-0412"
        )
        if plan.offered:
            answer = GuestAnswer.DECLINES
            closes = replace(closes, offered=plan.offered, difference=Money(60_000), answer=answer)
        house.check_done(house.play(closes, rules))
    if plan.by_law:
        house.clock.wait(30 * SECONDS)
        house.check_done(house.station.law.note_step(house.again(MANAGER), 1, DisputeStep.NOTIFIED, "Inspector"))
