"""Who may key cards or dice, at the one door by which every command comes to a table.

While a device of that kind is heard it takes a second person for each card and each tumble. While none is, one approval
lasts (see hand_dealing), and each card names it; so it does where the station was started without the device that the
open table has had. At a table that has had none since it was opened a setting says who keys.
"""

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.domain.round import commands, events, mending_commands, mending_events
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.values import replace
from dealer_app.station.core import Core
from dealer_app.station.draft import Draft
from dealer_app.station.facts import HandDealingAllowed
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import Link
from dealer_app.station.seconding import Second, second_needed, seconded
from dealer_app.station.set_up import absent
from dealer_app.station.settings import keys_alone
from dealer_app.station.state import StationState


class Ears(Enum):
    """Whether cards, or dice, can be heard at this table."""

    NONE = "none"
    """No device is set up for them, nor was one since the table was opened."""
    LOST = "lost"
    ABSENT = "not set up any more"
    """The table has had one, and this start has none: as good as lost until the table is closed."""
    HEARD = "heard"


class Keyer(Struct, frozen=True, kw_only=True):
    """Who keys, at which terminal, and who stands beside him; with `standing` that one allows more than this.

    Whoever answers a device keys what it should have told, also where it is not set up any more.
    """

    badge: str
    terminal: str = ""
    second: str = ""
    standing: bool = False
    answers: bool = False


def keys_for(command: Command) -> DeviceKind | None:
    """The kind of the device that could have told what this command brings to the table; None if it brings nothing."""
    match command:
        case commands.DrawCard():
            return DeviceKind.SHOE
        case commands.TurnCards(cards=cards) | commands.Report(cards=cards) if cards:
            return DeviceKind.SHOE
        case mending_commands.ReplaceMissingCards():
            return DeviceKind.SHOE
        case commands.CountTumbles() | commands.ReadDice():
            return DeviceKind.TUMBLER
        case _:
            return None


def devices_of(core: Core, kind: DeviceKind) -> tuple[str, ...]:
    """Those that are set up; where none is, those that the open table has had."""
    names = tuple(name for name, each in core.devices.items() if each is kind)
    return names or absent(core.state.set_up, core.devices, kind)


def may_tell(core: Core, kind: DeviceKind) -> bool:
    """Whether a device of this kind could tell something at this table, now or after another start."""
    return bool(devices_of(core, kind))


def ears(core: Core, kind: DeviceKind) -> Ears:
    names, known = devices_of(core, kind), core.state.listening.devices
    if not names:
        return Ears.NONE
    if kind not in core.devices.values():
        return Ears.ABSENT
    heard = any(name in known and known[name].link is Link.CONNECTED for name in names)
    return Ears.HEARD if heard else Ears.LOST


def keyed(core: Core, draft: Draft, rules: Rules, keyer: Keyer, kind: DeviceKind, second: Second) -> Source | Refusal:
    """The source of what somebody keys, with the approval drafted that it takes; or that it takes one."""
    alone = Source(keyed_by=keyer.badge)
    hearing = ears(core, kind)
    if hearing is Ears.NONE and not keyer.answers and keys_alone(core.state.settings):
        return alone
    lasts = in_force(core.state, kind, keyer) if hearing is not Ears.HEARD else None
    if lasts is not None:
        return lasts
    if not keyer.second:
        return second_needed(rules) if keyer.answers else _needed(rules, hearing)
    if keyer.standing and hearing is Ears.HEARD:
        # What he was asked to allow was over before he had keyed his PIN.
        return refused("other-request", HOUSE_POLICY)
    given = seconded(core, draft, rules, keyer.badge, keyer.second, second)
    if isinstance(given, Refusal):
        return given
    if keyer.standing:
        draft.add(
            [
                HandDealingAllowed(
                    kind=kind,
                    devices=devices_of(core, kind),
                    dealer=keyer.badge,
                    terminal=keyer.terminal,
                    approved_by=given.by,
                    approval=given.approval,
                )
            ]
        )
    return replace(alone, approved_by=given.by, approval=given.approval)


def _needed(rules: Rules, hearing: Ears) -> Refusal:
    """Asked for each, or once for as long as nothing is heard."""
    role, clause = rules.decider("bet_correction")
    facts = {"role": rules.title(role)}
    match hearing:
        case Ears.HEARD:
            return Refusal(code="second-needed-each", clause=clause, facts=facts)
        case Ears.LOST:
            return Refusal(code="second-needed-while-lost", clause=clause, facts=facts)
        case Ears.ABSENT:
            return Refusal(code="second-needed-not-set-up", clause=clause, facts=facts)
        case Ears.NONE:
            return Refusal(code="second-needed-without-device", clause=clause, facts=facts)


def signed(core: Core, kind: DeviceKind, happened: Iterable[events.Event], *, standing: bool) -> Second:
    """What a second person signs: this one thing, as far as it lies open, or all of it while nothing is heard."""
    names = ", ".join(devices_of(core, kind))
    after = "until heard, another dealer, or the end of the shoe" if standing else in_words(happened)
    return Second(what=f"{kind.value} by hand", before=f"{names} {ears(core, kind).value}".strip(), after=after)


def in_force(state: StationState, kind: DeviceKind, keyer: Keyer) -> Source | None:
    """What lets this person key by himself, while who allowed it still works here."""
    allowed = state.by_hand.get(kind)
    if allowed is None or (allowed.dealer, allowed.terminal) != (keyer.badge, keyer.terminal):
        return None
    approver = state.people.accounts.get(allowed.approved_by)
    if approver is None or not approver.enabled:
        return None
    return Source(keyed_by=keyer.badge, approved_by=allowed.approved_by, approval=allowed.approval)


def in_words(happened: Iterable[events.Event]) -> str:
    """What a second person signs, as far as it lies open: what is face down is named nowhere."""
    told = (_in_words(event) for event in happened)
    return ", ".join(text for text in told if text)


def _in_words(event: events.Event) -> str:
    match event:
        case events.CardDrawn(card=card, put=put, turned=turned):
            return f"{card.text if card is not None and turned else 'face down'} to {put.value}"
        case mending_events.CardHeldOver(card=card, turned=turned):
            return card.text if card is not None and turned else "face down"
        case events.CardsTurned(places=places, cards=cards) if cards:
            return f"turned {' '.join(str(place + 1) for place in places)}: {' '.join(card.text for card in cards)}"
        case mending_events.CarriedCardsTurned(cards=cards) if cards:
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

_REMEMBERED = "source"
_FROM_THE_SHOE = (events.CardDrawn, mending_events.CardHeldOver)
_TURNED = (events.CardsTurned, mending_events.CarriedCardsTurned)
_TOLD = (
    events.CardsBurned,
    events.TumblesCounted,
    events.DiceRead,
    events.ResultAnnounced,
    mending_events.CardCorrected,
    mending_events.DiceCorrected,
)


def with_source(happened: Iterable[events.Event], source: Source, before: TableState) -> tuple[events.Event, ...]:
    """What came to the table, with where it came from: a card that a case has kept, with where that came from."""
    kept = kept_source(before)
    return tuple(_sourced(event, source, kept) for event in happened)


def _sourced(event: events.Event, source: Source, kept: Source | None) -> events.Event:
    if isinstance(event, events.CaseOpened):
        return _remembering(event, kept or source)
    if isinstance(event, _FROM_THE_SHOE):
        return replace(event, source=source if kept is None else _approved(kept, source))
    if isinstance(event, _TOLD) or (isinstance(event, _TURNED) and event.cards):
        return replace(event, source=source)
    return event


def _approved(kept: Source, source: Source) -> Source:
    """As it came, with who has agreed since, if somebody has."""
    if not source.approved_by or kept.approved_by:
        return kept
    return replace(kept, approved_by=source.approved_by, approval=source.approval)


def _remembering(event: events.CaseOpened, source: Source) -> events.CaseOpened:
    """A card that is not laid before a question is answered keeps its source with its value."""
    hidden: Mapping[str, str] = event.case.hidden
    if "card" not in hidden or _REMEMBERED in hidden:
        return event
    return replace(event, case=replace(event.case, hidden={**hidden, _REMEMBERED: source.text}))


def kept_source(table: TableState) -> Source | None:
    """Where a card came from that the open case keeps."""
    text = table.cases[-1].hidden.get(_REMEMBERED, "") if table.cases else ""
    return Source.read(text) if text else None
