"""The events of the timeline in words: which of them are shown, a row for each, and to whom each is credited.

Nobody is named for what a device alone has reported, and nobody for what the station does by itself after a decision.
"""

from datetime import UTC, datetime, timedelta

from dealer_app import station_events as facts
from dealer_app.domain.round import events
from dealer_app.domain.round.irregularities.kinds import IRREGULARITY_BY_CODE, Discovery, IrregularityKind
from dealer_app.domain.round.state import Case, Source
from dealer_app.domain.values import replace
from dealer_app.people.authority import person_badge
from dealer_app.people.events import ApprovalGiven, ApprovalRefused
from dealer_app.people.positions import Position
from dealer_app.screens.blocks import ListRow, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_facts import EVENT_FACTS, SUBJECT_FACTS, Facts, bet_or_none_text
from dealer_app.screens.labels import device_name, label_text, person_name
from dealer_app.screens.timeline import BET_CHANGES, EVENT_CODES, TimelineEvent, is_same_decision

_MICROSECONDS = 1_000_000
_ACTING = " (acting)"
_BETWEEN = " · "
REPORTED = "reported-by"


def visible_events(happened: tuple[TimelineEvent, ...]) -> tuple[TimelineEvent, ...]:
    """The events that are shown, newest first; of a device that stays lost only that it was lost.

    A case that closed by itself, or for another report, is not said to have ended: nobody has ended it. One signature
    is one line. Only these events need to be put in words.
    """
    lost: set[str] = set()
    untouched: set[int] = set()
    shown: list[TimelineEvent] = []
    for one in happened:
        if _closes_untouched(one.event, untouched):
            continue
        if isinstance(one.event, facts.DeviceIncident):
            again = one.event.incident is facts.Incident.LOST and one.event.device in lost
            (lost.add if one.event.incident is facts.Incident.LOST else lost.discard)(one.event.device)
            if again:
                continue
        if isinstance(one.event, events.NeedMet):
            signed = _find_signature(shown, one)
            if signed is not None and isinstance(signed.event, ApprovalRefused):
                continue
            if signed is not None:
                shown.remove(signed)
        shown.append(one)
    return tuple(reversed(shown))


def _find_signature(shown: list[TimelineEvent], met: TimelineEvent) -> TimelineEvent | None:
    """The approval or refusal by which this need is met: the same signature, and the same irregularity."""
    for one in reversed(shown):
        if not is_same_decision(one, met):
            return None
        if isinstance(one.event, ApprovalGiven | ApprovalRefused) and one.about == met.about:
            return one
    return None


_DECIDING_EVENTS = (events.NeedMet, events.NeedsChanged, events.OptionChosen)


def _closes_untouched(event: object, untouched: set[int]) -> bool:
    """Whether it closes a case in which nobody has decided anything; `untouched` are the cases of that kind so far."""
    match event:
        case events.CaseOpened(case=case):
            untouched.add(case.number)
        case events.RoundVoided():
            untouched.clear()
        case events.CaseClosed(case=number):
            return number in untouched
        case _ if isinstance(event, _DECIDING_EVENTS):
            untouched.discard(event.case)
        case _:
            pass
    return False


def event_rows(context: ScreenContext, happened: tuple[TimelineEvent, ...]) -> tuple[ListRow, ...]:
    """A row each, in this order."""
    return tuple(event_row(context, one, place, event_text(context, one)) for place, one in enumerate(happened))


def event_row(context: ScreenContext, one: TimelineEvent, place: int, text: ScreenText) -> ListRow:
    """What happened, who did it, and when."""
    return ListRow(name=f"told:{place}", title=text.first, lines=(_credit_line(context, one),), right=event_time(one))


def event_text(context: ScreenContext, one: TimelineEvent) -> ScreenText:
    """An event of a timeline in words."""
    kind, code = type(one.event), EVENT_CODES[type(one.event)]
    said: Facts = {}
    if kind in SUBJECT_FACTS:
        code, said = SUBJECT_FACTS[kind](context, code, one.event, one.about)
    elif kind in EVENT_FACTS:
        code, said = EVENT_FACTS[kind](context, code, one.event)
    if isinstance(one.event, BET_CHANGES):
        said = {"bet": bet_or_none_text(context, one.about), **said}
    if one.follows and isinstance(one.event, events.ResultAnnounced):
        code = "result-again"
    return label_text(context, f"happened.{code}", **said)


def event_time(one: TimelineEvent) -> str:
    local = datetime.fromtimestamp(one.utc // _MICROSECONDS, UTC) + timedelta(minutes=one.offset)
    return f"{local:%H:%M:%S}"


# To whom an event is credited


def _credit_line(context: ScreenContext, one: TimelineEvent) -> str:
    """Who acted, in which position, and the clause."""
    parts = [_source_part(context, one), _clause_part(one.event)]
    if not _is_of_device_alone(one):
        parts.insert(0, _found_by_part(context, one) or _follows_part(context, one) or _actor_part(context, one))
    return _BETWEEN.join(part for part in parts if part)


def _is_of_device_alone(one: TimelineEvent) -> bool:
    source = _event_source(one)
    return source is not None and bool(source.device) and not (source.keyed_by or source.approved_by)


def _event_source(one: TimelineEvent) -> Source | None:
    source: Source | None = getattr(one.event, "source", None)
    return source


def _actor_part(context: ScreenContext, one: TimelineEvent) -> str:
    asked_by = _asked_by(one)
    if asked_by:
        account = context.state.people.accounts.get(asked_by)
        return author_text(context, asked_by, "" if account is None else account.position.value)
    badge, position = find_actor(one)
    return author_text(context, badge, position) if badge else event_actor(context, one)


def author_text(context: ScreenContext, badge: str, position: str) -> str:
    """`Dealer 1, Dealer`; the station, where nobody has acted."""
    if not badge:
        return label_text(context, "happened.station").first
    name, place = person_name(context, badge), position.removesuffix(_ACTING)
    if not place:
        return name
    held = label_text(context, "held.acting" if place != position else "held.own", position=place).first
    return context.words.first.join_texts("list", name, held)


def _asked_by(one: TimelineEvent) -> str:
    """Whose correction it is, where another person has only approved it."""
    source = _event_source(one)
    if source is None or not source.approved_by or source.approved_by != one.badge:
        return ""
    return "" if source.keyed_by == one.badge else source.keyed_by


def _found_by_part(context: ScreenContext, one: TimelineEvent) -> str:
    """By whom an irregularity came to be known; nothing for other events."""
    if not isinstance(one.event, events.CaseOpened):
        return ""
    said = discovery_text(context, one.event.case, one)
    return said or f"{label_text(context, 'mending.reported-by').first} {_actor_part(context, one)}"


def discovery_text(context: ScreenContext, case: Case, opened: TimelineEvent | None) -> str:
    """How an irregularity came to be known; nothing where a person has reported it."""
    code = credit_code(case, opened)
    if code == REPORTED:
        return ""
    name = person_name(context, person_badge(case.reported_by)) if opened is None else event_actor(context, opened)
    device = device_name(context, case.source_device)
    return label_text(context, f"mending.{code}", name=name, device=device).first


def credit_code(case: Case, opened: TimelineEvent | None) -> str:
    """To whom a case is credited: a device, who reported it, the station, who dealt meanwhile, or who brought it about.

    A decision brings a case about, as chips that move back after it: that neither the station nor anybody has found.
    """
    if case.source_device:
        return "reported-by-device"
    discovery = IRREGULARITY_BY_CODE[case.trouble].discovery
    reported = case.reported or case.withdrawable or (opened is not None and opened.reported)
    if reported or discovery not in (Discovery.STATION, Discovery.EITHER):
        return REPORTED
    if opened is not None and opened.badge and not _is_by_dealer(opened):
        return "follows-decision"
    if case.trouble == IrregularityKind.CHIPS_MOVED.value:
        return "follows-from"
    if discovery is Discovery.STATION:
        return "found-by-station"
    return REPORTED if case.facts.get("text") else "while-dealt"


def _is_by_dealer(one: TimelineEvent) -> bool:
    return one.position.removesuffix(_ACTING) == Position.DEALER.value


def _follows_part(context: ScreenContext, one: TimelineEvent) -> str:
    """What the station does by itself, and upon whose entry or decision; nothing for what somebody does."""
    if not one.follows:
        return ""
    code = "by-station-entered" if _is_by_dealer(one) else "by-station-decided"
    return label_text(context, f"source.{code}", name=person_name(context, one.badge)).first


def source_text(context: ScreenContext, one: TimelineEvent) -> str:
    """Where a card, a tumble, dice or a result come from: a device and its report, or who keyed it with whose leave."""
    source = _event_source(one)
    if source is None:
        return ""
    phrases = []
    if source.device:
        phrases.append(_source_phrase(context, "device", device=device_name(context, source.device)))
    if source.keyed_by and not isinstance(one.event, events.ResultAnnounced):
        # Who acted is named before it already, unless it was somebody else.
        other = source.keyed_by != one.badge
        phrases.append(
            _source_phrase(context, "keyed-by" if other else "keyed", name=person_name(context, source.keyed_by))
        )
    if source.approved_by:
        phrases.append(_source_phrase(context, "approved", name=person_name(context, source.approved_by)))
    return context.words.first.join_texts("list", *phrases)


def _source_part(context: ScreenContext, one: TimelineEvent) -> str:
    """The same beside a credit that already says who keyed or decided."""
    if one.follows:
        return ""
    asked_by = _asked_by(one)
    return source_text(context, replace(one, badge=asked_by) if asked_by else one)


def _source_phrase(context: ScreenContext, code: str, **said: str | ScreenText) -> str:
    return label_text(context, f"source.{code}", **said).first


def find_actor(one: TimelineEvent) -> tuple[str, str]:
    """By badge and position: an approval is that of the person who signs, not of the dealer at whose screen they do."""
    event = one.event
    if isinstance(event, ApprovalGiven | ApprovalRefused):
        return event.by, f"{event.position.value}{_ACTING if event.acting else ''}"
    return one.badge, one.position


def event_actor(context: ScreenContext, one: TimelineEvent) -> str:
    """By name; what nobody did the device did, or the station."""
    name = person_name(context, find_actor(one)[0])
    device: str = getattr(one.event, "device", "")
    if not name and device:
        return device_name(context, device).first
    return name or label_text(context, "happened.station").first


def _clause_part(event: object) -> str:
    clause = event.case.clause if isinstance(event, events.CaseOpened) else getattr(event, "clause", "")
    return clause if isinstance(clause, str) and clause[:1].isdigit() else ""
