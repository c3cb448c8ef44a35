"""Somebody looks at a card that was read as one that cannot be: he keys what he sees, and then is told the reading.

So a misread card is found by his eyes and not by what he has been told (blind reading is the policy of the house).
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.state import Case
from dealer_app.showing.acts import Change, asking
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note
from dealer_app.showing.card_signs import card_keyed, card_line
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.picking import card_pad, is_on, toggle
from dealer_app.showing.mending.saying import primary, say, trouble_name
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

_COMPARED, _FOREIGN = "compared", "foreign"


def has_looked(fingers: Fingers) -> bool:
    """Whether what he keyed has been laid beside the reading."""
    return is_on(fingers, _COMPARED)


def looking(seeing: Seeing, case: Case, left: tuple[Block, ...]) -> Overlay:
    """He keys what he sees on the table; only then is it compared with what was read."""
    fingers = seeing.fingers
    card = card_keyed(fingers)
    keyed = card is not None or is_on(fingers, _FOREIGN)
    act = Change(fingers.picked(_COMPARED, "yes")) if keyed else None
    return panel(
        seeing,
        "decision",
        trouble_name(seeing, case.trouble),
        left=(*left, Note(text=say(seeing, "recorded-hidden"), framed=True)),
        right=(
            Heading(text=say(seeing, "blind-reading")),
            Note(text=say(seeing, "key-the-card"), title=card_line(card), framed=True),
            *card_pad(seeing),
            Keys(controls=(toggle(seeing, _FOREIGN, say(seeing, "not-of-the-set")),), columns=1),
        ),
        primary=primary("compare", say(seeing, "compare"), act=act, waits=say(seeing, "waits-card")),
        icon="shield",
    )


def inspected(seeing: Seeing, case: Case) -> tuple[tuple[Block, ...], Command | None, Line]:
    """The reading beside what he saw: misread, or really not of the set."""
    fingers = seeing.fingers
    card = None if is_on(fingers, _FOREIGN) else card_keyed(fingers)
    seen = say(seeing, "not-of-the-set") if card is None else card_line(card)
    again = Change(fingers.picked(_COMPARED, "").picked(_FOREIGN, "").but(rank="", suit=""))
    blocks: list[Block] = []
    if case.facts.get("card"):
        blocks.append(Note(text=say(seeing, "was-read", card=case.facts["card"]), framed=True))
    blocks += [
        Note(text=say(seeing, "you-read"), title=seen, framed=True),
        Keys(controls=(Control(name="read-again", label=say(seeing, "again"), act=again),), columns=1),
    ]
    return tuple(blocks), asking(commands.Inspect, card=card), EMPTY
