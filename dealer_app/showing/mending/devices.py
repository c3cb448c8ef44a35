"""The devices at the table: how each is, what that means, what to do, and that every card can be keyed by hand."""

from collections.abc import Iterator

from dealer_app.observations import CancelError, DeviceError, LockShoe, Poll, Request, UnlockShoe
from dealer_app.people.events import Kind
from dealer_app.showing.absent_devices import absent_devices
from dealer_app.showing.acts import AskDevice, Change
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.backups_panel import failure_line
from dealer_app.showing.journal_seen import TONES, JournalSeen
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.mending.card_by_hand import by_hand
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.saying import rules_of, say
from dealer_app.showing.mending.signing import Signature, signature
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import device_called, put
from dealer_app.station.device_incidents import TOO_MANY
from dealer_app.station.listening.questions import KnownDevice, Link
from dealer_app.station.listening.tumblers import LAMPS
from dealer_app.station.second_codes import SECOND

_SHOE = "shoe"
_NEVER = KnownDevice(link=Link.LOST)
_ERRORS = {error.value: error for error in DeviceError}


def devices(seeing: Seeing) -> Overlay:
    """A lamp is a shape, a colour and a word; beside it stands what to do."""
    absent = absent_devices(seeing)
    known = {**seeing.state.listening.devices, **dict.fromkeys(absent, _NEVER)}
    names = tuple(dict.fromkeys((*seeing.devices, *known)))
    chosen = seeing.fingers.pick("device", names[0] if names else "")
    rows = tuple(_row(seeing, name, known.get(name, _NEVER), framed=name == chosen) for name in names)
    left: list[Block] = [
        Heading(text=say(seeing, "devices-title")),
        Rows(rows=(*rows, _journal(seeing), *_backups(seeing))),
    ]
    if not rows:
        left.append(Note(text=say(seeing, "no-devices")))
    if chosen in names:
        left += _what_to_do(seeing, chosen, known.get(chosen, _NEVER))
    left += _by_hand(seeing)
    right: tuple[Block, ...] = ()
    if second_is_asked(seeing):
        right = second_person(seeing).blocks
    return panel(seeing, "devices", say(seeing, "devices-title"), left=tuple(left), right=right, icon="device")


def lamp(seeing: Seeing, device: KnownDevice) -> tuple[Tone, Line]:
    """In order, in trouble, or not to be heard."""
    if device.refused:
        return Tone.STOP, say(seeing, "lamp-refused")
    if device.link is Link.LOST:
        return Tone.STOP, say(seeing, "lamp-lost")
    if device.error:
        return Tone.ATTENTION, say(seeing, "lamp-trouble")
    if device.simulated:
        return Tone.SIMULATED, say(seeing, "lamp-simulated")
    return Tone.GOOD, say(seeing, "lamp-ready")


def _row(seeing: Seeing, name: str, device: KnownDevice, *, framed: bool) -> Row:
    tone, word = lamp(seeing, device)
    absent = absent_devices(seeing)
    kind = seeing.devices.get(name) or absent.get(name, "")
    reason = say(seeing, "device-not-set-up") if name in absent else _reason(seeing, device)
    return Row(
        name=f"device:{name}",
        title=device_called(seeing.words, kind, name).first,
        lines=(reason.first,),
        right=word.first,
        tone=tone,
        framed=framed,
        act=Change(seeing.fingers.picked("device", name)),
    )


def _journal(seeing: Seeing) -> Row:
    """No device; but its lamp stands beside theirs, and the reason behind it here."""
    seen = seeing.journal
    return Row(
        name="device-journal",
        title=say(seeing, "journal").first,
        lines=(say(seeing, f"journal-{seen.value}").first,),
        right=put(seeing.words, "play", seen.value).first,
        tone=TONES[seen],
    )


def _backups(seeing: Seeing) -> Iterator[Row]:
    """A backup that failed, as long as nobody in charge has noted it; touched, that is done."""
    failed = seeing.state.backups.alarm
    if failed is not None:
        yield Row(
            name="device-backups",
            title=say(seeing, "backups").first,
            lines=(failure_line(seeing, failed).first,),
            right=put(seeing.words, "play", JournalSeen.BACKUP_FAILED.value).first,
            tone=Tone.ATTENTION,
            act=Change(seeing.fingers.closed().but(panel=Panel.BACKUPS)),
        )


def _reason(seeing: Seeing, device: KnownDevice) -> Line:
    if device.refused:
        return say(seeing, "device-refused")
    if device.link is Link.LOST:
        return say(seeing, "device-lost")
    if not device.error:
        return say(seeing, "device-simulated" if device.simulated and _is_live(seeing) else "device-ready")
    code = device.error.partition(" ")[0]
    if code in _ERRORS:
        return say(seeing, f"error-{code}", own=device.error.removeprefix(code).strip() or "-")
    if code == TOO_MANY:
        return say(seeing, "error-too-many")
    if code == LAMPS:
        return say(seeing, "error-lamps")
    return say(seeing, "error-unknown", own=device.error)


def _is_live(seeing: Seeing) -> bool:
    return seeing.state.people.kind is Kind.LIVE


def _what_to_do(seeing: Seeing, name: str, device: KnownDevice) -> tuple[Block, ...]:
    """What can be asked of it; nothing is sent that its settings do not allow."""
    if device.link is Link.LOST:
        absent = "do-not-set-up" if name in absent_devices(seeing) else "do-lost"
        what_to_do = say(seeing, "do-refused" if device.refused else absent)
        return (Note(text=what_to_do, framed=True, tone=Tone.STOP), *_allowed(seeing, name))
    keys = [_asks(seeing, name, "poll", Poll())]
    if seeing.devices.get(name, _SHOE) == _SHOE:
        keys += [_asks(seeing, name, "lock", LockShoe()), _asks(seeing, name, "unlock", UnlockShoe())]
    error = _ERRORS.get(device.error.partition(" ")[0])
    blocks: list[Block] = []
    if device.error:
        blocks.append(Note(text=say(seeing, "do-trouble"), framed=True, tone=Tone.ATTENTION))
    if error is not None:
        keys.append(_asks(seeing, name, "cancel-error", CancelError(error=error)))
    return (*blocks, Keys(controls=tuple(keys), columns=4))


def _allowed(seeing: Seeing, name: str) -> tuple[Block, ...]:
    """That the dealer keys alone meanwhile, and who has allowed it."""
    allowed = next((each for each in seeing.state.by_hand.values() if name in each.devices), None)
    if allowed is None:
        return ()
    accounts = seeing.state.people.accounts
    dealer, approver = (accounts[badge].name for badge in (allowed.dealer, allowed.approved_by))
    return (Note(text=say(seeing, "keys-alone", dealer=dealer, approver=approver), framed=True),)


def _asks(seeing: Seeing, name: str, code: str, request: Request) -> Control:
    second = second_person(seeing).by if second_is_asked(seeing) else None
    act = AskDevice(device=name, request=request, second=second)
    return Control(name=f"device:{name}:{code}", label=say(seeing, f"device-{code}"), act=act)


def _by_hand(seeing: Seeing) -> tuple[Block, ...]:
    """A table by hand is the same but for who reads the card."""
    fingers = by_hand(seeing)
    if fingers is None:
        return ()
    key = Control(name="by-hand", label=say(seeing, "key-by-hand"), act=Change(fingers), icon="pencil")
    return (Keys(controls=(key,), columns=1),)


# The second person that some of it takes


def second_person(seeing: Seeing) -> Signature:
    """One who may correct a bet here, and not the one who is signed in."""
    role, clause = rules_of(seeing).decider("bet_correction")
    here = seeing.signed_in
    asked_by = "" if here is None else f"{here.name} ({here.badge})"
    return signature(seeing, role, clause, asked_by=asked_by, always_keyed=True)


def second_is_asked(seeing: Seeing) -> bool:
    """The station said that this takes two, or somebody has begun to key who the second is."""
    fingers = seeing.fingers
    asked = seeing.refusal is not None and seeing.refusal.code == SECOND
    return seeing.rules is not None and (asked or bool(fingers.text("badge") or fingers.pin.text))
