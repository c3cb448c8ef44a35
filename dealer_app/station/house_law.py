"""Law of the place that a house has switched on: what it asks of disputes, and of the closing of a table.

Each is a setting of its own, off at first, set by two people. Singapore: the Casino Control Act, section 111
(disputes), and the Conduct of Gaming Regulations, regulation 16 (closing) and regulation 15 (a device's fault that
affected the outcome: ruling O26, judged in `domain.round`).
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta

from msgspec import Struct, field

from dealer_app.clock import Timestamp
from dealer_app.domain.round.events import ClaimRaised
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.station_events import ClosingNoticed, DisputeBegan, DisputeStep, DisputeStepNoted

DISPUTE_LAW, CLOSING_LAW, DEVICE_FAULT_LAW = "law-disputes", "law-closing", "law-device-fault"
LAWS = (DISPUTE_LAW, CLOSING_LAW, DEVICE_FAULT_LAW)
"""The settings, in the order in which they are listed."""
LAW_OFF, LAW_ON = 0, 1
REQUEST_DAYS = 7
"""Calendar days at the table, after the one on which the guest was informed, on which the investigation can be asked
for."""
_MICROSECONDS = 1_000_000


def is_law_on(settings: Mapping[str, str], law: str) -> bool:
    return int(settings.get(law, LAW_OFF)) == LAW_ON


def rules_in_force(rules: Rules, settings: Mapping[str, str]) -> Rules:
    """The rules of a document with the law that the house has switched on."""
    return rules.with_device_fault(voids=is_law_on(settings, DEVICE_FAULT_LAW))


class Dispute(Struct, frozen=True, kw_only=True):
    """A dispute that the law asks more of than a decision of the House, with each of its steps."""

    number: int
    claim: int
    table: str
    round: int
    at: int
    offset: int
    steps: tuple[DisputeStepNoted, ...] = ()

    def find_step(self, step: DisputeStep) -> DisputeStepNoted | None:
        return next((done for done in self.steps if done.step is step), None)

    @property
    def last_day(self) -> date | None:
        """The last day on which the guest can ask for the investigation; none before the guest was informed."""
        informed = self.find_step(DisputeStep.INFORMED)
        return None if informed is None else local_date(informed.at, informed.offset) + timedelta(days=REQUEST_DAYS)


Disputes = Mapping[int, Dispute]


class ClosingNotice(Struct, frozen=True, kw_only=True):
    """When the last notice to the guests was given, that the table closes, and how many rounds had begun by then."""

    rounds: int
    at: int
    offset: int


class LawState(Struct, frozen=True, kw_only=True):
    """What a station keeps by the law of its place: every dispute since its first, and the notice of the open table."""

    disputes: Disputes = field(default_factory=dict)
    notice: ClosingNotice | None = None


def local_date(utc: int, offset: int) -> date:
    """The calendar day at the table: the law counts these, and not gaming days."""
    return (datetime.fromtimestamp(utc // _MICROSECONDS, UTC) + timedelta(minutes=offset)).date()


def is_dispute_open(dispute: Dispute, today: date) -> bool:
    """Whether something is still to be done: until the guest accepts, or all steps are done or their days are over."""
    if dispute.find_step(DisputeStep.ACCEPTED) is not None:
        return False
    if dispute.find_step(DisputeStep.NOTIFIED) is None or dispute.last_day is None:
        return True
    return dispute.find_step(DisputeStep.REQUESTED) is None and today <= dispute.last_day


def open_disputes(law: LawState, now: Timestamp) -> tuple[Dispute, ...]:
    """Those of which something is still to be done, the oldest first."""
    today = local_date(now.utc, now.offset)
    return tuple(dispute for dispute in law.disputes.values() if is_dispute_open(dispute, today))


def find_dispute(law: LawState, claim: int, table: str) -> Dispute | None:
    """That of a claim at a table, the newest if a claim of an earlier opening had the same number."""
    return next((one for one in reversed([*law.disputes.values()]) if (one.claim, one.table) == (claim, table)), None)


def possible_steps(dispute: Dispute, today: date) -> tuple[DisputeStep, ...]:
    """The steps that can be noted now: nobody can ask in time before being informed, or once the days are over."""
    if not is_dispute_open(dispute, today):
        return ()
    left = [step for step in DisputeStep if dispute.find_step(step) is None]
    last = dispute.last_day
    if last is None or today > last:
        left.remove(DisputeStep.REQUESTED)
    if dispute.find_step(DisputeStep.REQUESTED) is not None:
        left.remove(DisputeStep.ACCEPTED)
    return tuple(left)


def dispute_events(
    settings: Mapping[str, str], law: LawState, table: TableState, happened: Iterable[object], now: Timestamp
) -> tuple[DisputeBegan, ...]:
    """What is kept of a dispute from its beginning on, where the law is switched on."""
    raised = next((event for event in happened if isinstance(event, ClaimRaised)), None)
    about = table.round or table.last
    if raised is None or about is None or table.table is None or not is_law_on(settings, DISPUTE_LAW):
        return ()
    number = max(law.disputes, default=0) + 1
    began = DisputeBegan(
        number=number,
        claim=raised.number,
        table=table.table.name,
        round=about.number,
        at=now.utc,
        offset=now.offset,
    )
    return (began,)


def is_notice_due(settings: Mapping[str, str], law: LawState, table: TableState) -> bool:
    """Whether the table cannot close as usual: its last round did not begin after a notice."""
    return is_law_on(settings, CLOSING_LAW) and (law.notice is None or table.rounds <= law.notice.rounds)


# The fold


def begin_dispute(law: LawState, event: DisputeBegan) -> LawState:
    dispute = Dispute(
        number=event.number,
        claim=event.claim,
        table=event.table,
        round=event.round,
        at=event.at,
        offset=event.offset,
    )
    return replace(law, disputes={**law.disputes, event.number: dispute})


def note_dispute_step(law: LawState, event: DisputeStepNoted) -> LawState:
    dispute = law.disputes[event.number]
    changed = replace(dispute, steps=(*dispute.steps, event))
    return replace(law, disputes={**law.disputes, event.number: changed})


def note_closing(law: LawState, event: ClosingNoticed) -> LawState:
    return replace(law, notice=ClosingNotice(rounds=event.rounds, at=event.at, offset=event.offset))


def end_notice(law: LawState) -> LawState:
    """Each opening of a table has a notice of its own."""
    return law if law.notice is None else replace(law, notice=None)
