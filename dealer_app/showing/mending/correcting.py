"""Correcting the last card, the dice or a bet: the dealer says what it really is and why; somebody else then approves.

Of a card only what lies open can be corrected. Nothing here tells what the correction would come to.
"""

from dealer_app.domain.round import mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.seen import seen_card
from dealer_app.domain.round.state import InsuranceBet, PlacedBet, Who
from dealer_app.domain.wagers import SEATED, Area, Wager
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note
from dealer_app.showing.card_signs import card_keyed, card_line
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.bettors import (
    bet_choices,
    people_at_table,
    round_at_hand,
    seats_of,
    who_keys,
    who_picked,
)
from dealer_app.showing.mending.cards_shown import drawn_order
from dealer_app.showing.mending.correcting_insurance import (
    OFFER,
    against,
    amount_as_it_lies,
    insurance_bets,
    insured_otherwise,
    offer_keys,
)
from dealer_app.showing.mending.letters import left
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.picking import (
    card_pad,
    choice,
    dice_keyed,
    dice_pad,
    is_on,
    money_keyed,
    reason_of,
    text_entry,
    toggle,
)
from dealer_app.showing.mending.saying import badge_text, bettor_text, primary, rules_of, say
from dealer_app.showing.play.bettors import COLOURS, STANDING_PLACES
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_KINDS = {
    "card": mending_commands.CorrectCard,
    "dice": mending_commands.CorrectDice,
    "bet": mending_commands.CorrectBet,
}
_REASONS = {
    "card": ("not-the-card", "keyed-wrongly"),
    "dice": ("not-the-dice", "keyed-wrongly"),
    "bet": ("chips-differ", "keyed-wrongly", "bet-missed"),
}
_NEW = "new"
Said = tuple[tuple[Block, ...], Command | None, Line]
"""What is shown, the correction once it is whole, and what it waits for until then."""


def correcting(seeing: Seeing) -> Overlay:
    """What is corrected, as it is, and why; the card or the dice first, where these can be."""
    allowed = () if seeing.guide is None else seeing.guide.allowed
    kinds = [kind for kind, command in _KINDS.items() if command in allowed]
    kind = seeing.fingers.pick("correct", kinds[0] if kinds else "")
    keys = tuple(
        Control(
            name=f"correct:{one}",
            label=say(seeing, f"correct-{one}"),
            act=Change(left(seeing.fingers.picked("correct", one))),
            picked=one == kind,
        )
        for one in kinds
    )
    title = say(seeing, "correct-title")
    if kind not in kinds:
        nothing = Note(text=say(seeing, "nothing-to-correct"))
        return panel(seeing, "correct", title, left=(nothing,), icon="pencil")
    blocks, command, waits = {"card": _card, "dice": _dice, "bet": _bet}[kind](seeing)
    reason = reason_of(seeing)
    reasons = tuple(choice(seeing, "reason", code, say(seeing, code)) for code in _REASONS[kind])
    right = (
        Heading(text=say(seeing, "reason")),
        Keys(controls=reasons, columns=2),
        # Digits are cards, dice or an amount here until the reason is touched.
        text_entry(seeing, "reason", say(seeing, "own-words"), waits_for_touch=True),
        Note(text=say(seeing, "then-approval")),
    )
    waits = waits or (EMPTY if reason else say(seeing, "waits-reason"))
    act = None
    if command is not None and not waits:
        # Whoever approves is asked in the same step: his badge is keyed where it belongs.
        act = Give(command=command, then=seeing.fingers.closed().but(panel=Panel.APPROVAL))
    step = primary("ask-approval", say(seeing, "ask-approval"), act=act, waits=waits)
    return panel(
        seeing,
        "correct",
        title,
        # Once it is said which bet it is, how its chips lie has the room; another bet brings them back.
        left=blocks if kind == "bet" and seeing.fingers.pick("bet") else (Keys(controls=keys, columns=3), *blocks),
        right=right,
        primary=step,
        icon="pencil",
    )


def _card(seeing: Seeing) -> Said:
    """The last open card, unless another is touched."""
    round_, fingers = round_at_hand(seeing), seeing.fingers
    assert round_ is not None, "cards are corrected only in a round"
    open_places = [place for place, drawn in enumerate(round_.cards) if seen_card(drawn) is not None]
    if not open_places:
        return (), None, say(seeing, "nothing-to-correct")
    place = int(fingers.pick("place", str(open_places[-1])))
    keys = tuple(
        Control(
            name=f"place:{at + 1}",
            label=say(seeing, "card-number", number=str(at + 1)),
            act=Change(fingers.picked("place", str(at))),
            picked=at == place,
        )
        for at in open_places
    )
    card = card_keyed(fingers)
    blocks: tuple[Block, ...] = (
        drawn_order(seeing, round_),
        Keys(controls=keys, columns=6, title=say(seeing, "which-card")),
        Note(text=say(seeing, "key-the-card"), title=card_line(card), framed=True),
        *card_pad(seeing),
    )
    if card is None:
        return blocks, None, say(seeing, "waits-card")
    if place not in open_places or card == seen_card(round_.cards[place]):
        return blocks, None, say(seeing, "waits-other-card")
    return blocks, asking(mending_commands.CorrectCard, place=place, card=card, reason=reason_of(seeing)), EMPTY


def _dice(seeing: Seeing) -> Said:
    dice = dice_keyed(seeing.fingers)
    blocks = (Note(text=say(seeing, "key-the-dice")), dice_pad(seeing))
    if dice is None:
        return blocks, None, say(seeing, "waits-dice")
    return blocks, asking(mending_commands.CorrectDice, dice=dice, reason=reason_of(seeing)), EMPTY


# Bets: amount, area, seat, owner, missing, or none at all


def _bet(seeing: Seeing) -> Said:
    round_, fingers = round_at_hand(seeing), seeing.fingers
    bets: tuple[PlacedBet | InsuranceBet, ...] = ()
    if round_ is not None:
        bets = (*round_.in_play, *insurance_bets(round_))
    chosen = fingers.pick("bet")
    new = Control(
        name="bet:new",
        label=say(seeing, "bet-not-keyed"),
        act=Change(left(fingers.picked("bet", _NEW))),
        picked=chosen == _NEW,
    )
    bet = next((one for one in bets if str(one.number) == chosen), None)
    none = () if bet is None else (toggle(seeing, "none", say(seeing, "no-such-bet")),)
    # Once it is said which bet it is, the others make room for how the chips lie.
    listed = bets if not chosen else () if bet is None else (bet,)
    # What was keyed of one bet is not said of another.
    anew = fingers.picked("bet", "").picked("none", "").picked("who", "").picked(OFFER, "").but(area=None, digits="")
    again = Control(name="another-bet", label=say(seeing, "another-bet"), act=Change(left(anew)))
    beside = () if bet is None else (again, *none)
    blocks: list[Block] = [bet_choices(seeing, "bet", listed, beside=beside)] if listed else []
    if bet is None:
        blocks.append(Keys(controls=(new, *((again,) if chosen else ())), columns=2))
    if isinstance(bet, InsuranceBet) or (chosen == _NEW and fingers.pick(OFFER)):
        insured = bet if isinstance(bet, InsuranceBet) else None
        more, command, waits = _insurance(seeing, insured)
        return (*blocks, *more), command, waits
    if bet is None and chosen != _NEW:
        # What is keyed before the bet is touched is its amount already.
        return (*blocks, *amount_as_it_lies(seeing, None)), None, say(seeing, "waits-bet")
    if bet is not None and is_on(fingers, "none"):
        return tuple(blocks), _corrected(seeing, bet, None), EMPTY
    more, wager, waits = _wager(seeing, bet)
    command = None if wager is None else _corrected(seeing, bet, wager)
    return (*blocks, *more), command, waits or (EMPTY if command is None else against(seeing, command))


def _corrected(seeing: Seeing, bet: PlacedBet | None, wager: Wager | None) -> mending_commands.CorrectBet:
    number = None if bet is None else bet.number
    return asking(mending_commands.CorrectBet, number=number, wager=wager, reason=reason_of(seeing))


def _insurance(seeing: Seeing, bet: InsuranceBet | None) -> Said:
    """One that was keyed may be another's, or on another offer; one that was not might be any bet."""
    who = who_picked(seeing, "who") or (None if bet is None else bet.who)
    areas = (*(_area_keys(seeing, None) if bet is None else ()), *offer_keys(seeing, bet))
    choices = (*whose_keys(seeing, who), Keys(controls=areas, columns=6, title=say(seeing, "which-area")))
    none = bet is not None and is_on(seeing.fingers, "none")
    return insured_otherwise(seeing, bet, who=who, choices=choices, none=none)


def _wager(seeing: Seeing, bet: PlacedBet | None) -> tuple[tuple[Block, ...], Wager | None, Line]:
    """As the chips lie: whatever is not said otherwise stays as it was keyed."""
    fingers = seeing.fingers
    area = fingers.area or (None if bet is None else bet.wager.area)
    who = who_picked(seeing, "who") or (None if bet is None else bet.who)
    before = None if bet is None else bet.wager.stake
    stake = money_keyed(seeing, fingers.digits) if fingers.digits else before
    areas = (*_area_keys(seeing, area), *(offer_keys(seeing, None) if bet is None else ()))
    blocks: tuple[Block, ...] = (
        *whose_keys(seeing, who),
        Keys(controls=areas, columns=6, title=say(seeing, "which-area")),
        *amount_as_it_lies(seeing, before),
    )
    if who is None:
        return blocks, None, say(seeing, "waits-who")
    if area is None:
        return blocks, None, say(seeing, "waits-area")
    if not stake:
        return blocks, None, say(seeing, "waits-amount")
    seat, bettor = who
    return blocks, Wager(area=area, stake=stake, seat=seat, bettor=bettor), EMPTY


def _area_keys(seeing: Seeing, picked: Area | None) -> tuple[Control, ...]:
    return tuple(
        Control(
            name=f"area:{one}",
            label=line(seeing.words, lambda words, one=one: words.area(one)),  # type: ignore[misc]
            act=Change(left(seeing.fingers.picked(OFFER, "").but(area=one))),
            picked=one == picked,
        )
        for one in rules_of(seeing).layout.areas
    )


def whose_keys(seeing: Seeing, meant: Who | None = None) -> tuple[Keys, ...]:
    """Whoever may have bet, also one who has no other bet there: the colours, or the seats; touched, their places.

    `meant` is whose bet it is as long as nobody is touched, and has the tick.
    """
    who = who_picked(seeing, "who")
    seats = seats_of(seeing)
    if not seats:
        everybody = ((None, SEATED), *((None, colour) for colour in COLOURS))
        people = tuple(dict.fromkeys((*people_at_table(seeing), *everybody)))
        return (who_keys(seeing, "who", people, columns=6, usual=meant),)
    people = tuple(dict.fromkeys((*people_at_table(seeing), *seats)))
    if who is None:
        return (who_keys(seeing, "who", people, columns=6, usual=meant),)
    places = tuple((who[0], place) for place in (SEATED, *STANDING_PLACES))
    standing = tuple(
        choice(seeing, "who", who_word(place), Line(bettor_text(seeing, place), short=badge_text(seeing, place)))
        for place in places
        if place not in people
    )
    first, rest = who_keys(seeing, "who", people, columns=6), Keys(controls=standing, columns=6)
    return (first, rest) if standing else (first,)
