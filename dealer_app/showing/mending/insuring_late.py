"""Insurance that was not offered (Insurance Plus 5.13): the late offer, and who had meant to take the one missed."""

from fractions import Fraction

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.missed_insurance import intentions_return, missed_offers, most_late
from dealer_app.domain.round.insurance_stakes import in_chips, not_laid_in_chips
from dealer_app.domain.round.mending_commands import Intention
from dealer_app.domain.round.neglect import stage_of
from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.seen import able
from dealer_app.domain.round.state import Case, Who
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Note, Row
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.answering import returned_then
from dealer_app.showing.mending.bettors import bets_keyed, bets_line, round_at_hand, seats_of
from dealer_app.showing.mending.picking import PIN, amount_blocks, money_keyed, paged, text_entry
from dealer_app.showing.mending.saying import (
    area_text,
    badge_text,
    bettor_fact,
    bettor_text,
    primary,
    rules_of,
    say,
)
from dealer_app.showing.mending.signing import Signature
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

Decided = tuple[tuple[Block, ...], Command | None, Line]
_REASON = "intention"
Missed = tuple[InsuranceOffer, Who]


def late_offer(seeing: Seeing, case: Case) -> Decided:
    """Each bettor who had not been asked may insure now; then the late offer is closed."""
    affected, framed = _affected(seeing, case), _framed(seeing, case)
    rows = [_offer_row(seeing, missed, framed=missed == framed) for missed in affected]
    said = say(seeing, "late-offer-line" if rows else "late-offer-done")
    blocks: list[Block] = [Note(text=said), paged(seeing, rows, 6)]
    if framed is not None and bets_keyed(seeing):
        blocks += amount_blocks(seeing, wrong=_over(seeing, framed))
    return tuple(blocks), asking(mending_commands.CloseLateOffer), EMPTY


def insurance_keyed(seeing: Seeing, case: Case, sign: Signature) -> Control | None:
    """The next step while an insurance is keyed: it is taken first, so that closing the offer never drops it.

    Bets not keyed, who is framed insures, and no amount is told.
    """
    framed, keyed = _framed(seeing, case), bets_keyed(seeing)
    if framed is None or (keyed and not seeing.fingers.digits):
        return None
    offer, who = framed
    stake, label = Money(0), say(seeing, "insures-untracked", bettor=bettor_fact(who))
    waits = sign.waits
    if keyed:
        stake = money_keyed(seeing, seeing.fingers.digits) or Money(0)
        label = say(seeing, "insures", bettor=bettor_fact(who), amount=str(stake))
        waits = _over(seeing, framed) or waits if stake else say(seeing, "waits-amount")
    command = asking(commands.OfferLate, who=who, stage=offer.stage, side=offer.side, stake=stake)
    # Who signs goes on to sign: the next bettor, or that the offer is closed.
    again = PIN if seeing.fingers.text("badge") else ""
    after = seeing.fingers.but(digits="", framed="", pins={}, writes=again)
    act = None if waits else Give(command=command, by=sign.by, then=after)
    return primary("late-insurance", label, act=act, waits=waits)


def _framed(seeing: Seeing, case: Case) -> Missed | None:
    return next((missed for missed in _affected(seeing, case) if _late_name(missed) == seeing.fingers.framed), None)


def _most(seeing: Seeing, missed: Missed) -> Money:
    """What of his cap can be laid in chips."""
    table = seeing.state.table.table
    assert table is not None, "an offer is made at a table"
    return in_chips(table, _cap(seeing, missed))


def _cap(seeing: Seeing, missed: Missed) -> Fraction:
    offer, who = missed
    return most_late(rules_of(seeing), seeing.state.table, who, offer)


def _over(seeing: Seeing, missed: Missed) -> Line:
    """What is said of an amount above the cap, or that chips do not make, as it is keyed."""
    typed = money_keyed(seeing, seeing.fingers.digits) if seeing.fingers.digits else None
    if typed is None:
        return EMPTY
    if typed > _cap(seeing, missed):
        return say(seeing, "over-cap", most=str(_most(seeing, missed)))
    table = seeing.state.table.table
    assert table is not None, "an offer is made at a table"
    refusal = not_laid_in_chips(rules_of(seeing), table, _cap(seeing, missed), typed)
    return EMPTY if refusal is None else line(seeing.words, lambda words: words.refusal(refusal))


def _affected(seeing: Seeing, case: Case) -> list[Missed]:
    """Who could have taken the offer that was missed, and has neither answered nor forgone it."""
    round_, rules = round_at_hand(seeing), rules_of(seeing)
    if round_ is None:
        return []
    offers = missed_offers(rules, round_, stage_of(case))
    return [
        (offer, who)
        for offer in offers
        for who in (
            able(rules, round_, offer, left=seeing.state.table.left) if bets_keyed(seeing) else seats_of(seeing)
        )
        if (who, offer.stage, offer.side) not in round_.answered
    ]


def _late_name(missed: Missed) -> str:
    offer, who = missed
    return f"late:{offer.side.value}:{who_word(who)}"


def _offer_row(seeing: Seeing, missed: Missed, *, framed: bool) -> Row:
    """Touched, its amount is keyed: digits go there, wherever they went before."""
    fingers, (offer, who) = seeing.fingers, missed
    name = _late_name(missed)
    cap = say(seeing, "cap-is", most=str(_most(seeing, missed))).first if bets_keyed(seeing) else ""
    area = f"{area_text(seeing, f'{offer.side.value}_insurance')} {offer.odds}"
    return Row(
        name=name,
        title=bettor_text(seeing, who),
        badge=badge_text(seeing, who),
        lines=bets_line(seeing, who),
        right=" · ".join(filter(None, (area, cap))),
        framed=framed,
        act=Change(fingers.but(framed="" if framed else name, digits="", writes="")),
    )


def intentions(seeing: Seeing, case: Case) -> Decided:
    """Who had meant to insure, each with why that is believed; nobody may be named too."""
    fingers, named = seeing.fingers, []
    rows, missing = [], EMPTY
    for offer, who in _affected(seeing, case):
        name = f"{_REASON}:{offer.side.value}:{who_word(who)}"
        chosen, why = fingers.pick(name), fingers.text(name).strip()
        rows.append(_intention_row(seeing, name, who, offer, chosen))
        if chosen:
            reason = why or say(seeing, chosen).first
            named.append(Intention(who, offer.side, reason))
    blocks: list[Block] = [Heading(text=say(seeing, "intentions-title")), paged(seeing, rows, 5)]
    framed = fingers.framed
    if framed.startswith(_REASON) and fingers.pick(framed):
        blocks.append(text_entry(seeing, framed, say(seeing, "own-words")))
    return tuple(blocks), asking(mending_commands.NameIntentions, named=tuple(named)), missing


def intended_back(seeing: Seeing, said: Decided) -> Line:
    """The Original Bets that are returned to those named (5.13.2), told where their chips still lie there.

    What had been collected is among the chips that a supervisor sees moved.
    """
    _, command, _ = said
    round_ = seeing.state.table.round
    if not isinstance(command, mending_commands.NameIntentions) or round_ is None:
        return EMPTY
    numbers = intentions_return(rules_of(seeing), seeing.state.table, command.named)
    return returned_then(seeing, round_, numbers - round_.ticked)


_BELIEVED = ("said-so", "always-does", "chips-ready")


def _intention_row(seeing: Seeing, name: str, who: Who, offer: InsuranceOffer, chosen: str) -> Row:
    fingers = seeing.fingers
    keys = tuple(
        Control(
            name=f"{name}:{code}",
            label=say(seeing, code),
            act=Change(fingers.picked(name, "" if chosen == code else code).but(framed=name)),
            picked=chosen == code,
        )
        for code in _BELIEVED
    )
    return Row(
        name=name,
        title=bettor_text(seeing, who),
        badge=badge_text(seeing, who),
        lines=bets_line(seeing, who),
        right=area_text(seeing, f"{offer.side.value}_insurance"),
        controls=keys,
        framed=fingers.framed == name,
        done=bool(chosen),
        act=Change(fingers.but(framed=name)),
    )
