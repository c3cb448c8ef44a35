"""A card that came though none was to be drawn, keyed by hand: where it lies, and whether it lies open.

At a table without a reading shoe, or with one that is lost, nobody else tells of it. Of a card that lies face down no
value is keyed: it stays sealed.
"""

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.table import Dealing
from dealer_app.domain.round.trouble import Trouble
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Keys, Note
from dealer_app.showing.card_signs import card_keyed, card_line
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.cards_shown import drawn_order
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.picking import card_pad, choice
from dealer_app.showing.mending.saying import primary, say, trouble_line, trouble_name
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

CAME = "excess-card"
_DRAWS = frozenset({Step.DRAW_PLAYER, Step.DRAW_BANKER})
_DICE = frozenset({Step.TUMBLE, Step.READ_DICE})
_OWED = {
    Step.NO_MORE_BETS: Trouble.CARD_BEFORE_CLOSING,
    Step.REJECT_EXCESS: Trouble.CARD_BEFORE_CLOSING,
    Step.OFFER_INSURANCE: Trouble.CARD_DURING_OFFER,
}
"""While an announcement is owed the card is asked about, and is not yet one too many."""
_PUTS = ((Place.PLAYER, "place-player"), (Place.BANKER, "place-banker"), (Place.NEITHER, "place-neither"))
_LIES = (("open", "lies-open"), ("down", "lies-down"))


def may_have_come(seeing: Seeing) -> bool:
    """Whether a card can have come that the guide does not ask for."""
    guide = seeing.guide
    return guide is not None and commands.DrawCard in guide.allowed and guide.step not in _DRAWS


def by_hand(seeing: Seeing) -> Fingers | None:
    """What opens the keys for cards or dice from here; None where they lie open already, or nothing is to be keyed."""
    guide = seeing.guide
    if may_have_come(seeing):
        return seeing.fingers.closed().but(panel=Panel.REPORT).picked("report", CAME)
    device = None if guide is None else "shoe" if guide.step in _DRAWS else "tumbler" if guide.step in _DICE else None
    if device not in seeing.devices.values():
        return None
    return seeing.fingers.closed().but(panel=Panel.CARD)


def came_as(seeing: Seeing) -> Trouble:
    """What it is called at this moment."""
    step = None if seeing.guide is None else seeing.guide.step
    return Trouble.EXCESS_CARD if step is None else _OWED.get(step, Trouble.EXCESS_CARD)


def card_came(seeing: Seeing) -> Overlay:
    trouble, round_ = came_as(seeing), seeing.state.table.round
    puts = tuple(choice(seeing, "put", place.value, say(seeing, code)) for place, code in _PUTS)
    left: list[Block] = [Note(text=trouble_line(seeing, trouble.value), framed=True)]
    if round_ is not None and round_.cards:
        left.append(drawn_order(seeing, round_))
    left.append(Keys(controls=puts, columns=3, title=say(seeing, "where-it-lies")))
    down = _may_lie_face_down(seeing, trouble)
    if down:
        lies = tuple(choice(seeing, "lies", value, say(seeing, code)) for value, code in _LIES)
        left.append(Keys(controls=lies, columns=2, title=say(seeing, "how-it-lies")))
    open_ = not down or seeing.fingers.pick("lies") == "open"
    card = card_keyed(seeing.fingers) if open_ else None
    right: tuple[Block, ...] = ()
    if open_:
        right = (Note(text=say(seeing, "key-the-card"), title=card_line(card), framed=True), *card_pad(seeing))
    waits = _waits(seeing, down=down, keyed=card is not None or not open_)
    act = None
    if not waits:
        put = Place(seeing.fingers.pick("put"))
        drawn = asking(commands.DrawCard, card=card, put=put, face_up=open_)
        act = Give(command=drawn, then=seeing.fingers.closed())
    step = primary("form", say(seeing, "report"), act=act, waits=waits)
    title = trouble_name(seeing, trouble.value)
    return panel(seeing, "form", title, left=tuple(left), right=right, primary=step, icon="warning")


def _may_lie_face_down(seeing: Seeing, trouble: Trouble) -> bool:
    """Dealt to a hand at a table where cards are dealt face up it lies open."""
    table = seeing.state.table.table
    return trouble is Trouble.EXCESS_CARD or (table is not None and table.dealing is Dealing.FACE_DOWN)


def _waits(seeing: Seeing, *, down: bool, keyed: bool) -> Line:
    if not seeing.fingers.pick("put"):
        return say(seeing, "waits-place")
    if down and not seeing.fingers.pick("lies"):
        return say(seeing, "waits-lies")
    return EMPTY if keyed else say(seeing, "waits-card")
