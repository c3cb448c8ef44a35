"""A card, a tumble or dice are keyed in the place of a device: who stands beside the dealer keys his badge and PIN.

While the device is heard he signs this one thing; while it is not, that the dealer keys alone until it is heard again.
"""

from dataclasses import replace

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.showing.blocks import Block, Note
from dealer_app.showing.card_signs import card_text
from dealer_app.showing.fingers import HAND_CODE
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.devices import second_person
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.saying import primary, say
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.station.second_codes import EACH, STANDING, WHILE_LOST, WITHOUT_DEVICE


def keyed_in_place(seeing: Seeing) -> Overlay | None:
    """What was keyed, and who signs it; nothing once the table has moved on."""
    give, code = seeing.fingers.signing, seeing.fingers.pick(HAND_CODE, EACH)
    if give is None or seeing.guide is None or type(give.command) not in seeing.guide.allowed:
        return None
    standing = code in STANDING
    sign = second_person(seeing)
    act = None if sign.waits else replace(give, second=sign.by, standing=standing)
    told = _told(seeing, give.command)
    why = Note(text=_why(seeing, code), tone=Tone.ATTENTION, framed=True)
    left: tuple[Block, ...] = (Note(text=told, title=Line(say(seeing, "keyed-here").first), framed=True), why)
    return panel(
        seeing,
        "hand",
        say(seeing, "keyed-in-place"),
        left=left,
        right=sign.blocks,
        primary=primary("hand", say(seeing, "allow-by-hand") if standing else told, act=act, waits=sign.waits),
        icon="shield",
    )


def _why(seeing: Seeing, code: str) -> Line:
    if code == WHILE_LOST:
        return say(seeing, "keyed-while-lost")
    return say(seeing, "keyed-without-device" if code == WITHOUT_DEVICE else "keyed-each")


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
