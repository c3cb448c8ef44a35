"""Between rounds: the last result, the shoe, and the announcement that opens bets."""

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.decide.squeezing import method_decider, unfit_method
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.seen import open_coup
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table import CardDevice, Method
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Gap, Heading, Keys, Note, Row, Rows
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.granted_in_place import Grant, asked_in_place
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.part import Part
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import bettor_line
from dealer_app.showing.play.claiming import claiming
from dealer_app.showing.play.device_passing import device_back
from dealer_app.showing.play.nexts import given
from dealer_app.showing.play.track import track
from dealer_app.showing.texts import clause_control, line


def between(at: AtTable) -> Part:
    if at.guide.step is Step.DEAL_FREE_HAND:
        free = given(at, mending_commands.DealFreeHand, "free-hand", sub=at.label("free-hand-sub"))
        return Part(work=(*_shoe(at), Gap()), primary=free, track=track(at))
    sub = at.label("round-begins", round=str(at.state.rounds + 1))
    primary = given(at, commands.PlaceYourBets, "place-your-bets", sub=sub)
    work = (*_last(at), *_unclaimed(at), *_shoe(at), *_methods(at), Gap(), *device_back(at), *claiming(at))
    return Part(work=work, primary=primary, track=track(at))


def _last(at: AtTable) -> tuple[Block, ...]:
    """How the last round ended."""
    last = at.state.last
    if last is None:
        return ()
    heading = Heading(text=at.label("last-round", round=str(last.number)))
    match last.phase:
        case Phase.VOID:
            return (heading, Note(text=at.label("banner-void", clause=last.void_clause or ""), tone=Tone.STOP))
        case Phase.BY_HAND:
            return (heading, Note(text=at.label("dealt-by-hand"), tone=Tone.QUIET))
        case _ if last.dice is not None:
            facts = {"dice": " ".join(map(str, last.dice)), "total": str(sum(last.dice))}
            return (heading, Note(text=at.label("dice-result", **facts)))
        case _:
            return (heading, Note(text=_ended(at)))


def _ended(at: AtTable) -> Line:
    assert at.state.last is not None, "asked of a round that has ended"
    now = open_coup(at.state.last)
    if now.winner is None:
        return EMPTY
    high, low = sorted((now.player.points, now.banker.points), reverse=True)
    return at.label(f"banner-{now.winner.value}", high=str(high), low=str(low))


def _unclaimed(at: AtTable) -> tuple[Block, ...]:
    """Winnings of a bettor who left stay here, with his name on them (RWS 5.3)."""
    rows = tuple(
        Row(
            name=f"unclaimed:{place}",
            title=bettor_line(at.seeing.words, who).first,
            right=at.money(amount),
            tone=Tone.ATTENTION,
        )
        for place, (who, amount) in enumerate(at.state.unclaimed)
    )
    return (Heading(text=at.label("unclaimed"), tone=Tone.ATTENTION), Rows(rows=rows)) if rows else ()


def _shoe(at: AtTable) -> tuple[Block, ...]:
    """What is left to deal from; a card that waits for the next round is told elsewhere."""
    shoe = at.state.shoe
    if at.rules.baccarat is None:
        return ()
    found: list[Block] = []
    if at.table.device is CardDevice.SHOE:
        text = at.label("cards-left", left=str(shoe.left), decks=str(shoe.decks))
        found.append(Note(text=text, tone=Tone.QUIET))
    if shoe.cutting_card_out:
        found.append(Note(text=at.label("cutting-card-is-out"), tone=Tone.ATTENTION))
    elif at.may(commands.CuttingCardOut):
        out = Give(command=asking(commands.CuttingCardOut), then=at.fingers)
        found.append(Keys(controls=(Control(name="cutting-card", label=at.label("cutting-card"), act=out),), columns=1))
    return tuple(found)


def _methods(at: AtTable) -> tuple[Block, ...]:
    """How MBS deals from the next round on, where its document knows methods; a role decides it."""
    if not at.may(commands.ChooseMethod) or not at.face_down:
        return ()
    controls = tuple(_method(at, method) for method in Method)
    clause = clause_control(at.seeing, at.rules.clause("methods"))
    return (Keys(controls=controls, columns=len(controls), title=at.label("methods"), clauses=(clause,)),)


def _method(at: AtTable, method: Method) -> Control:
    role, _ = method_decider(at.rules, method)
    picked = at.table.method is method
    possible = not picked and unfit_method(at.rules, at.table, method) is None
    waits = EMPTY if picked or possible else at.label("only-in-hlga")
    act: Act | None = None
    if possible and at.decides(role):
        act = Give(command=asking(commands.ChooseMethod, method=method), then=NOTHING)
    elif possible:
        act = asked_in_place(at.fingers, Grant.METHOD, method=method.value)
    asks = possible and not at.decides(role)
    return Control(
        name=f"method:{method.value}",
        label=at.label("method", method=method.value),
        sub=at.label("asks-role", role=line(at.seeing.words, lambda each: each.role(role))) if asks else EMPTY,
        act=act,
        waits=at.label("in-force") if picked else waits,
        picked=picked,
    )
