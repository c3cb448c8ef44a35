"""Insurance that was not offered (Insurance Plus 5.13): the late offer, and who had meant to take the one missed."""

from fractions import Fraction

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import Intention
from dealer_app.domain.round.counts import floor_to_chips, stake_chip_refusal
from dealer_app.domain.round.decide.missed_insurance import due_offers, intention_returns, most_late_stake
from dealer_app.domain.round.fold_corrections import case_stage
from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.state import Case, Command, Who
from dealer_app.domain.round.visible import insurable_bettors
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import NO_TEXT, Block, Control, HeadingBlock, ListRow, NoteBlock, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity.bettors import bets_summary, correctable_round, has_keyed_bets, seat_bettors
from dealer_app.screens.irregularity.dealer_tasks import returns_text
from dealer_app.screens.irregularity.signature import Signature
from dealer_app.screens.kit import (
    area_text,
    bettor_text,
    next_step,
)
from dealer_app.screens.labels import badge_text, bettor_fact, label_text, refusal_text
from dealer_app.screens.pads import PIN_ENTRY, amount_blocks, page_rows, parse_money, text_entry
from dealer_app.screens.round.table_context import TableContext, open_table

DecisionForm = tuple[tuple[Block, ...], Command | None, ScreenText]
_INTENTION_PREFIX = "intention"
MissedOffer = tuple[InsuranceOffer, Who]


def late_offer_form(at: TableContext, case: Case) -> DecisionForm:
    """Each bettor who had not been asked may insure now; then the late offer is closed."""
    context = at.context
    affected, framed = _offers_to_answer(at, case), _offer_in_frame(context, case)
    rows = [_offer_row(context, missed, framed=missed == framed) for missed in affected]
    said = label_text(context, "mending.late-offer-line" if rows else "mending.late-offer-done")
    blocks: list[Block] = [NoteBlock(text=said), page_rows(context, rows, 6)]
    if framed is not None and has_keyed_bets(context):
        blocks += amount_blocks(context, wrong=_stake_fault(context, framed))
    return tuple(blocks), new_command(correction_commands.CloseLateOffer), NO_TEXT


def insurance_control(context: ScreenContext, case: Case, sign: Signature) -> Control | None:
    """The next step while an insurance is keyed: it is taken first, so that closing the offer never drops it.

    If bets are not keyed, the framed bettor insures, and no amount is named.
    """
    framed, keyed = _offer_in_frame(context, case), has_keyed_bets(context)
    if framed is None or (keyed and not context.input_state.digits):
        return None
    offer, who = framed
    stake, label = Money(0), label_text(context, "mending.insures-untracked", bettor=bettor_fact(who))
    waits = sign.waits
    if keyed:
        stake = parse_money(context, context.input_state.digits) or Money(0)
        label = label_text(context, "mending.insures", bettor=bettor_fact(who), amount=str(stake))
        waits = _stake_fault(context, framed) or waits if stake else label_text(context, "mending.waits-amount")
    command = new_command(commands.OfferLate, who=who, stage=offer.stage, side=offer.side, stake=stake)
    # Who signs goes on to sign: the next bettor, or that the offer is closed.
    again = PIN_ENTRY if context.input_state.text("badge") else ""
    after = context.input_state.replace(digits="", framed="", pins={}, writes=again)
    act = None if waits else SendCommand(command=command, by=sign.by, then=after)
    return next_step("late-insurance", label, act=act, waits=waits)


def _offer_in_frame(context: ScreenContext, case: Case) -> MissedOffer | None:
    return next(
        (
            missed
            for missed in _offers_to_answer(open_table(context), case)
            if _offer_name(missed) == context.input_state.framed
        ),
        None,
    )


def _most_in_chips(at: TableContext, missed: MissedOffer) -> Money:
    """What of the bettor's cap can be laid in chips."""
    return floor_to_chips(at.table, _insurance_cap(at, missed))


def _insurance_cap(at: TableContext, missed: MissedOffer) -> Fraction:
    offer, who = missed
    return most_late_stake(at.rules, at.context.state.table, who, offer)


def _stake_fault(context: ScreenContext, missed: MissedOffer) -> ScreenText:
    """What is said of an amount above the cap, or that chips do not make, as it is keyed."""
    typed = parse_money(context, context.input_state.digits) if context.input_state.digits else None
    if typed is None:
        return NO_TEXT
    at = open_table(context)
    if typed > _insurance_cap(at, missed):
        return label_text(context, "mending.over-cap", most=str(_most_in_chips(at, missed)))
    refusal = stake_chip_refusal(at.rules, at.table, _insurance_cap(at, missed), typed)
    return refusal_text(context, refusal)


def _offers_to_answer(at: TableContext, case: Case) -> list[MissedOffer]:
    """Who could have taken the offer that was missed, and has neither answered nor forgone it."""
    context = at.context
    round_, rules = correctable_round(context), at.rules
    if round_ is None:
        return []
    offers = due_offers(rules, round_, case_stage(case))
    return [
        (offer, who)
        for offer in offers
        for who in (
            insurable_bettors(rules, round_, offer, left=context.state.table.left)
            if has_keyed_bets(context)
            else seat_bettors(context)
        )
        if (who, offer.stage, offer.side) not in round_.answered
    ]


def _offer_name(missed: MissedOffer) -> str:
    offer, who = missed
    return f"late:{offer.side.value}:{who_word(who)}"


def _offer_row(context: ScreenContext, missed: MissedOffer, *, framed: bool) -> ListRow:
    """Touched, its amount is keyed: digits go there, wherever they went before."""
    input_state, (offer, who) = context.input_state, missed
    name = _offer_name(missed)
    cap = (
        label_text(context, "mending.cap-is", most=str(_most_in_chips(open_table(context), missed))).first
        if has_keyed_bets(context)
        else ""
    )
    area = f"{area_text(context, f'{offer.side.value}_insurance')} {offer.odds}"
    return ListRow(
        name=name,
        title=bettor_text(context, who),
        badge=badge_text(context, who),
        lines=bets_summary(context, who),
        right=" · ".join(filter(None, (area, cap))),
        framed=framed,
        act=SetInput(input_state.replace(framed="" if framed else name, digits="", writes="")),
    )


def intentions_form(at: TableContext, case: Case) -> DecisionForm:
    """Who had meant to insure, each with why that is believed; nobody may be named too."""
    context = at.context
    input_state, named = context.input_state, []
    rows, missing = [], NO_TEXT
    for offer, who in _offers_to_answer(at, case):
        name = f"{_INTENTION_PREFIX}:{offer.side.value}:{who_word(who)}"
        chosen, why = input_state.pick(name), input_state.text(name).strip()
        rows.append(_intention_row(context, name, who, offer, chosen))
        if chosen:
            reason = why or label_text(context, f"mending.{chosen}").first
            named.append(Intention(who, offer.side, reason))
    blocks: list[Block] = [
        HeadingBlock(text=label_text(context, "mending.intentions-title")),
        page_rows(context, rows, 5),
    ]
    framed = input_state.framed
    if framed.startswith(_INTENTION_PREFIX) and input_state.pick(framed):
        blocks.append(text_entry(context, framed, label_text(context, "mending.own-words")))
    return tuple(blocks), new_command(correction_commands.NameIntentions, named=tuple(named)), missing


def intention_returns_text(at: TableContext, said: DecisionForm) -> ScreenText:
    """The Original Bets that are returned to those named (5.13.2), shown where their chips still lie there.

    What had been collected is among the chips that a supervisor sees moved.
    """
    context = at.context
    _, command, _ = said
    round_ = context.state.table.round
    if not isinstance(command, correction_commands.NameIntentions) or round_ is None:
        return NO_TEXT
    numbers = intention_returns(at.rules, context.state.table, command.named)
    return returns_text(context, round_, numbers - round_.ticked)


_BELIEF_CODES = ("said-so", "always-does", "chips-ready")


def _intention_row(context: ScreenContext, name: str, who: Who, offer: InsuranceOffer, chosen: str) -> ListRow:
    input_state = context.input_state
    keys = tuple(
        Control(
            name=f"{name}:{code}",
            label=label_text(context, f"mending.{code}"),
            act=SetInput(input_state.with_pick(name, "" if chosen == code else code).replace(framed=name)),
            picked=chosen == code,
        )
        for code in _BELIEF_CODES
    )
    return ListRow(
        name=name,
        title=bettor_text(context, who),
        badge=badge_text(context, who),
        lines=bets_summary(context, who),
        right=area_text(context, f"{offer.side.value}_insurance"),
        controls=keys,
        framed=input_state.framed == name,
        done=bool(chosen),
        act=SetInput(input_state.replace(framed=name)),
    )
