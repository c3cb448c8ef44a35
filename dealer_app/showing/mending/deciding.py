"""The panel in which somebody of another role decides: for each kind of need what he has to say, and his signature."""

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.commands import Effect
from dealer_app.domain.round.decide.resolving import can_be_ruled_on
from dealer_app.domain.round.mending_commands import CarriedUse
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CarriedCardNeeded,
    InspectionNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    OrderNeeded,
    RemovalNeeded,
    RulingNeeded,
)
from dealer_app.domain.round.state import Case, PlacedBet
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note, Weight
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.affected import affected_rounds
from dealer_app.showing.mending.approving import approving
from dealer_app.showing.mending.bettors import count_keyed, counted_rows, counts_picked, round_at_hand
from dealer_app.showing.mending.cards_shown import as_they_lie, drawn_order
from dealer_app.showing.mending.doing import differential_note
from dealer_app.showing.mending.inspecting import has_looked, inspected, looking
from dealer_app.showing.mending.insuring_late import insurance_keyed, intended_back, intentions, late_offer
from dealer_app.showing.mending.page import happened
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.part_of import OfARole
from dealer_app.showing.mending.picking import (
    choice,
    reason_of,
    text_entry,
)
from dealer_app.showing.mending.saying import clauses_of, primary, say, trouble_line, trouble_name
from dealer_app.showing.mending.signing import Signature, signature
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

Decided = tuple[tuple[Block, ...], Command | None, Line]
"""What he has to say, the command that it comes to once it is whole, and what it waits for until then."""

_EFFECT, _RULES_VOID = "effect", "rule-void"


def deciding(seeing: Seeing) -> Overlay | None:
    """For what the newest case waits, if somebody else decides it."""
    cases = seeing.state.table.cases
    if not cases:
        return None
    case = cases[-1]
    need = case.needs[0]
    match need:
        case ApprovalNeeded():
            return approving(seeing, case, need)
        case InspectionNeeded():
            if not has_looked(seeing.fingers):
                return looking(seeing, case, _known(seeing, case, need))
            return _panel(seeing, case, need, "inspected", inspected(seeing, case))
        case OrderNeeded():
            return _panel(seeing, case, need, "order-decided", _order(seeing, case))
        case RulingNeeded():
            return _panel(seeing, case, need, "ruling-given", _ruling(seeing, need))
        case LateOfferNeeded():
            return _panel(seeing, case, need, "late-offer-closed", late_offer(seeing, case))
        case IntentionsNeeded():
            named = intentions(seeing, case)
            return _panel(seeing, case, need, "intentions-named", named, sub=intended_back(seeing, named))
        case AttendanceNeeded():
            said = (), asking(mending_commands.SignAttendance), EMPTY
            return _panel(seeing, case, need, "attendance-signed", said)
        case RemovalNeeded():
            return _panel(seeing, case, need, "wagers-removed", _removal(seeing))
        case CarriedCardNeeded():
            return _panel(seeing, case, need, "carried-decided", _carried(seeing))
        case AffectedRoundsNeeded():
            return _panel(seeing, case, need, "affected-stated", affected_rounds(seeing, need))
        case _:
            return None


def _panel(seeing: Seeing, case: Case, need: OfARole, code: str, said: Decided, *, sub: Line = EMPTY) -> Overlay:
    blocks, command, missing = said
    sign = signature(seeing, need.role, need.clause, asked_by=case.reported_by)
    void = _voids(seeing, command, missing, sign) if isinstance(need, RulingNeeded) else None
    step = decision(seeing, code, None if void else command, missing, sign, sub=sub)
    return panel(
        seeing,
        "decision",
        trouble_name(seeing, case.trouble),
        left=(*_known(seeing, case, need), *(blocks or happened(seeing, round_at_hand(seeing), case))),
        right=sign.blocks,
        primary=_keyed(seeing, case, need, sign) or step,
        grave=void,
        icon="shield",
    )


def _keyed(seeing: Seeing, case: Case, need: OfARole, sign: Signature) -> Control | None:
    """An amount that is keyed is taken first: what is decided never drops it."""
    match need:
        case LateOfferNeeded():
            return insurance_keyed(seeing, case, sign)
        case RulingNeeded() | RemovalNeeded():
            return count_keyed(seeing, _counted(seeing, need))
        case _:
            return None


def _counted(seeing: Seeing, need: RulingNeeded | RemovalNeeded) -> tuple[PlacedBet, ...]:
    """The bets of which it can be said here what counts."""
    table = seeing.state.table
    if isinstance(need, RemovalNeeded):
        return () if table.round is None else table.round.in_play
    ruled = table.round or table.last if can_be_ruled_on(table) else None
    goes_on = seeing.fingers.pick(_EFFECT) == Effect.CONTINUE.value
    return ruled.in_play if ruled is not None and goes_on else ()


def _known(seeing: Seeing, case: Case, need: OfARole) -> tuple[Block, ...]:
    """What went wrong, and the cards as they may be seen by who decides."""
    round_ = round_at_hand(seeing)
    left: list[Block] = [Heading(text=trouble_line(seeing, case.trouble), clauses=clauses_of(seeing, case.clause))]
    if round_ is not None and round_.cards and not isinstance(need, AffectedRoundsNeeded):
        left.append(drawn_order(seeing, round_, case))
        left += [as_they_lie(seeing, round_, case)] if isinstance(need, OrderNeeded | InspectionNeeded) else []
    return tuple(left)


def decision(
    seeing: Seeing, code: str, command: Command | None, missing: Line, sign: Signature, *, sub: Line = EMPTY
) -> Control:
    """The next step of such a panel: given once everything is said and signed. What is grave is not given by Enter."""
    waits = missing or sign.waits or (say(seeing, "waits-void") if command is None else EMPTY)
    act = None
    if command is not None and not waits:
        act = Give(command=command, by=sign.by, then=seeing.fingers.closed())
    return primary(code, say(seeing, code), act=act, waits=waits, sub=EMPTY if waits else sub)


def _order(seeing: Seeing, case: Case) -> Decided:
    """Which of the cards in dispute is first; none of them is shown, nor what either order comes to."""
    round_ = seeing.state.table.round
    assert round_ is not None, "cards are put in order only in a round"
    fingers, disputed = seeing.fingers, sorted(case.places)
    chosen = [int(place) for place in fingers.pick("order").split()]
    left = [place for place in disputed if place not in chosen]
    keys = tuple(
        Control(
            name=f"order:{place}",
            label=say(seeing, "card-entered", number=str(place + 1)),
            act=Change(fingers.picked("order", " ".join(map(str, (*chosen, place))))),
            key=str(number),
        )
        for number, place in enumerate(left, start=1)
    )
    again = Control(name="order:again", label=say(seeing, "again"), act=Change(fingers.picked("order", "")))
    said = ", ".join(str(place + 1) for place in chosen) or "-"
    blocks = (
        Note(text=say(seeing, "order-so-far", order=said), framed=True),
        Keys(controls=(*keys, again), columns=3, title=say(seeing, "next-in-order")),
    )
    if len(left) > 1:
        return blocks, None, say(seeing, "waits-order")
    whole = (*chosen, *left)
    order = list(range(len(round_.cards)))
    for place, comes in zip(disputed, whole, strict=True):
        order[place] = comes
    return blocks, asking(commands.DecideOrder, order=tuple(order)), EMPTY


def _ruling(seeing: Seeing, need: RulingNeeded) -> Decided:
    """In his words, whether the round goes on or is void, and what of each bet counts from now on."""
    table = seeing.state.table
    ruled = table.round or table.last if can_be_ruled_on(table) else None
    effect = seeing.fingers.pick(_EFFECT)
    effects: tuple[Effect, ...] = (Effect.CONTINUE, Effect.VOID) if ruled is not None else (Effect.CONTINUE,)
    keys = tuple(
        choice(seeing, _EFFECT, one.value, say(seeing, f"effect-{one.value}"), key="" if effect else str(place))
        for place, one in enumerate(effects, start=1)
    )
    blocks: list[Block] = [Keys(controls=keys, columns=2), *_text(seeing)]
    bets = _counted(seeing, need)
    if bets:
        blocks += counted_rows(seeing, bets, label="counts-title")
    if not effect:
        return tuple(blocks), None, say(seeing, "waits-effect")
    if not reason_of(seeing):
        return tuple(blocks), None, say(seeing, "waits-text")
    counts = counts_picked(seeing, bets)
    command = asking(commands.GiveRuling, text=reason_of(seeing), effect=Effect(effect), counts=counts)
    return tuple(blocks), command, EMPTY


def _voids(seeing: Seeing, command: Command | None, missing: Line, sign: Signature) -> Control | None:
    """A ruling by which the round is void: grave, pressed twice and never by Enter. Nothing where it goes on."""
    fingers = seeing.fingers
    if fingers.pick(_EFFECT) != Effect.VOID.value:
        return None
    waits = missing or sign.waits
    if command is None or waits:
        return Control(name=_RULES_VOID, label=say(seeing, "void"), waits=waits, weight=Weight.GRAVE, icon="stop")
    confirming = fingers.confirming == _RULES_VOID
    return Control(
        name=_RULES_VOID,
        label=say(seeing, "void-confirm" if confirming else "void"),
        act=Give(command=command, by=sign.by, then=fingers.closed())
        if confirming
        else Change(fingers.but(confirming=_RULES_VOID)),
        weight=Weight.GRAVE,
        icon="stop",
    )


_TEXTS = ("as-in-the-book", "as-surveillance-saw", "as-the-cards-lie")


def _text(seeing: Seeing) -> tuple[Block, ...]:
    keys = tuple(choice(seeing, "reason", code, say(seeing, code)) for code in _TEXTS)
    return (
        text_entry(seeing, "reason", say(seeing, "decision-text")),
        Keys(controls=keys, columns=3),
    )


def _removal(seeing: Seeing) -> Decided:
    round_ = seeing.state.table.round
    assert round_ is not None, "wagers are removed only in a round"
    left = counts_picked(seeing, round_.in_play)
    blocks = (differential_note(seeing, dict(left)), *counted_rows(seeing, round_.in_play, label="removal-title"))
    if not left:
        return blocks, None, say(seeing, "waits-removal")
    return blocks, asking(mending_commands.RemoveWagers, left=left), EMPTY


def _carried(seeing: Seeing) -> Decided:
    """Used as written, a free hand without bets, or burned (ruling O6)."""
    use = seeing.fingers.pick("use")
    keys = tuple(
        choice(seeing, "use", one.value, say(seeing, f"use-{one.value}"), key=str(place))
        for place, one in enumerate(CarriedUse, start=1)
    )
    blocks = (Keys(controls=keys, columns=1), *_text(seeing))
    if not use:
        return blocks, None, say(seeing, "waits-use")
    if not reason_of(seeing):
        return blocks, None, say(seeing, "waits-text")
    return blocks, asking(mending_commands.ChooseCarriedUse, use=CarriedUse(use), text=reason_of(seeing)), EMPTY
