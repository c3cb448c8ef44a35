"""Saying which card in excess was seen: one beside the hands, or carried over. What no device knows of it is keyed."""

from dealer_app.domain.cards import Card
from dealer_app.domain.round.decide.excess_seen import beside_the_hands, unseen, values_to_key
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Keys, Note
from dealer_app.showing.card_signs import card_keyed, card_line
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.picking import card_pad
from dealer_app.showing.mending.saying import clauses_of, rules_of, say
from dealer_app.showing.seeing import Seeing

Seen = tuple[tuple[Block, ...], tuple[int, ...], tuple[Card, ...], Line]
"""What stands there, which card it was, its value where that is keyed, and what is still missing."""


def excess_seen(seeing: Seeing) -> Seen:
    """One card a time; where only one lies there it is that one."""
    table, fingers = seeing.state.table, seeing.fingers
    lying = unseen(table)
    picked = fingers.pick("places")
    place = int(picked) if picked.isdecimal() and int(picked) in lying else lying[0] if len(lying) == 1 else None
    blocks: list[Block] = [_stops_play(seeing)] if beside_the_hands(table) else []
    if len(lying) > 1:
        keys = tuple(
            Control(
                name=f"place:{at + 1}",
                label=say(seeing, "card-number", number=str(at + 1)),
                act=Change(fingers.picked("places", str(at))),
                picked=at == place,
            )
            for at in lying
        )
        blocks.append(Keys(controls=keys, columns=6, title=say(seeing, "which-cards")))
    if place is None:
        return tuple(blocks), (), (), say(seeing, "waits-card-seen")
    if not values_to_key(table, (place,)):
        return tuple(blocks), (place,), (), EMPTY
    pad, cards, missing = value_seen(seeing)
    return (*blocks, *pad), (place,), cards, missing


def value_seen(seeing: Seeing) -> tuple[tuple[Block, ...], tuple[Card, ...], Line]:
    """The pad on which a card that has been seen is keyed, what is keyed, and what is still missing."""
    card = card_keyed(seeing.fingers)
    pad = (Note(text=say(seeing, "key-the-card"), title=card_line(card), framed=True), *card_pad(seeing))
    return (pad, (), say(seeing, "waits-value-seen")) if card is None else (pad, (card,), EMPTY)


def _stops_play(seeing: Seeing) -> Note:
    """Said before it is reported: the round goes on, the next one does not begin (ruling O6)."""
    role, clause = rules_of(seeing).decider("uncovered_case")
    text = say(seeing, "seen-stops-play", role=rules_of(seeing).title(role))
    return Note(text=text, tone=Tone.ATTENTION, framed=True, clauses=clauses_of(seeing, clause))
