"""Approving: who asked and what, without the values; the approver first keys the card or dice that he sees.

Before and after stand here only once what he keyed has been compared (blind reading is the policy of the house). Who
refuses says why.
"""

from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    BetCorrection,
    CardCorrection,
    DiceCorrection,
    InsuranceCorrection,
    LatePart,
    TumbleCounted,
    WithoutValue,
)
from dealer_app.domain.round.reading import Reading, is_read_blind, reading_of, reading_text, unlike
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.seen import seen_card
from dealer_app.domain.round.state import Case, Round
from dealer_app.domain.round.trouble import Trouble
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import (
    Block,
    CardShown,
    Control,
    Face,
    Heading,
    Keys,
    Note,
    Row,
    Rows,
    Tile,
    Tiles,
    Weight,
)
from dealer_app.showing.card_signs import card_keyed, card_line
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.mending.bettors import round_at_hand
from dealer_app.showing.mending.cards_shown import as_they_lie, drawn_order
from dealer_app.showing.mending.comparing import Effect, comes_to, effect
from dealer_app.showing.mending.correcting_insurance import insurance_before_after
from dealer_app.showing.mending.page import after_order, asked_since, case_line, chips_stand, happened
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.picking import (
    card_pad,
    choice,
    dice_keyed,
    dice_pad,
    is_on,
    paged,
    reason_of,
    text_entry,
    toggle,
)
from dealer_app.showing.mending.saying import (
    area_text,
    bet_text,
    bettor_text,
    clauses_of,
    money,
    primary,
    refusal_line,
    rules_of,
    say,
    trouble_name,
)
from dealer_app.showing.mending.signed_for import signed_for
from dealer_app.showing.mending.signing import Signature, signature
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

REASONS = ("cannot-see", "ask-surveillance", "higher-decides", "not-so")
_COMPARED = "compared"
_REFUSE = "refuse"


def approving(seeing: Seeing, case: Case, need: ApprovalNeeded) -> Overlay:
    """The panel in which somebody of the role approves or refuses."""
    round_ = round_at_hand(seeing)
    blind = is_read_blind(need.applies)
    compared = not blind or bool(seeing.fingers.pick(_COMPARED))
    left: list[Block] = [Heading(text=case_line(seeing, case), clauses=clauses_of(seeing, case.clause))]
    after: tuple[Block, ...] = ()
    left += signed_for(seeing, case, round_) if compared else ()
    if round_ is not None and round_.cards:
        left.append(drawn_order(seeing, round_, case))
        left += [as_they_lie(seeing, round_, case)] if not (blind and compared) else []
        after = after_order(seeing, round_, case)
        left += after
    if blind and not compared:
        left += [
            Note(text=say(seeing, "recorded-hidden"), framed=True),
            Note(text=say(seeing, "asked-hidden"), framed=True),
        ]
    elif _differs(seeing, need) is None:
        left += _values(seeing, need, round_)
    if case.trouble == Trouble.CHIPS_MOVED.value:
        left += chips_rows(seeing, case)
    if not after:
        # Where cards are put in order, how they lie and will lie is what is signed, and all of it is in sight.
        left += happened(seeing, round_, case, compared=compared and _differs(seeing, need) is None)
    if not compared:
        return _reading(seeing, case, need, tuple(left))
    return _deciding(seeing, case, need, tuple(left))


def _reading(seeing: Seeing, case: Case, need: ApprovalNeeded, left: tuple[Block, ...]) -> Overlay:
    """He keys what he sees on the table; only then is it compared with what is asked."""
    fingers = seeing.fingers
    card, dice = card_keyed(fingers), dice_keyed(fingers)
    if isinstance(need.applies, CardCorrection):
        pad: tuple[Block, ...] = card_pad(seeing)
        keyed, label, read = "" if card is None else reading_text(card), "key-the-card", card_line(card)
    else:
        pad = (dice_pad(seeing),)
        keyed, label = "" if dice is None else reading_text(dice), "key-the-dice"
        read = Line(keyed)
    shown = Note(text=say(seeing, label), title=read, framed=True)
    # A PIN is keyed for what stands there now: none is there before the values are.
    act = Change(fingers.picked(_COMPARED, keyed).but(pins={}, writes="")) if keyed else None
    compare = primary("compare", say(seeing, "compare"), act=act, waits=say(seeing, "waits-reading"))
    return panel(
        seeing,
        "approval",
        say(seeing, "approve-title"),
        left=left,
        right=(Heading(text=say(seeing, "blind-reading")), shown, *pad),
        primary=compare,
        sub=_asked_line(seeing, case),
        icon="shield",
        asked=asked_since(seeing, case),
    )


def _asked_line(seeing: Seeing, case: Case) -> Line:
    """What is asked, of which table, shoe and round, and whether chips have moved."""
    name, table, round_ = trouble_name(seeing, case.trouble), seeing.state.table.table, round_at_hand(seeing)
    if table is None or round_ is None:
        return name
    facts = {"table": table.name, "round": str(round_.number), "chips": chips_stand(seeing, round_)}
    if rules_of(seeing).baccarat is None:
        return say(seeing, "asked-of-round", trouble=name, **facts)
    return say(seeing, "asked-of", trouble=name, shoe=str(seeing.state.table.shoe.number), **facts)


def _deciding(seeing: Seeing, case: Case, need: ApprovalNeeded, left: tuple[Block, ...]) -> Overlay:
    sign = signature(seeing, need.role, need.clause, asked_by=case.reported_by, always_keyed=True)
    differs = _differs(seeing, need)
    moved = _all_moved(seeing, case)
    right: list[Block] = []
    if differs is not None:
        again = Change(seeing.fingers.picked(_COMPARED, "").but(rank="", suit="", dice="", pins={}))
        right += [
            Note(text=refusal_line(seeing, differs), tone=Tone.STOP, framed=True),
            Keys(controls=(Control(name="read-again", label=say(seeing, "again"), act=again),), columns=1),
        ]
    right += [*sign.blocks, text_entry(seeing, "surveillance", say(seeing, "surveillance"))]
    waits = sign.waits
    if differs is not None:
        waits = say(seeing, "waits-differs")
    elif not moved:
        waits = say(seeing, "waits-chips")
    act = None
    if not waits:
        reference = seeing.fingers.text("surveillance").strip() or None
        approve = asking(commands.Approve, read=_read(seeing))
        act = Give(command=approve, by=sign.by, surveillance=reference, then=seeing.fingers.closed())
    return panel(
        seeing,
        "approval",
        say(seeing, "approve-title"),
        left=left,
        right=tuple(right),
        primary=primary("approve", say(seeing, "approve"), act=act, waits=waits),
        grave=_refuse(seeing, sign),
        reasons=tuple(choice(seeing, "reason", code, say(seeing, code)) for code in _reasons(seeing, case, need)),
        sub=_asked_line(seeing, case),
        icon="shield",
        asked=asked_since(seeing, case),
    )


_OF_CHIPS = BetCorrection | InsuranceCorrection | LatePart | WithoutValue


def _reasons(seeing: Seeing, case: Case, need: ApprovalNeeded) -> tuple[str, ...]:
    """Of cards that they cannot be seen, or of dice; where chips alone are in question neither is one."""
    if isinstance(need.applies, _OF_CHIPS) or case.trouble == Trouble.CHIPS_MOVED.value:
        return REASONS[1:]
    return REASONS if rules_of(seeing).baccarat is not None else ("cannot-see-dice", *REASONS[1:])


def _refuse(seeing: Seeing, sign: Signature) -> Control:
    """It needs a reason and who refuses; pressed once more it is given."""
    fingers, reason = seeing.fingers, reason_of(seeing)
    if not reason:
        return Control(
            name=_REFUSE, label=say(seeing, "refuse"), waits=say(seeing, "waits-reason"), weight=Weight.GRAVE
        )
    if not sign.ready:
        return Control(name=_REFUSE, label=say(seeing, "refuse"), waits=sign.waits, weight=Weight.GRAVE)
    if fingers.confirming != _REFUSE:
        act = Change(fingers.but(confirming=_REFUSE))
        return Control(name=_REFUSE, label=say(seeing, "refuse"), act=act, sub=Line(reason), weight=Weight.GRAVE)
    give = Give(
        command=asking(commands.Refuse, reason=reason),
        by=sign.by,
        surveillance=fingers.text("surveillance").strip() or None,
        then=fingers.closed(),
    )
    return Control(name=_REFUSE, label=say(seeing, "refuse-confirm"), act=give, sub=Line(reason), weight=Weight.GRAVE)


def _read(seeing: Seeing) -> Reading | None:
    """What he keyed, once it has been compared."""
    return reading_of(seeing.fingers.pick(_COMPARED))


def _differs(seeing: Seeing, need: ApprovalNeeded) -> Refusal | None:
    """What the table would say to an approval on what he has seen."""
    read = _read(seeing)
    return None if read is None else unlike(need.applies, read)


# What is asked, with its values


def _values(seeing: Seeing, need: ApprovalNeeded, round_: Round | None) -> tuple[Block, ...]:
    match need.applies:
        case CardCorrection(place=place, card=card) if round_ is not None:
            return _of_card(seeing, round_, place, card)
        case DiceCorrection(dice=dice) if round_ is not None and round_.dice is not None:
            return (_two(seeing, "-".join(map(str, round_.dice)), "-".join(map(str, dice))),)
        case BetCorrection(number=number, wager=wager):
            after = say(seeing, "no-bet").first
            if wager is not None:
                who = bettor_text(seeing, (wager.seat, wager.bettor))
                after = f"{who} · {area_text(seeing, wager.area)} {money(seeing, wager.stake)}"
            return (_two(seeing, _recorded(seeing, round_, number), after, effect(seeing, need.role, round_)),)
        case InsuranceCorrection():
            before, after = insurance_before_after(seeing, round_, need.applies)
            return (_two(seeing, before, after, effect(seeing, need.role, round_)),)
        case LatePart(number=number, accepted=accepted):
            after = say(seeing, "so-much-counts", amount=str(accepted)).first
            return (_two(seeing, _recorded(seeing, round_, number), after, effect(seeing, need.role, round_)),)
        case WithoutValue(number=number):
            after = say(seeing, "no-bet").first
            return (_two(seeing, _recorded(seeing, round_, number), after, effect(seeing, need.role, round_)),)
        case TumbleCounted(tumbles=tumbles):
            return (Note(text=say(seeing, "tumble-counts", tumbles=str(tumbles)), framed=True),)
        case _:
            return ()


def _recorded(seeing: Seeing, round_: Round | None, number: int | None) -> str:
    bets = () if round_ is None else round_.bets
    bet = next((bet for bet in bets if bet.number == number), None)
    if bet is None:
        return say(seeing, "no-bet").first
    return f"{bettor_text(seeing, bet.who)} · {bet_text(seeing, bet)}"


def _two(seeing: Seeing, before: str, after: str, comes: Effect = ((), ())) -> Rows:
    """With what it comes to below it: then the bet stands at the head, where nothing lies beside the lines."""
    was, becomes = comes
    return Rows(rows=(_value(seeing, "before", before, was), _value(seeing, "after", after, becomes, framed=True)))


def _value(seeing: Seeing, code: str, text: str, lines: tuple[str, ...], *, framed: bool = False) -> Row:
    title = say(seeing, code).first
    if not lines:
        return Row(name=f"value:{code}", title=title, right=text, framed=framed)
    return Row(name=f"value:{code}", title=f"{title} · {text}", lines=lines, framed=framed)


def _of_card(seeing: Seeing, round_: Round, place: int, card: Card) -> tuple[Block, ...]:
    """The card, and what the open cards come to with the one and with the other."""
    recorded = seen_card(round_.cards[place])
    before: list[Card] = []
    for drawn in round_.cards:
        seen = seen_card(drawn)
        if seen is None:
            break
        before.append(seen)
    after = [card if at == place else each for at, each in enumerate(before)]
    tiles = (
        _outcome(seeing, "before", recorded, comes_to(seeing, round_, before)),
        _outcome(seeing, "after", card, comes_to(seeing, round_, after)),
    )
    return (Tiles(tiles=tiles),)


def _outcome(seeing: Seeing, code: str, card: Card | None, lines: tuple[Line, ...]) -> Tile:
    shown = () if card is None else (CardShown(face=Face.OPEN, card=card.text),)
    return Tile(title=say(seeing, code), cards=shown, lines=lines, tone=Tone.PLAIN)


# Chips that have moved already


def chips_rows(seeing: Seeing, case: Case) -> tuple[Block, ...]:
    """Bettor by bettor what goes out to him or comes back, ticked one by one."""
    rows = []
    for place, (bettor, minor) in enumerate(case.facts.items(), start=1):
        out = not minor.startswith("-")
        facts = {"amount": minor.removeprefix("-")}
        rows.append(
            Row(
                name=f"moved:{place}",
                title=say(seeing, "bettor", bettor=_bettor_fact(bettor)).first,
                right=say(seeing, "goes-out" if out else "comes-back", **facts).first,
                done=is_on(seeing.fingers, f"moved:{place}"),
                controls=(toggle(seeing, f"moved:{place}", say(seeing, "moved")),),
            )
        )
    return Heading(text=say(seeing, "chips-moved")), paged(seeing, rows, 6)


def _bettor_fact(bettor: str) -> str:
    """A table without seats has a dash in the place of the seat."""
    return bettor.removeprefix("- ")


def _all_moved(seeing: Seeing, case: Case) -> bool:
    if case.trouble != Trouble.CHIPS_MOVED.value:
        return True
    return all(is_on(seeing.fingers, f"moved:{place}") for place in range(1, len(case.facts) + 1))
