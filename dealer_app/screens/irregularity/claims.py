"""A claim on hold, until somebody of the role closes it with a decision, a clause and what surveillance saw.

What was offered to the guest is keyed on a leaf of its own beside the decision, and belongs to it.
"""

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import UPHELD_DECISIONS, Claim, GuestAnswer
from dealer_app.people.authority import person_badge
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    KeysBlock,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import event_rows, visible_events
from dealer_app.screens.house.disputes_panel import dispute_steps, disputes_key
from dealer_app.screens.irregularity.bettors import correctable_round
from dealer_app.screens.irregularity.case_page import (
    decider_heading,
    dice_note,
    request_control,
    round_fact_rows,
    show_dice_page,
)
from dealer_app.screens.irregularity.comparison import insurance_review, settlement_review
from dealer_app.screens.irregularity.round_cards import current_hands, draw_order_row
from dealer_app.screens.irregularity.signature import build_panel, request_signature
from dealer_app.screens.kit import drop_repeated_clauses, next_step
from dealer_app.screens.labels import dispute_text, label_text, money_text, table_label
from dealer_app.screens.pads import (
    amount_blocks,
    is_picked,
    leave_text,
    parse_money,
    pick_control,
    reason_blocks,
    reason_text,
    text_entry,
)
from dealer_app.screens.round.disputes import dispute_remedies
from dealer_app.screens.round.table_context import TableContext, open_table
from dealer_app.screens.screen import Overlay, PageStage, RailContent
from dealer_app.station.house_law import find_dispute

_LINES_SHOWN = 5
_BETTORS_PER_PAGE, _BETTORS_IN_PANEL = 8, 4
"""So many bettors at a time."""
_DECISIONS = ("claim-stands", "claim-granted", "claim-partly")
_LEAF, _OFFERED, _ANSWER = "claim-offer", "offered", "guest-answer"
_CLAUSES = ("result", "settlement", "chips-decide", "cards-decide", "earlier-rounds-stand", "uncovered")


def claim_rail(context: ScreenContext) -> RailContent:
    """Leave cards and chips; who decides is called."""
    at = open_table(context)
    held = _open_claim(context)
    role, clause = at.rules.decider("claim")
    page = PageStage(
        title=label_text(context, "mending.claim-title"),
        sub=table_label(context, "mending.claim-sub"),
        tone=Tone.ATTENTION,
        right=(_raiser_name(context, held),),
        columns=drop_repeated_clauses(_claim_blocks(context, held, hands=True), _round_blocks(at)),
    )
    page, facts = show_dice_page(at, page, (*_short_round_blocks(context), *_fact_blocks(at)))
    return RailContent(
        work=(
            NoteBlock(text=label_text(context, "mending.claim-line")),
            decider_heading(at, role, clause),
            *_law_blocks(at, held),
            *facts,
        ),
        primary=request_control(context, "ask-claim"),
        page=page,
    )


def _law_blocks(at: TableContext, held: Claim) -> tuple[Block, ...]:
    """The steps that the law of the place asks for, where it is switched on, and the key to note them."""
    dispute = find_dispute(at.context.state.law, held.number, at.table.name)
    if dispute is None:
        return ()
    return *dispute_steps(at.context, dispute), KeysBlock(controls=(disputes_key(at.context),), columns=1)


def _open_claim(context: ScreenContext) -> Claim:
    held = context.state.table.claim
    assert held is not None, "asked only while a claim is open"
    return held


def _raiser_name(context: ScreenContext, held: Claim) -> str:
    account = context.state.people.accounts.get(person_badge(held.by))
    return held.by if account is None else account.name


def _claim_blocks(context: ScreenContext, held: Claim, *, hands: bool) -> tuple[Block, ...]:
    round_ = correctable_round(context)
    blocks: list[Block] = [
        HeadingBlock(text=label_text(context, "mending.claim-said")),
        NoteBlock(text=dispute_text(context, held.text, held.who)),
    ]
    if round_ is not None and round_.cards:
        blocks.append(draw_order_row(context, round_))
        blocks += [current_hands(context, round_)] if hands else []
    if round_ is not None and round_.dice is not None:
        blocks.append(dice_note(context, round_))
    return tuple(blocks)


def _round_blocks(at: TableContext) -> tuple[Block, ...]:
    """What lay there at closing and what became of it, the state of insurance, and what happened, with its times."""
    context = at.context
    round_ = correctable_round(context)
    if round_ is None:
        return ()
    newest = event_rows(context, visible_events(context.timeline.current_events)[:_LINES_SHOWN])
    return (
        *settlement_review(context, round_, _BETTORS_PER_PAGE),
        *insurance_review(at, round_),
        *_fact_blocks(at),
        *((RowsBlock(rows=newest, dense=True, spare=len(newest)),) if newest else ()),
    )


def _fact_blocks(at: TableContext) -> tuple[Block, ...]:
    """How far the round is, and what has become of the chips."""
    round_ = correctable_round(at.context)
    if round_ is None:
        return ()
    heading = HeadingBlock(text=label_text(at.context, "mending.what-happened"))
    return heading, RowsBlock(rows=round_fact_rows(at.context, round_), dense=True)


def _clause_label(context: ScreenContext, clause: str) -> ScreenText:
    return label_text(context, "mending.house-policy") if clause == HOUSE_POLICY else ScreenText(clause)


def _short_round_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """In the panel, which covers the page: what each bettor had and got."""
    round_ = correctable_round(context)
    return () if round_ is None else settlement_review(context, round_, _BETTORS_IN_PANEL)


def claim_panel(context: ScreenContext) -> Overlay:
    """The panel in which the claim is decided, or its leaf of what was offered."""
    return _offer_leaf(context) if is_picked(context.input_state, _LEAF) else _decision_leaf(context)


def _offer_leaf(context: ScreenContext) -> Overlay:
    """What was offered to the guest, the difference in money, and whether the guest accepts: each may be left empty."""
    keys = tuple(
        pick_control(
            context,
            _ANSWER,
            answer.value,
            label_text(context, f"mending.guest-{answer.value}"),
            key="" if context.input_state.writes else key,
        )
        for answer, key in ((GuestAnswer.ACCEPTS, "+"), (GuestAnswer.DECLINES, "/"))
    )
    back = SetInput(leave_text(context.input_state.with_pick(_LEAF, "")))
    return build_panel(
        context,
        "claim",
        label_text(context, "mending.offer-title"),
        left=(
            text_entry(context, _OFFERED, label_text(context, "mending.offered")),
            KeysBlock(controls=keys, columns=2, title=label_text(context, "mending.guest-answer")),
        ),
        right=amount_blocks(context, label="difference", wrong=NO_TEXT),
        primary=next_step("offer-done", label_text(context, "mending.offer-done"), act=back),
        icon="shield",
    )


def _offer_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """The key to what was offered, with what is keyed of it."""
    words, difference, answer = _read_offer(context)
    said = [words, "" if difference is None else money_text(context, difference)]
    said.append("" if answer is None else label_text(context, f"mending.guest-{answer.value}").first)
    key = Control(
        name="open-offer",
        label=label_text(context, "mending.offer-title"),
        sub=ScreenText(" · ".join(filter(None, said))),
        act=SetInput(leave_text(context.input_state.with_pick(_LEAF, "yes"))),
        key="F5",
    )
    return (KeysBlock(controls=(key,), columns=1),)


def _read_offer(context: ScreenContext) -> tuple[str, Money | None, GuestAnswer | None]:
    """What was offered, the difference in money and the answer, as far as they are keyed."""
    input_state = context.input_state
    answer = input_state.pick(_ANSWER)
    difference = parse_money(context, input_state.digits) if input_state.digits else None
    return input_state.text(_OFFERED).strip(), difference, GuestAnswer(answer) if answer else None


def _decision_leaf(context: ScreenContext) -> Overlay:
    held, input_state, rules = _open_claim(context), context.input_state, open_table(context).rules
    role, clause = rules.decider("claim")
    sign = request_signature(context, role, clause, asked_by=held.by)
    decision, rests_on = reason_text(context), input_state.text("clause").strip() or input_state.pick("rests-on")
    offered = [rules.clause(code) for code in _CLAUSES if rules.has_clause(code)]
    keys = tuple(
        pick_control(context, "rests-on", each, _clause_label(context, each))
        for each in dict.fromkeys((*offered, HOUSE_POLICY))
    )
    left: tuple[Block, ...] = (
        *_claim_blocks(context, held, hands=False),
        *_short_round_blocks(context),
        *reason_blocks(context, _DECISIONS, label="decision-title"),
        KeysBlock(controls=keys, columns=6, title=label_text(context, "mending.rests-on")),
        text_entry(context, "clause", label_text(context, "mending.other-clause")),
        *_offer_blocks(context),
    )
    # What follows from a dispute that is upheld is shown before it is signed, and opens with it.
    remedies = dispute_remedies(open_table(context), held.text) if decision in UPHELD_DECISIONS else ()
    if remedies:
        first = remedies[0]
        left = (
            *left,
            NoteBlock(
                text=label_text(context, f"play.upheld-{first.code}"),
                title=label_text(context, "mending.then"),
                framed=True,
            ),
        )
    waits = sign.waits
    if not decision:
        waits = label_text(context, "mending.waits-decision")
    elif not rests_on:
        waits = label_text(context, "mending.waits-clause")
    act = None
    if not waits:
        reference = input_state.text("surveillance").strip()
        words, difference, answer = _read_offer(context)
        command = new_command(
            commands.CloseClaim,
            decision=decision,
            clause=rests_on,
            surveillance=reference,
            offered=words,
            difference=difference,
            answer=answer,
        )
        then = remedies[0].open_form(input_state) if remedies else input_state.close_panel()
        act = SendCommand(command=command, by=sign.by, then=then)
    return build_panel(
        context,
        "claim",
        label_text(context, "mending.claim-title"),
        left=left,
        right=(*sign.blocks, text_entry(context, "surveillance", label_text(context, "mending.surveillance"))),
        primary=next_step(
            "close-claim",
            label_text(context, "mending.close-claim"),
            act=act,
            waits=waits or NO_TEXT,
            # Beside many bettors the note of what follows may be out of sight in a small window.
            sub=label_text(context, f"play.upheld-{remedies[0].code}") if remedies and not waits else NO_TEXT,
        ),
        icon="shield",
    )
