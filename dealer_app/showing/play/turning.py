"""Cards lie face down and are to be turned: a box for each hand, the hand that the dealer chooses first."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.seen import seen_card
from dealer_app.domain.round.state import DrawnCard
from dealer_app.domain.rulebook import Side
from dealer_app.showing.about_card import TURNING
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Gap, Note, Rows
from dealer_app.showing.card_signs import card_keyed, card_text
from dealer_app.showing.fingers import NOTHING, Panel
from dealer_app.showing.lines import Tone
from dealer_app.showing.part import Part
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.card_pad import card_pad
from dealer_app.showing.play.hands import lying_on
from dealer_app.showing.play.holding import hand_row, heading, passed_to, passing_first
from dealer_app.showing.play.nexts import next_step
from dealer_app.showing.play.passing import equals
from dealer_app.showing.play.sealed import laid_after_all
from dealer_app.showing.play.totals import gone_back
from dealer_app.showing.play.track import track
from dealer_app.showing.play.turning_acts import to_turn, turn_act, turn_all
from dealer_app.showing.play.waiving import waiving


def turning(at: AtTable) -> Part:
    place = _keyed_place(at)
    if place is not None:
        return _keying(at, place)
    rows = tuple(hand_row(at, side, _turns(at, side)) for side in Side)
    asked = any(equals(at, side) for side in Side)
    told = laid_after_all(at)
    if not told and not asked:
        told = (Note(text=at.label("follows-turned"), tone=Tone.QUIET, framed=True),)
    work: tuple[Block, ...] = (heading(at), Rows(rows=rows), *passed_to(at), *told, *waiving(at), *gone_back(at), Gap())
    to_pass = next((passed for side in _sides(at) if (passed := passing_first(at, side)) is not None), None)
    if to_pass is not None:
        return Part(
            work=work,
            primary=next_step("pass", to_pass.label, to_pass.act)
            if to_pass.act is not None
            else next_step("pass", at.label("cards-passed"), waits=to_pass.waits),
            track=track(at),
            instruction=to_pass.label,
            clauses=(at.rules.clause("squeeze"),),
        )
    return Part(work=work, primary=_primary(at), track=track(at))


def _sides(at: AtTable) -> tuple[Side, ...]:
    first = first_side(at)
    return tuple(Side) if first is not Side.BANKER else (Side.BANKER, Side.PLAYER)


def _keyed_place(at: AtTable) -> int | None:
    """The card of which the value is being keyed, if it still is to be turned."""
    chosen = at.fingers.pick(TURNING)
    if at.fingers.panel is not Panel.CARD or not chosen.isdecimal():
        return None
    place = int(chosen)
    return place if place in to_turn(at) and at.round.cards[place].card is None else None


def _keying(at: AtTable, place: int) -> Part:
    card = card_keyed(at.fingers)
    if card is None:
        primary = next_step("turn", at.label("card-turned"), waits=at.label("waits-for-keys"))
    else:
        turn = Give(command=asking(commands.TurnCards, places=(place,), cards=(card,)), then=NOTHING)
        primary = next_step("turn", at.label("card-turned-to", card=card_text(card.text)), turn)
    work = card_pad(at, at.label("key-card", number=str(place + 1)))
    return Part(work=work, primary=primary, track=track(at))


def first_side(at: AtTable) -> Side | None:
    """Which hand is turned next: the one that is framed, or else the first that has something to turn."""
    sides = [side for side in Side if _unturned(at, side)]
    return next((side for side in sides if side.value == at.fingers.framed), sides[0] if sides else None)


def _unturned(at: AtTable, side: Side) -> tuple[int, ...]:
    asked = to_turn(at)
    return tuple(place for place, _ in lying_on(at.round, side) if place in asked)


def _primary(at: AtTable) -> Control:
    side = first_side(at)
    if side is None:
        places = to_turn(at)
        return next_step("turn", at.label("card-turned"), turn_all(at, places) if places else None)
    other = Side.BANKER if side is Side.PLAYER else Side.PLAYER
    sub = at.label("turned-then", hand=at.label(other.value)) if _unturned(at, other) else at.label("turned-sub")
    return next_step("turn", at.label(f"{side.value}-turned"), turn_all(at, _unturned(at, side)), sub=sub)


def _turns(at: AtTable, side: Side) -> tuple[Control, ...]:
    keyed = first_side(at) is side and not any(equals(at, each) for each in Side)
    return tuple(
        _card(at, place, drawn, key=str(number) if keyed else "")
        for number, (place, drawn) in enumerate(lying_on(at.round, side), start=1)
    )


def _card(at: AtTable, place: int, drawn: DrawnCard, *, key: str) -> Control:
    card = seen_card(drawn)
    name, number = f"turn:{place + 1}", at.label("card-number", number=str(place + 1))
    if card is not None:
        text = at.label("open-card", card=card_text(card.text))
        return Control(name=name, label=text, sub=number, picked=True, waits=at.label("lies-open"))
    # Its number stands first: where there is no room for both, the key of the row is not taken for it.
    return Control(name=name, label=number, sub=at.label("lies-face-down"), act=turn_act(at, place), key=key)


def next_hand(at: AtTable) -> Act:
    """The other hand is framed: the digits are for it."""
    return at.change(framed=Side.BANKER.value if first_side(at) is Side.PLAYER else Side.PLAYER.value)
