"""Who may key cards or dice by hand, for every command that comes to a table.

While a device of that kind works, each card and each tumble takes a second person. While none does, one approval lasts
(`HandDealing`), and each card names it; so it does where the station was started without the device that the open table
has had. At a table that has had none since it was opened a setting says who keys.
"""

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.device_questions import DeviceKind, Link
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Command, Source, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.station.core import Core
from dealer_app.station.device_fold import absent_device_names
from dealer_app.station.state import StationState, may_key_alone
from dealer_app.station.transaction import Transaction
from dealer_app.station.two_people import SecondSubject, approve_by_second, second_refusal
from dealer_app.station_events import HandDealingAllowed


class DevicePresence(Enum):
    """Whether a device reads cards, or dice, at this table."""

    NONE = "none"
    """No device is set up for them, nor was one since the table was opened."""
    LOST = "lost"
    ABSENT = "not set up any more"
    """The table has had one, and this start has none: as good as lost until the table is closed."""
    HEARD = "heard"


class Keyer(Struct, frozen=True, kw_only=True):
    """Who keys, at which terminal, and who approves it; with `standing` the approval is for more than this one.

    The answer to a question of a device is keyed in place of its report, also where it is not set up any more.
    """

    badge: str
    terminal: str = ""
    second: str = ""
    standing: bool = False
    answers: bool = False


def source_device_kind(command: Command) -> DeviceKind | None:
    """The kind of the device that could have reported what this command brings to the table; None if it brings
    nothing.
    """
    match command:
        case commands.DrawCard():
            return DeviceKind.SHOE
        case commands.TurnCards(cards=cards) | commands.Report(cards=cards) if cards:
            return DeviceKind.SHOE
        case correction_commands.ReplaceMissingCards():
            return DeviceKind.SHOE
        case commands.CountTumbles() | commands.ReadDice():
            return DeviceKind.TUMBLER
        case _:
            return None


def find_devices(core: Core, kind: DeviceKind) -> tuple[str, ...]:
    """Those that are set up; where none is, those that the open table has had."""
    names = tuple(name for name, each in core.devices.items() if each is kind)
    return names or absent_device_names(core.state.set_up, core.devices, kind)


def may_report(core: Core, kind: DeviceKind) -> bool:
    """Whether a device of this kind could report something at this table, now or after another start."""
    return bool(find_devices(core, kind))


def device_presence(core: Core, kind: DeviceKind) -> DevicePresence:
    names, known = find_devices(core, kind), core.state.listening.devices
    if not names:
        return DevicePresence.NONE
    if kind not in core.devices.values():
        return DevicePresence.ABSENT
    is_connected = any(name in known and known[name].link is Link.CONNECTED for name in names)
    return DevicePresence.HEARD if is_connected else DevicePresence.LOST


def hand_key_source(
    core: Core, draft: Transaction, rules: Rules, keyer: Keyer, kind: DeviceKind, second: SecondSubject
) -> Source | Refusal:
    """The source of what somebody keys, with the approval drafted that it takes; or that it takes one."""
    alone = Source(keyed_by=keyer.badge)
    hearing = device_presence(core, kind)
    if hearing is DevicePresence.NONE and not keyer.answers and may_key_alone(core.state.settings):
        return alone
    lasts = permission_source(core.state, kind, keyer) if hearing is not DevicePresence.HEARD else None
    if lasts is not None:
        return lasts
    if not keyer.second:
        return second_refusal(rules) if keyer.answers else _second_refusal(rules, hearing)
    if keyer.standing and hearing is DevicePresence.HEARD:
        # What was to be allowed was over before the PIN was keyed.
        return simple_refusal("other-request", HOUSE_POLICY)
    given = approve_by_second(core, draft, rules, keyer.badge, keyer.second, second)
    if isinstance(given, Refusal):
        return given
    if keyer.standing:
        draft.add(
            [
                HandDealingAllowed(
                    kind=kind,
                    devices=find_devices(core, kind),
                    dealer=keyer.badge,
                    terminal=keyer.terminal,
                    approved_by=given.by,
                    approval=given.approval,
                )
            ]
        )
    return replace(alone, approved_by=given.by, approval=given.approval)


def _second_refusal(rules: Rules, hearing: DevicePresence) -> Refusal:
    """A second person is needed for each card, or once for as long as no device works."""
    role, clause = rules.decider("bet_correction")
    facts = {"role": rules.title(role)}
    match hearing:
        case DevicePresence.HEARD:
            return Refusal(code="second-needed-each", clause=clause, facts=facts)
        case DevicePresence.LOST:
            return Refusal(code="second-needed-while-lost", clause=clause, facts=facts)
        case DevicePresence.ABSENT:
            return Refusal(code="second-needed-not-set-up", clause=clause, facts=facts)
        case DevicePresence.NONE:
            return Refusal(code="second-needed-without-device", clause=clause, facts=facts)


def hand_key_subject(
    core: Core, kind: DeviceKind, happened: Iterable[events.Event], *, standing: bool
) -> SecondSubject:
    """What a second person signs: this one thing, as far as it lies open, or everything while no device works."""
    names = ", ".join(find_devices(core, kind))
    after = "until heard, another dealer, or the end of the shoe" if standing else events_text(happened)
    return SecondSubject(
        what=f"{kind.value} by hand", before=f"{names} {device_presence(core, kind).value}".strip(), after=after
    )


def permission_source(state: StationState, kind: DeviceKind, keyer: Keyer) -> Source | None:
    """What lets this person key alone, while who allowed it still works here."""
    allowed = state.by_hand.get(kind)
    if allowed is None or (allowed.dealer, allowed.terminal) != (keyer.badge, keyer.terminal):
        return None
    approver = state.people.accounts.get(allowed.approved_by)
    if approver is None or not approver.enabled:
        return None
    return Source(keyed_by=keyer.badge, approved_by=allowed.approved_by, approval=allowed.approval)


def events_text(happened: Iterable[events.Event]) -> str:
    """What a second person signs, as far as it lies open: what is face down is named nowhere."""
    texts = (_event_text(event) for event in happened)
    return ", ".join(text for text in texts if text)


def _event_text(event: events.Event) -> str:
    match event:
        case events.CardDrawn(card=card, put=put, turned=turned):
            return f"{card.text if card is not None and turned else 'face down'} to {put.value}"
        case correction_events.CardHeldOver(card=card, turned=turned):
            return card.text if card is not None and turned else "face down"
        case events.CardsTurned(places=places, cards=cards) if cards:
            return f"turned {' '.join(str(place + 1) for place in places)}: {' '.join(card.text for card in cards)}"
        case correction_events.CarriedCardsTurned(cards=cards) if cards:
            return " ".join(card.text for card in cards)
        case events.TumblesCounted(tumbles=tumbles):
            return f"tumbles {tumbles}"
        case events.DiceRead(dice=dice):
            return f"dice {' '.join(map(str, dice))}"
        case events.CaseOpened(case=case):
            return case.trouble
        case _:
            return ""


# The source in what happened

_SOURCE_KEY = "source"
_SHOE_EVENTS = (events.CardDrawn, correction_events.CardHeldOver)
_TURN_EVENTS = (events.CardsTurned, correction_events.CarriedCardsTurned)
_SOURCE_EVENTS = (
    events.CardsBurned,
    events.TumblesCounted,
    events.DiceRead,
    events.ResultAnnounced,
    correction_events.CardCorrected,
    correction_events.DiceCorrected,
)


def add_source(happened: Iterable[events.Event], source: Source, before: TableState) -> tuple[events.Event, ...]:
    """What came to the table, with where it came from: a card that a case has kept, with where that came from."""
    kept = case_source(before)
    return tuple(_event_with_source(event, source, kept) for event in happened)


def _event_with_source(event: events.Event, source: Source, kept: Source | None) -> events.Event:
    if isinstance(event, events.CaseOpened):
        return _remember_source(event, kept or source)
    if isinstance(event, _SHOE_EVENTS):
        return replace(event, source=source if kept is None else _add_approval(kept, source))
    if isinstance(event, _SOURCE_EVENTS) or (isinstance(event, _TURN_EVENTS) and event.cards):
        return replace(event, source=source)
    return event


def _add_approval(kept: Source, source: Source) -> Source:
    """As it came, with who has agreed since, if somebody has."""
    if not source.approved_by or kept.approved_by:
        return kept
    return replace(kept, approved_by=source.approved_by, approval=source.approval)


def _remember_source(event: events.CaseOpened, source: Source) -> events.CaseOpened:
    """A card that is not laid before a question is answered keeps its source with its value."""
    hidden: Mapping[str, str] = event.case.hidden
    if "card" not in hidden or _SOURCE_KEY in hidden:
        return event
    return replace(event, case=replace(event.case, hidden={**hidden, _SOURCE_KEY: source.text}))


def case_source(table: TableState) -> Source | None:
    """Where a card came from that the open case keeps."""
    text = table.cases[-1].hidden.get(_SOURCE_KEY, "") if table.cases else ""
    return Source.from_text(text) if text else None
