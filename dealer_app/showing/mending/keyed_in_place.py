"""A card, a tumble or dice are keyed in the place of a device: who stands beside the dealer keys his badge and PIN.

While the device is heard he signs this one thing; while it is not, that the dealer keys alone until it is heard again.
"""

from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.values import replace
from dealer_app.showing.acts import AnswerDevice, Credentials, Give
from dealer_app.showing.blocks import Block, CardRow, CardShown, Face, Note
from dealer_app.showing.card_signs import card_text
from dealer_app.showing.fingers import HAND_CODE
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.devices import second_person
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.saying import primary, say
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.station.listening.answers import Said
from dealer_app.station.second_codes import EACH, NOT_SET_UP, STANDING, WHILE_LOST, WITHOUT_DEVICE

_WHY = {
    WHILE_LOST: "keyed-while-lost",
    WITHOUT_DEVICE: "keyed-without-device",
    NOT_SET_UP: "keyed-not-set-up",
}


def keyed_in_place(seeing: Seeing) -> Overlay | None:
    """What was keyed, and who signs it; nothing once the table has moved on."""
    keyed, code = seeing.fingers.signing, seeing.fingers.pick(HAND_CODE, EACH)
    if keyed is None or not _still_heard(seeing, keyed):
        return None
    standing = code in STANDING
    sign = second_person(seeing)
    act = None if sign.waits else _signed(keyed, sign.by, standing=standing)
    told = _told(seeing, keyed.command) if isinstance(keyed, Give) else _answered(seeing, keyed.said)
    why = Note(text=_why(seeing, code), tone=Tone.ATTENTION, framed=True)
    here = Note(text=told, title=Line(say(seeing, "keyed-here").first), framed=True)
    left: tuple[Block, ...] = (here, *_shown(keyed), why)
    return panel(
        seeing,
        "hand",
        say(seeing, "keyed-in-place"),
        left=left,
        right=sign.blocks,
        primary=primary(
            "hand", say(seeing, "allow-by-hand" if standing else "sign-by-hand"), act=act, waits=sign.waits
        ),
        icon="shield",
    )


def _still_heard(seeing: Seeing, keyed: Give | AnswerDevice) -> bool:
    """Whether the table waits for it still."""
    if isinstance(keyed, Give):
        return seeing.guide is not None and type(keyed.command) in seeing.guide.allowed
    first = seeing.state.listening.first
    return first is not None and first.number == keyed.number


def _signed(keyed: Give | AnswerDevice, by: Credentials | None, *, standing: bool) -> Give | AnswerDevice:
    if isinstance(keyed, Give):
        return replace(keyed, second=by, standing=standing)
    return replace(keyed, second=by)


def _answered(seeing: Seeing, said: Said) -> Line:
    """What the dealer has answered in the place of what the device should have told."""
    if said.dice is not None:
        return say(seeing, "keyed-dice", dice="-".join(map(str, said.dice)))
    if said.cards:
        return _cards(seeing, tuple(card.text for card in said.cards))
    return say(seeing, "keyed-face-down" if said.tumbles is None else "keyed-tumbles", tumbles=str(said.tumbles))


def _shown(keyed: Give | AnswerDevice) -> tuple[Block, ...]:
    """The cards large, as they are to lie on the table."""
    cards: tuple[Card, ...] = ()
    match keyed:
        case Give(command=commands.DrawCard(card=Card() as card)):
            cards = (card,)
        case Give(command=commands.TurnCards(cards=several) | commands.Report(cards=several)):
            cards = several
        case AnswerDevice(said=said):
            cards = said.cards
        case _:
            pass
    return (CardRow(cards=tuple(CardShown(face=Face.OPEN, card=card.text) for card in cards)),) if cards else ()


def _why(seeing: Seeing, code: str) -> Line:
    return say(seeing, _WHY.get(code, "keyed-each"))


def _told(seeing: Seeing, command: Command) -> Line:
    """What the dealer has keyed and sees before him; of a card that nobody has seen that it lies face down."""
    match command:
        case commands.DrawCard(card=None):
            return say(seeing, "keyed-face-down")
        case commands.DrawCard(card=card) if card is not None:
            return _cards(seeing, (card.text,))
        case commands.TurnCards(cards=cards) | commands.Report(cards=cards):
            return _cards(seeing, tuple(card.text for card in cards))
        case commands.CountTumbles(tumbles=tumbles):
            return say(seeing, "keyed-tumbles", tumbles=str(tumbles))
        case commands.ReadDice(dice=dice):
            return say(seeing, "keyed-dice", dice="-".join(map(str, dice)))
        case mending_commands.ReplaceMissingCards():
            return say(seeing, "keyed-missing")
        case _:
            return EMPTY


def _cards(seeing: Seeing, cards: tuple[str, ...]) -> Line:
    return say(seeing, "keyed-cards", cards=" ".join(map(card_text, cards)))
