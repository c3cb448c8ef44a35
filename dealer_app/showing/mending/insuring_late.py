"""Insurance that was not offered (Insurance Plus 5.13): the late offer, and who had meant to take the one missed."""

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.missed_insurance import missed_offers
from dealer_app.domain.round.mending_commands import Intention
from dealer_app.domain.round.needs import LateOfferNeeded
from dealer_app.domain.round.neglect import stage_of
from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.seen import able
from dealer_app.domain.round.state import Case, Who
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Note, Row
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.bettors import bets_keyed, bets_line, round_at_hand, seats_of
from dealer_app.showing.mending.picking import money_keyed, money_pad, paged, text_entry
from dealer_app.showing.mending.saying import area_text, badge_text, bettor_text, rules_of, say
from dealer_app.showing.mending.signing import signature
from dealer_app.showing.seeing import Seeing

Decided = tuple[tuple[Block, ...], Command | None, Line]
_REASON = "intention"


def late_offer(seeing: Seeing, case: Case, need: LateOfferNeeded) -> Decided:
    """Each bettor who had not been asked may insure now; then the late offer is closed."""
    blocks: list[Block] = [Note(text=say(seeing, "late-offer-line"))]
    rows = []
    for offer, who in _affected(seeing, case):
        rows.append(_offer_row(seeing, case, need, offer, who))
    blocks.append(paged(seeing, rows, 6))
    if seeing.fingers.framed and bets_keyed(seeing):
        blocks.append(money_pad(seeing))
    return tuple(blocks), asking(mending_commands.CloseLateOffer), EMPTY


def _affected(seeing: Seeing, case: Case) -> list[tuple[InsuranceOffer, Who]]:
    """Who could have taken the offer that was missed, and has neither answered nor forgone it."""
    round_, rules = round_at_hand(seeing), rules_of(seeing)
    if round_ is None:
        return []
    offers = missed_offers(rules, round_, stage_of(case))
    return [
        (offer, who)
        for offer in offers
        for who in (able(rules, round_, offer) if bets_keyed(seeing) else seats_of(seeing))
        if (who, offer.stage, offer.side) not in round_.answered
    ]


def _offer_row(seeing: Seeing, case: Case, need: LateOfferNeeded, offer: InsuranceOffer, who: Who) -> Row:
    fingers = seeing.fingers
    name = f"late:{offer.side.value}:{who_word(who)}"
    framed = fingers.framed == name
    stake = Money(0) if not bets_keyed(seeing) else (money_keyed(seeing, fingers.digits) if fingers.digits else None)
    controls: tuple[Control, ...] = ()
    if framed and stake is not None:
        command = asking(commands.OfferLate, who=who, stage=offer.stage, side=offer.side, stake=stake)
        sign = signature(seeing, need.role, need.clause, asked_by=case.reported_by)
        label = say(seeing, "insures", amount=str(stake)) if stake else say(seeing, "insures-untracked")
        after = fingers.but(digits="", framed="", pins={})
        controls = (
            Control(
                name=f"insures:{name}",
                label=label,
                act=Give(command=command, by=sign.by, then=after) if sign.ready else None,
                waits=sign.waits,
            ),
        )
    return Row(
        name=name,
        title=bettor_text(seeing, who),
        badge=badge_text(who),
        lines=bets_line(seeing, who),
        right=f"{area_text(seeing, f'{offer.side.value}_insurance')} {offer.odds}",
        controls=controls,
        framed=framed,
        act=Change(fingers.but(framed="" if framed else name, digits="")),
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
        badge=badge_text(who),
        lines=bets_line(seeing, who),
        right=area_text(seeing, f"{offer.side.value}_insurance"),
        controls=keys,
        framed=fingers.framed == name,
        done=bool(chosen),
        act=Change(fingers.but(framed=name)),
    )
