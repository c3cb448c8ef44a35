"""The panel of devices: state, cause and remedy of each; and keying a card or dice by hand in their place."""

from collections.abc import Iterator

from dealer_app.device_questions import DeviceRecord, Link
from dealer_app.devices.answers import DealerAnswer
from dealer_app.devices.incidents import TOO_MANY
from dealer_app.devices.tumbler import LAMP_ERROR
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Command
from dealer_app.domain.values import replace
from dealer_app.observations import CancelError, DeviceError, DeviceRequest, LockShoe, Poll, UnlockShoe
from dealer_app.people.events import FolderKind
from dealer_app.screens.actions import AnswerDevice, AskDevice, Credentials, SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    CardRowBlock,
    CardShown,
    Control,
    Face,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import JOURNAL_TONES, JournalLamp, ScreenContext
from dealer_app.screens.house.settings import backup_failure_text
from dealer_app.screens.input_state import SECOND_REASON_PICK, InputState, Panel
from dealer_app.screens.irregularity.round_cards import draw_order_row
from dealer_app.screens.irregularity.signature import Signature, build_panel, request_signature
from dealer_app.screens.kit import (
    irregularity_description,
    irregularity_name,
    next_step,
)
from dealer_app.screens.labels import absent_devices, card_label, card_text, device_name_text, input_card, label_text
from dealer_app.screens.pads import irregularity_card_pad, pick_control
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay
from dealer_app.station.two_people import (
    EACH_CODE,
    LASTING_CODES,
    NOT_SET_UP_CODE,
    SECOND_CODE,
    WHILE_LOST_CODE,
    WITHOUT_DEVICE_CODE,
)

EXCESS_CARD_CODE = "excess-card"
_DRAW_STEPS = frozenset({Step.DRAW_PLAYER, Step.DRAW_BANKER})
_DICE_STEPS = frozenset({Step.TUMBLE, Step.READ_DICE})
_KIND_BY_STEP = {
    Step.NO_MORE_BETS: IrregularityKind.CARD_BEFORE_CLOSING,
    Step.REJECT_EXCESS: IrregularityKind.CARD_BEFORE_CLOSING,
    Step.OFFER_INSURANCE: IrregularityKind.CARD_DURING_OFFER,
}
"""While an announcement is owed the card is asked about, and is not yet one too many."""
_PLACE_CODES = ((Place.PLAYER, "place-player"), (Place.BANKER, "place-banker"), (Place.NEITHER, "place-neither"))
_FACE_CODES = (("open", "lies-open"), ("down", "lies-down"))


def may_have_excess_card(context: ScreenContext) -> bool:
    """Whether a card can have come that the guide does not ask for."""
    guide = context.guide
    return guide is not None and commands.DrawCard in guide.allowed and guide.step not in _DRAW_STEPS


def open_hand_keys(context: ScreenContext) -> InputState | None:
    """What opens the keys for cards or dice from here; None where they lie open already, or nothing is to be keyed."""
    guide = context.guide
    if may_have_excess_card(context):
        return context.input_state.close_panel().replace(panel=Panel.REPORT).with_pick("report", EXCESS_CARD_CODE)
    device = (
        None
        if guide is None
        else "shoe"
        if guide.step in _DRAW_STEPS
        else "tumbler"
        if guide.step in _DICE_STEPS
        else None
    )
    if device not in context.devices.values():
        return None
    return context.input_state.close_panel().replace(panel=Panel.CARD)


def excess_card_kind(context: ScreenContext) -> IrregularityKind:
    """What it is called at this moment."""
    step = None if context.guide is None else context.guide.step
    return IrregularityKind.EXCESS_CARD if step is None else _KIND_BY_STEP.get(step, IrregularityKind.EXCESS_CARD)


def excess_card_panel(context: ScreenContext) -> Overlay:
    trouble, round_ = excess_card_kind(context), context.state.table.round
    puts = tuple(
        pick_control(context, "put", place.value, label_text(context, f"mending.{code}"))
        for place, code in _PLACE_CODES
    )
    left: list[Block] = [NoteBlock(text=irregularity_description(context, trouble.value), framed=True)]
    if round_ is not None and round_.cards:
        left.append(draw_order_row(context, round_))
    left.append(KeysBlock(controls=puts, columns=3, title=label_text(context, "mending.where-it-lies")))
    down = _can_lie_hidden(context, trouble)
    if down:
        lies = tuple(
            pick_control(context, "lies", value, label_text(context, f"mending.{code}")) for value, code in _FACE_CODES
        )
        left.append(KeysBlock(controls=lies, columns=2, title=label_text(context, "mending.how-it-lies")))
    open_ = not down or context.input_state.pick("lies") == "open"
    card = input_card(context.input_state) if open_ else None
    right: tuple[Block, ...] = ()
    if open_:
        right = (
            NoteBlock(text=label_text(context, "mending.key-the-card"), title=card_label(card), framed=True),
            *irregularity_card_pad(context),
        )
    waits = _wait_text(context, down=down, keyed=card is not None or not open_)
    act = None
    if not waits:
        put = Place(context.input_state.pick("put"))
        drawn = new_command(commands.DrawCard, card=card, put=put, face_up=open_)
        act = SendCommand(command=drawn, then=context.input_state.close_panel())
    step = next_step("form", label_text(context, "mending.report"), act=act, waits=waits)
    title = irregularity_name(context, trouble.value)
    return build_panel(context, "form", title, left=tuple(left), right=right, primary=step, icon="warning")


def _can_lie_hidden(context: ScreenContext, trouble: IrregularityKind) -> bool:
    """Whether the card can be face down: one dealt to a hand at a table that deals face up lies open."""
    return trouble is IrregularityKind.EXCESS_CARD or open_table(context).has_face_down_deal


def _wait_text(context: ScreenContext, *, down: bool, keyed: bool) -> ScreenText:
    if not context.input_state.pick("put"):
        return label_text(context, "mending.waits-place")
    if down and not context.input_state.pick("lies"):
        return label_text(context, "mending.waits-lies")
    return NO_TEXT if keyed else label_text(context, "mending.waits-card")


_SHOE_KIND = "shoe"
_NEVER_HEARD = DeviceRecord(link=Link.LOST)
_ERRORS = {error.value: error for error in DeviceError}


def devices_panel(context: ScreenContext) -> Overlay:
    """The panel of devices. A lamp is a shape, a colour and a word; beside it is what to do."""
    absent = absent_devices(context)
    known = {**context.state.listening.devices, **dict.fromkeys(absent, _NEVER_HEARD)}
    names = tuple(dict.fromkeys((*context.devices, *known)))
    chosen = context.input_state.pick("device", names[0] if names else "")
    rows = tuple(_device_row(context, name, known.get(name, _NEVER_HEARD), framed=name == chosen) for name in names)
    left: list[Block] = [
        HeadingBlock(text=label_text(context, "mending.devices-title")),
        RowsBlock(rows=(*rows, _journal_row(context), *_backup_rows(context))),
    ]
    if not rows:
        left.append(NoteBlock(text=label_text(context, "mending.no-devices")))
    if chosen in names:
        left += _device_blocks(context, chosen, known.get(chosen, _NEVER_HEARD))
    left += _hand_key_blocks(context)
    right: tuple[Block, ...] = ()
    if is_second_needed(context):
        right = second_signature(context).blocks
    return build_panel(
        context, "devices", label_text(context, "mending.devices-title"), left=tuple(left), right=right, icon="device"
    )


def device_lamp(context: ScreenContext, device: DeviceRecord) -> tuple[Tone, ScreenText]:
    """Whether the device is in order, in trouble, or unreachable."""
    if device.refused:
        return Tone.STOP, label_text(context, "mending.lamp-refused")
    if device.link is Link.LOST:
        return Tone.STOP, label_text(context, "mending.lamp-lost")
    if device.error:
        return Tone.ATTENTION, label_text(context, "mending.lamp-trouble")
    if device.is_simulated:
        return Tone.SIMULATED, label_text(context, "mending.lamp-simulated")
    return Tone.GOOD, label_text(context, "mending.lamp-ready")


def _device_row(context: ScreenContext, name: str, device: DeviceRecord, *, framed: bool) -> ListRow:
    tone, word = device_lamp(context, device)
    absent = absent_devices(context)
    kind = context.devices.get(name) or absent.get(name, "")
    reason = label_text(context, "mending.device-not-set-up") if name in absent else _device_reason(context, device)
    return ListRow(
        name=f"device:{name}",
        title=device_name_text(context.words, kind, name).first,
        lines=(reason.first,),
        right=word.first,
        tone=tone,
        framed=framed,
        act=SetInput(context.input_state.with_pick("device", name)),
    )


def _journal_row(context: ScreenContext) -> ListRow:
    """The row of the journal: no device, but its lamp is listed with theirs, and its reason is shown here."""
    seen = context.journal_lamp
    return ListRow(
        name="device-journal",
        title=label_text(context, "mending.journal").first,
        lines=(label_text(context, f"mending.journal-{seen.value}").first,),
        right=label_text(context, f"play.{seen.value}").first,
        tone=JOURNAL_TONES[seen],
    )


def _backup_rows(context: ScreenContext) -> Iterator[ListRow]:
    """A backup that failed, as long as nobody in charge has noted it; touched, that is done."""
    failed = context.state.backups.alarm
    if failed is not None:
        yield ListRow(
            name="device-backups",
            title=label_text(context, "mending.backups").first,
            lines=(backup_failure_text(context, failed).first,),
            right=label_text(context, f"play.{JournalLamp.BACKUP_FAILED.value}").first,
            tone=Tone.ATTENTION,
            act=SetInput(context.input_state.close_panel().replace(panel=Panel.BACKUPS)),
        )


def _device_reason(context: ScreenContext, device: DeviceRecord) -> ScreenText:
    if device.refused:
        return label_text(context, "mending.device-refused")
    if device.link is Link.LOST:
        return label_text(context, "mending.device-lost")
    if not device.error:
        return label_text(
            context, "mending.device-simulated" if device.is_simulated and _is_live(context) else "mending.device-ready"
        )
    code = device.error.partition(" ")[0]
    if code in _ERRORS:
        return label_text(context, f"mending.error-{code}", own=device.error.removeprefix(code).strip() or "-")
    if code == TOO_MANY:
        return label_text(context, "mending.error-too-many")
    if code == LAMP_ERROR:
        return label_text(context, "mending.error-lamps")
    return label_text(context, "mending.error-unknown", own=device.error)


def _is_live(context: ScreenContext) -> bool:
    return context.state.people.kind is FolderKind.LIVE


def _device_blocks(context: ScreenContext, name: str, device: DeviceRecord) -> tuple[Block, ...]:
    """What can be asked of it; nothing is sent that its settings do not allow."""
    if device.link is Link.LOST:
        absent = "do-not-set-up" if name in absent_devices(context) else "do-lost"
        what_to_do = label_text(context, "mending.do-refused" if device.refused else f"mending.{absent}")
        return (NoteBlock(text=what_to_do, framed=True, tone=Tone.STOP), *_hand_dealing_note(context, name))
    keys = [_request_key(context, name, "poll", Poll())]
    if context.devices.get(name, _SHOE_KIND) == _SHOE_KIND:
        keys += [_request_key(context, name, "lock", LockShoe()), _request_key(context, name, "unlock", UnlockShoe())]
    error = _ERRORS.get(device.error.partition(" ")[0])
    blocks: list[Block] = []
    if device.error:
        blocks.append(NoteBlock(text=label_text(context, "mending.do-trouble"), framed=True, tone=Tone.ATTENTION))
    if error is not None:
        keys.append(_request_key(context, name, "cancel-error", CancelError(error=error)))
    return (*blocks, KeysBlock(controls=tuple(keys), columns=4))


def _hand_dealing_note(context: ScreenContext, name: str) -> tuple[Block, ...]:
    """That the dealer keys alone meanwhile, and who has allowed it."""
    allowed = next((each for each in context.state.by_hand.values() if name in each.devices), None)
    if allowed is None:
        return ()
    accounts = context.state.people.accounts
    dealer, approver = (accounts[badge].name for badge in (allowed.dealer, allowed.approved_by))
    return (NoteBlock(text=label_text(context, "mending.keys-alone", dealer=dealer, approver=approver), framed=True),)


def _request_key(context: ScreenContext, name: str, code: str, request: DeviceRequest) -> Control:
    second = second_signature(context).by if is_second_needed(context) else None
    act = AskDevice(device=name, request=request, second=second)
    return Control(name=f"device:{name}:{code}", label=label_text(context, f"mending.device-{code}"), act=act)


def _hand_key_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """A table by hand is the same but for who reads the card."""
    input_state = open_hand_keys(context)
    if input_state is None:
        return ()
    key = Control(
        name="by-hand", label=label_text(context, "mending.key-by-hand"), act=SetInput(input_state), icon="pencil"
    )
    return (KeysBlock(controls=(key,), columns=1),)


# The second person that some of it takes


def second_signature(context: ScreenContext) -> Signature:
    """One who may correct a bet here, and not the one who is signed in."""
    role, clause = open_table(context).rules.decider("bet_correction")
    here = context.current_account
    asked_by = "" if here is None else f"{here.name} ({here.badge})"
    return request_signature(context, role, clause, asked_by=asked_by, always_keyed=True)


def is_second_needed(context: ScreenContext) -> bool:
    """The station said that this takes two, or somebody has begun to key who the second is."""
    input_state = context.input_state
    asked = context.refusal is not None and context.refusal.code == SECOND_CODE
    return context.rules is not None and (asked or bool(input_state.text("badge") or input_state.pin.text))


_REASON_CODES = {
    WHILE_LOST_CODE: "keyed-while-lost",
    WITHOUT_DEVICE_CODE: "keyed-without-device",
    NOT_SET_UP_CODE: "keyed-not-set-up",
}


def hand_signature_panel(context: ScreenContext) -> Overlay | None:
    """What was keyed, and who signs it; nothing once the table has moved on."""
    keyed, code = context.input_state.signing, context.input_state.pick(SECOND_REASON_PICK, EACH_CODE)
    if keyed is None or not _is_still_asked(context, keyed):
        return None
    standing = code in LASTING_CODES
    sign = second_signature(context)
    act = None if sign.waits else _with_signature(keyed, sign.by, standing=standing)
    keyed_text = (
        _command_text(context, keyed.command) if isinstance(keyed, SendCommand) else _answer_text(context, keyed.answer)
    )
    why = NoteBlock(text=_reason_line(context, code), tone=Tone.ATTENTION, framed=True)
    here = NoteBlock(text=keyed_text, title=label_text(context, "mending.keyed-here"), framed=True)
    left: tuple[Block, ...] = (here, *_card_blocks(keyed), why)
    return build_panel(
        context,
        "hand",
        label_text(context, "mending.keyed-in-place"),
        left=left,
        right=sign.blocks,
        primary=next_step(
            "hand",
            label_text(context, "mending.allow-by-hand" if standing else "mending.sign-by-hand"),
            act=act,
            waits=sign.waits,
        ),
        icon="shield",
    )


def _is_still_asked(context: ScreenContext, keyed: SendCommand | AnswerDevice) -> bool:
    """Whether the table waits for it still."""
    if isinstance(keyed, SendCommand):
        return context.guide is not None and type(keyed.command) in context.guide.allowed
    first = context.state.listening.first_entry
    return first is not None and first.number == keyed.number


def _with_signature(
    keyed: SendCommand | AnswerDevice, by: Credentials | None, *, standing: bool
) -> SendCommand | AnswerDevice:
    if isinstance(keyed, SendCommand):
        return replace(keyed, second=by, allows_keying_alone=standing)
    return replace(keyed, second=by)


def _answer_text(context: ScreenContext, said: DealerAnswer) -> ScreenText:
    """What the dealer has answered in place of the device's report."""
    if said.dice is not None:
        return label_text(context, "mending.keyed-dice", dice="-".join(map(str, said.dice)))
    if said.cards:
        return _cards_text(context, tuple(card.text for card in said.cards))
    return label_text(
        context,
        "mending.keyed-face-down" if said.tumbles is None else "mending.keyed-tumbles",
        tumbles=str(said.tumbles),
    )


def _card_blocks(keyed: SendCommand | AnswerDevice) -> tuple[Block, ...]:
    """The cards large, as they are to lie on the table."""
    cards: tuple[Card, ...] = ()
    match keyed:
        case SendCommand(command=commands.DrawCard(card=Card() as card)):
            cards = (card,)
        case SendCommand(command=commands.TurnCards(cards=several) | commands.Report(cards=several)):
            cards = several
        case AnswerDevice(answer=said):
            cards = said.cards
        case _:
            pass
    return (CardRowBlock(cards=tuple(CardShown(face=Face.OPEN, card=card.text) for card in cards)),) if cards else ()


def _reason_line(context: ScreenContext, code: str) -> ScreenText:
    return label_text(context, "mending." + _REASON_CODES.get(code, "keyed-each"))


def _command_text(context: ScreenContext, command: Command) -> ScreenText:
    """What the dealer has keyed and sees on the table; of a card that nobody has seen that it lies face down."""
    match command:
        case commands.DrawCard(card=None):
            return label_text(context, "mending.keyed-face-down")
        case commands.DrawCard(card=card) if card is not None:
            return _cards_text(context, (card.text,))
        case commands.TurnCards(cards=cards) | commands.Report(cards=cards):
            return _cards_text(context, tuple(card.text for card in cards))
        case commands.CountTumbles(tumbles=tumbles):
            return label_text(context, "mending.keyed-tumbles", tumbles=str(tumbles))
        case commands.ReadDice(dice=dice):
            return label_text(context, "mending.keyed-dice", dice="-".join(map(str, dice)))
        case correction_commands.ReplaceMissingCards():
            return label_text(context, "mending.keyed-missing")
        case _:
            return NO_TEXT


def _cards_text(context: ScreenContext, cards: tuple[str, ...]) -> ScreenText:
    return label_text(context, "mending.keyed-cards", cards=" ".join(map(card_text, cards)))
