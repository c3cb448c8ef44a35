"""What needs the supervisor now, in its order, and what is open at the table without needing anybody yet.

Of what needs them, what stops the table comes first, and of one kind the oldest. Each has what opens it.
"""

from collections.abc import Iterator

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.guide import DEALER_ROLE
from dealer_app.people.authority import person_badge, time_left
from dealer_app.people.events import TWO_PERSON_ITEMS, ApprovalItem
from dealer_app.people.lockout import MINUTE
from dealer_app.screens.actions import Action, EndCall, SetInput
from dealer_app.screens.blocks import ListRow, ScreenText, Tag, Tone
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.menu import is_allowed
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import irregularity_name
from dealer_app.screens.labels import (
    bettor_fact,
    device_name_text,
    duration_text,
    label_text,
    money_text,
    person_name,
    reason_label,
)
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.supervisor.alarms_panel import (
    alarm_action,
    alarm_grade,
    alarm_state,
    alarm_title,
    rate_text,
)
from dealer_app.screens.supervisor.checklist_panel import fault_text
from dealer_app.screens.supervisor.table_course import clause_tags, clock_text, event_age
from dealer_app.station.house_law import Dispute, open_disputes
from dealer_app.station.state import Outage
from dealer_app.station.supervisor.alarms import RATE_GOAL, alarm_rate, order_alarms
from dealer_app.station.supervisor.checklists import list_faults
from dealer_app.station_events import AlarmKind, DisputeStep

_MOST_DISPUTES = 3
"""So many by law have a line of their own; the others share one, so that what comes after them is in sight."""
_MICROSECONDS = 1_000_000
_CASE_CODE, _CLAIM_CODE = frozenset({"case-opened"}), frozenset({"claim-raised"})
_LAW_STEPS = (DisputeStep.NOTIFIED, DisputeStep.INFORMED, DisputeStep.REQUESTED, DisputeStep.ACCEPTED)


class NeedItem(Struct, frozen=True, kw_only=True):
    """One of them: what it is, for how long, and what Enter does with it."""

    name: str
    title: ScreenText
    lines: tuple[ScreenText, ...]
    since: str = ""
    icon: str = "warning"
    tags: tuple[Tag, ...] = ()
    opens: Action | None = None
    step: ScreenText
    """What the next step is called."""


def list_needs(context: ScreenContext) -> tuple[NeedItem, ...]:
    """All of them in their order; no value of a sealed card is in any of them."""
    return (
        *_requests(context),
        *_dispute(context),
        *_disputes_by_law(context),
        *_device_questions(context),
        *_outage(context),
        *_call(context),
        *_alarms(context),
    )


def _open(context: ScreenContext, panel: Panel) -> SetInput:
    return SetInput(context.input_state.close_panel().replace(panel=panel))


def _requests(context: ScreenContext) -> Iterator[NeedItem]:
    """What somebody of a role decides in the case that was opened last: the others wait for it."""
    table = context.state.table
    case = table.cases[-1] if table.cases else None
    need = case.needs[0] if case is not None and case.needs else None
    role = getattr(need, "role", "")
    if case is None or not role or role == DEALER_ROLE or context.rules is None:
        return
    round_ = table.round
    lines = [label_text(context, "room.needs-role", role=context.rules.title(role))]
    if round_ is not None:
        total = sum(bet.wager.stake for bet in round_.bets)
        lines.append(
            label_text(
                context,
                "room.in-round",
                round=str(round_.number),
                bets=str(len(round_.bets)),
                amount=money_text(context, total),
            )
        )
    asked = [each.since for each in context.state.people.requests.values() if each.asked.item is ApprovalItem.DECISION]
    waited = max(0, context.moment.counter - min(asked)) if asked else event_age(context, _CASE_CODE)
    yield NeedItem(
        name=f"request:{case.number}",
        title=label_text(context, "room.request", trouble=irregularity_name(context, case.trouble)),
        lines=tuple(lines),
        since=duration_text(waited),
        tags=clause_tags(context, case.clause),
        opens=_open(context, Panel.APPROVAL),
        step=label_text(context, "room.open-request"),
    )


def _dispute(context: ScreenContext) -> Iterator[NeedItem]:
    """The claim that holds the table; behind a case that is open it waits for that."""
    claim = context.state.table.claim
    if claim is None or context.state.table.cases:
        return
    _, clause = open_table(context).rules.decider("claim")
    account = context.state.people.accounts.get(person_badge(claim.by))
    raiser = claim.by if account is None else account.name
    yield NeedItem(
        name=f"dispute:{claim.number}",
        title=label_text(context, "room.dispute"),
        lines=(reason_label(context, claim.text), label_text(context, "room.raised-by", name=raiser)),
        since=duration_text(event_age(context, _CLAIM_CODE)),
        icon="shield",
        tags=clause_tags(context, clause),
        opens=_open(context, Panel.APPROVAL),
        step=label_text(context, "room.open-dispute"),
    )


def _disputes_by_law(context: ScreenContext) -> Iterator[NeedItem]:
    """Those of which the law still asks something: its steps, and those that can be noted now."""
    found = open_disputes(context.state.law, context.moment)
    for dispute in found[:_MOST_DISPUTES]:
        lasted = max(0, context.moment.utc - dispute.at)
        day = dispute.last_day
        lines = [label_text(context, "room.dispute-steps")]
        if day is not None:
            lines.append(label_text(context, "room.until-day", day=str(day)))
        yield NeedItem(
            name=f"law:{dispute.number}",
            title=label_text(context, "room.dispute-by-law", round=str(dispute.round)),
            lines=tuple(lines),
            since=_long_text(lasted),
            icon="shield",
            tags=tuple(_step_tag(context, dispute, step) for step in _LAW_STEPS if dispute.find_step(step) is not None),
            opens=SetInput(context.input_state.close_panel().replace(panel=Panel.DISPUTES, framed=str(dispute.number))),
            step=label_text(context, "room.open-steps"),
        )
    others = found[_MOST_DISPUTES:]
    if others:
        rounds = ", ".join(str(dispute.round) for dispute in others)
        yield NeedItem(
            name="law-others",
            title=label_text(context, "room.disputes-more", count=str(len(others))),
            lines=(label_text(context, "room.disputes-rounds", rounds=rounds),),
            icon="shield",
            opens=SetInput(
                context.input_state.close_panel().replace(panel=Panel.DISPUTES, framed=str(others[0].number))
            ),
            step=label_text(context, "room.open-steps"),
        )


def _step_tag(context: ScreenContext, dispute: Dispute, step: DisputeStep) -> Tag:
    noted = dispute.find_step(step)
    assert noted is not None, "asked of a step that is done"
    account = context.state.people.accounts.get(noted.by)
    time = clock_text(Timestamp(utc=noted.at, offset=noted.offset, counter=0))
    said = label_text(context, f"report.law-{step.value}").first
    return Tag(f"{said} {time} {noted.by if account is None else account.name}", Tone.GOOD)


_HOUR = 3600 * _MICROSECONDS


def _long_text(microseconds: int) -> str:
    """Over an hour in hours and minutes."""
    if microseconds < _HOUR:
        return duration_text(microseconds)
    return f"{microseconds // _HOUR} h {microseconds % _HOUR // 60_000_000:02d} min"


def _device_questions(context: ScreenContext) -> Iterator[NeedItem]:
    """The dealer answers them; what a device says of itself is opened."""
    row = context.state.listening.row
    if not row:
        return
    first = row[0]
    called = device_name_text(context.words, context.devices.get(first.device, ""), first.device)
    yield NeedItem(
        name="device-question",
        title=label_text(context, "room.device-question", device=called),
        lines=(label_text(context, "room.device-waits", count=str(len(row))),),
        icon="device",
        opens=_open(context, Panel.DEVICES),
        step=label_text(context, "house.menu-devices"),
    )


def _outage(context: ScreenContext) -> Iterator[NeedItem]:
    if context.state.outage is Outage.NONE:
        return
    yield NeedItem(
        name="outage",
        title=label_text(context, "room.outage"),
        lines=(label_text(context, "room.outage-line"),),
        step=label_text(context, "room.outage"),
    )


def _call(context: ScreenContext) -> Iterator[NeedItem]:
    if context.state.called:
        yield NeedItem(
            name="called",
            title=label_text(context, "mending.called-at", time=context.state.called),
            lines=(label_text(context, "room.call-line"),),
            icon="person",
            opens=EndCall(then=context.input_state.close_panel()),
            step=label_text(context, "mending.call-over"),
        )


def _alarms(context: ScreenContext) -> Iterator[NeedItem]:
    """Those that nobody has shelved, the gravest first."""
    for alarm in order_alarms(context.state.alarms, context.moment):
        if alarm.is_shelved(context.moment):
            continue
        named, is_order = f"alarm:{alarm.number}", alarm.kind is AlarmKind.SHOE_ORDER
        yield NeedItem(
            name=named,
            title=alarm_title(context, alarm),
            lines=(alarm_action(context, alarm), alarm_grade(context, alarm)),
            since=_long_text(max(0, context.moment.utc - alarm.at)),
            icon="warning",
            tags=(Tag(label_text(context, "room.seen-by", name=person_name(context, alarm.seen_by)).first, Tone.GOOD),)
            if alarm.seen_by
            else (),
            opens=_open(context, Panel.SHOE_ORDER)
            if is_order
            else SetInput(context.input_state.close_panel().replace(panel=Panel.ALARMS, framed=named)),
            step=label_text(context, "alarms.shoe-order" if is_order else "room.open-alarm"),
        )


def alarm_rate_row(context: ScreenContext) -> ListRow:
    """How many alarms came beside the goal, and those that are shelved; a touch opens all of them."""
    board = context.state.alarms
    shelved = (one for one in order_alarms(board, context.moment) if one.is_shelved(context.moment))
    return ListRow(
        name="needs:alarms",
        title=label_text(context, "alarms.title").first,
        lines=tuple(f"{alarm_title(context, one).first} · {alarm_state(context, one).first}" for one in shelved),
        right=rate_text(context).first,
        icon="warning",
        tone=Tone.ATTENTION if alarm_rate(board, context.moment) >= RATE_GOAL else Tone.PLAIN,
        act=_open(context, Panel.ALARMS),
    )


def need_row(context: ScreenContext, item: NeedItem, *, digit: str, first: bool) -> ListRow:
    """Touched, it is taken: the next step is then for it."""
    framed = first or context.input_state.framed == item.name
    return ListRow(
        name=item.name,
        title=item.title.first,
        lines=tuple(line.first for line in item.lines),
        right=item.since,
        tags=item.tags,
        framed=framed,
        tone=Tone.ATTENTION,
        icon=item.icon,
        act=SetInput(context.input_state.replace(framed=item.name)),
        key=digit,
    )


_SOON = 30 * MINUTE
"""Acting that ends within this time is marked."""


def list_open_matters(context: ScreenContext) -> tuple[ListRow, ...]:
    """A row each."""
    return (
        *_cards(context),
        *_winnings(context),
        *_acting(context),
        *_proposals(context),
        *_law_notice(context),
        *_faults(context),
    )


def _cards(context: ScreenContext) -> Iterator[ListRow]:
    carried = context.state.table.carried
    if not carried:
        return
    sealed = sum(card.seal is not None for card in carried)
    yield ListRow(
        name="open:cards",
        title=label_text(context, "report.open-carried", count=str(len(carried))).first,
        lines=(label_text(context, "room.sealed" if sealed else "report.open-carried-note").first,),
        icon="lock" if sealed else "card",
        act=_open(context, Panel.RECALL),
    )


def _winnings(context: ScreenContext) -> Iterator[ListRow]:
    """Kept for guests who left; handed over by the form of the table, where it takes that now."""
    can_hand_over = is_allowed(context, correction_commands.HandOver)
    form = context.input_state.close_panel().replace(panel=Panel.REPORT).with_pick("report", "hand-over")
    for place, kept in enumerate(context.state.table.kept):
        where = label_text(context, "room.kept-of", round=str(kept.round)).first
        who = context.words.first.text("mending", "bettor", {"bettor": bettor_fact(kept.who)})
        yield ListRow(
            name=f"open:winnings:{place}",
            title=label_text(context, "report.open-winnings", amount=money_text(context, kept.amount)).first,
            lines=(f"{where} · {who}",),
            icon="chip",
            act=SetInput(form) if can_hand_over else None,
        )


def _acting(context: ScreenContext) -> Iterator[ListRow]:
    for badge, acting in sorted(context.state.people.acting.items()):
        left = time_left(acting, context.moment)
        yield ListRow(
            name=f"open:acting:{badge}",
            title=label_text(context, "room.acting-ends", left=duration_text(left)).first,
            lines=(
                context.state.people.accounts[badge].name,
                label_text(context, f"position.{acting.position.value}").first,
            ),
            icon="person",
            tone=Tone.ATTENTION if left <= _SOON else Tone.PLAIN,
            act=_open(context, Panel.ACTING),
        )


_ITEM_PANELS = {"limits": Panel.LIMITS, "people": Panel.PEOPLE, "setting": Panel.SETTINGS, "lock": Panel.LOCKS}


def _proposals(context: ScreenContext) -> Iterator[ListRow]:
    """What one person asked for and another has still to agree to."""
    for number, request in sorted(context.state.people.requests.items()):
        if request.asked.item not in TWO_PERSON_ITEMS or request.is_granted:
            continue
        account = context.state.people.accounts.get(request.by)
        panel = _ITEM_PANELS.get(request.asked.item.value)
        yield ListRow(
            name=f"open:proposal:{number}",
            title=label_text(context, f"item.{request.asked.item.value}").first,
            lines=(
                request.by if account is None else account.name,
                label_text(context, "room.second-missing").first,
            ),
            icon="pencil",
            act=None if panel is None else _open(context, panel),
        )


def _law_notice(context: ScreenContext) -> Iterator[ListRow]:
    notice = context.state.law.notice
    if notice is not None and context.state.table.table is not None:
        left = label_text(context, "room.notice-rounds", rounds=str(context.state.table.rounds - notice.rounds))
        yield ListRow(
            name="open:notice",
            title=label_text(context, "room.notice-given").first,
            lines=(left.first,),
            icon="people",
            act=_open(context, Panel.CLOSING),
        )


def _faults(context: ScreenContext) -> Iterator[ListRow]:
    """What was found not to be in order when the table was opened, or closed before."""
    lists = context.state.checklists
    for signed in filter(None, (lists.closing, lists.opening)):
        if list_faults(signed):
            yield ListRow(
                name=f"open:checklist:{signed.checklist.value}",
                title=fault_text(context, signed).first,
                lines=(person_name(context, signed.by),),
                icon="list",
                tone=Tone.ATTENTION,
                act=_open(context, Panel.CHECKLIST) if context.state.table.round is None else None,
            )
