"""A claim on hold, until somebody of the role closes it with a decision, a clause and what surveillance saw."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import Claim
from dealer_app.people.standing import badge_of
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Heading, Keys, Note, Rows
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.bettors import round_at_hand
from dealer_app.showing.mending.cards_shown import as_they_lie, drawn_order
from dealer_app.showing.mending.page import dice_note, round_rows
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.part_of import ask_for, who_decides
from dealer_app.showing.mending.picking import choice, reason_blocks, reason_of, text_entry
from dealer_app.showing.mending.saying import each_clause_once, primary, rules_of, say
from dealer_app.showing.mending.signing import signature
from dealer_app.showing.mending.what_came_of_it import came_to, insurance_stood
from dealer_app.showing.part import Part
from dealer_app.showing.screen import Overlay, Page
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.told import told_of, told_rows

_LINES_TOLD = 5
_BETTORS, _BETTORS_IN_SHORT = 8, 4
"""So many bettors at a time."""
_DECISIONS = ("claim-stands", "claim-granted", "claim-partly")
_CLAUSES = ("result", "settlement", "chips-decide", "cards-decide", "earlier-rounds-stand", "uncovered")


def claim(seeing: Seeing) -> Part:
    """Leave cards and chips; who decides is called."""
    held = _held(seeing)
    role, clause = rules_of(seeing).decider("claim")
    return Part(
        work=(Note(text=say(seeing, "claim-line")), who_decides(seeing, role, clause)),
        primary=ask_for(seeing, "ask-claim"),
        page=Page(
            title=say(seeing, "claim-title"),
            sub=say(seeing, "claim-sub"),
            tone=Tone.ATTENTION,
            right=(_who(seeing, held),),
            columns=each_clause_once(_told(seeing, held, hands=True), _happened(seeing)),
        ),
    )


def _held(seeing: Seeing) -> Claim:
    held = seeing.state.table.claim
    assert held is not None, "asked only while a claim is open"
    return held


def _who(seeing: Seeing, held: Claim) -> str:
    account = seeing.state.people.accounts.get(badge_of(held.by))
    return held.by if account is None else account.name


def _told(seeing: Seeing, held: Claim, *, hands: bool) -> tuple[Block, ...]:
    round_ = round_at_hand(seeing)
    blocks: list[Block] = [Heading(text=say(seeing, "claim-said")), Note(text=say(seeing, "quoted", text=held.text))]
    if round_ is not None and round_.cards:
        blocks.append(drawn_order(seeing, round_))
        blocks += [as_they_lie(seeing, round_)] if hands else []
    if round_ is not None and round_.dice is not None:
        blocks.append(dice_note(seeing, round_))
    return tuple(blocks)


def _happened(seeing: Seeing) -> tuple[Block, ...]:
    """What lay there at closing and what became of it, how insurance stood, and what happened, with its times."""
    round_ = round_at_hand(seeing)
    if round_ is None:
        return ()
    newest = told_rows(seeing, told_of(seeing.chronicle.now)[:_LINES_TOLD])
    return (
        *came_to(seeing, round_, _BETTORS),
        *insurance_stood(seeing, round_),
        Heading(text=say(seeing, "what-happened")),
        Rows(rows=round_rows(seeing, round_), dense=True),
        *((Rows(rows=newest, dense=True, spare=len(newest)),) if newest else ()),
    )


def _clause_label(seeing: Seeing, clause: str) -> Line:
    return say(seeing, "house-policy") if clause == HOUSE_POLICY else Line(clause)


def _in_short(seeing: Seeing) -> tuple[Block, ...]:
    """In the panel, which covers the page: what each bettor had and got."""
    round_ = round_at_hand(seeing)
    return () if round_ is None else came_to(seeing, round_, _BETTORS_IN_SHORT)


def closing(seeing: Seeing) -> Overlay:
    """The panel in which the claim is decided."""
    held, fingers, rules = _held(seeing), seeing.fingers, rules_of(seeing)
    role, clause = rules.decider("claim")
    sign = signature(seeing, role, clause, asked_by=held.by)
    decision, rests_on = reason_of(seeing), fingers.text("clause").strip() or fingers.pick("rests-on")
    offered = [rules.clause(code) for code in _CLAUSES if rules.has(code)]
    keys = tuple(
        choice(seeing, "rests-on", each, _clause_label(seeing, each))
        for each in dict.fromkeys((*offered, HOUSE_POLICY))
    )
    left = (
        *_told(seeing, held, hands=False),
        *_in_short(seeing),
        *reason_blocks(seeing, _DECISIONS, label="decision-title"),
        Keys(controls=keys, columns=6, title=say(seeing, "rests-on")),
        text_entry(seeing, "clause", say(seeing, "other-clause")),
    )
    waits = sign.waits
    if not decision:
        waits = say(seeing, "waits-decision")
    elif not rests_on:
        waits = say(seeing, "waits-clause")
    act = None
    if not waits:
        reference = fingers.text("surveillance").strip()
        command = asking(commands.CloseClaim, decision=decision, clause=rests_on, surveillance=reference)
        act = Give(command=command, by=sign.by, then=fingers.closed())
    return panel(
        seeing,
        "claim",
        say(seeing, "claim-title"),
        left=left,
        right=(*sign.blocks, text_entry(seeing, "surveillance", say(seeing, "surveillance"))),
        primary=primary("close-claim", say(seeing, "close-claim"), act=act, waits=waits or EMPTY),
        icon="shield",
    )
