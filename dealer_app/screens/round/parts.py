"""Chooses the rail of each step of a round, and what is done between rounds."""

from collections.abc import Callable, Mapping

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.decide.squeeze import method_decider, method_refusal
from dealer_app.domain.round.events import SettlementUndone
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import Phase, Round
from dealer_app.domain.round.table_settings import CardDevice, Method
from dealer_app.domain.round.visible import open_coup
from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action, Grant, SendCommand, new_command, request_grant
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    TagsBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.kit import command_next_step, drop_repeated_clauses, round_next_step
from dealer_app.screens.labels import bettor_name, bilingual_text, clause_control, label_text
from dealer_app.screens.round.betting import announcement_question_rail, bets_rail
from dealer_app.screens.round.card_draw import draw_rail, excess_card_blocks, turn_rail
from dealer_app.screens.round.dice import dice_rail
from dealer_app.screens.round.disputes import claim_keys, remedy_blocks
from dealer_app.screens.round.insurance import insurance_rail
from dealer_app.screens.round.settlement import settlement_rail, winner_areas
from dealer_app.screens.round.squeeze import return_device_keys
from dealer_app.screens.round.table_context import TableContext, table_context
from dealer_app.screens.round.totals import bet_total_blocks
from dealer_app.screens.round.track import round_track
from dealer_app.screens.screen import RailContent

_WINNER_TONES = {Winner.PLAYER: Tone.PLAYER, Winner.BANKER: Tone.BANKER, Winner.TIE: Tone.TIE}


def result_rail(at: TableContext) -> RailContent:
    work: tuple[Block, ...] = (*_repeat_notes(at), *_win_blocks(at), *bet_total_blocks(at), GapBlock())
    return RailContent(work=work, primary=_announce_control(at), track=round_track(at))


def _repeat_notes(at: TableContext) -> tuple[Block, ...]:
    """Why a result is announced that had been announced before: what it is settled for has changed meanwhile."""
    recent = (one.event for one in at.context.timeline.current_events)
    if not any(isinstance(event, SettlementUndone) for event in recent):
        return ()
    return (NoteBlock(text=at.text("announced-again"), tone=Tone.ATTENTION, framed=True),)


def _win_blocks(at: TableContext) -> tuple[Block, ...]:
    tags = tuple(
        Tag(f"{at.area_name(area).first} · {at.odds_text(odds)}", Tone.WINNER) for area, odds in winner_areas(at)
    )
    return (HeadingBlock(text=at.text("these-win")), TagsBlock(tags=tags)) if tags else ()


def _announce_control(at: TableContext) -> Control:
    if at.rules.baccarat is None:
        assert at.round.dice is not None, "announced only once the dice lie"
        sub = at.text("dice-result", dice=" ".join(map(str, at.round.dice)), total=str(sum(at.round.dice)))
    else:
        now = open_coup(at.round)
        assert now.winner is not None, "announced only once the hands are finished"
        high, low = sorted((now.player.points, now.banker.points), reverse=True)
        sub = at.text(f"banner-{now.winner.value}", high=str(high), low=str(low))
    return command_next_step(at, commands.AnnounceResult, "result-announced", sub=sub)


def round_start_rail(at: TableContext) -> RailContent:
    if at.guide.step is Step.DEAL_FREE_HAND:
        free = command_next_step(at, correction_commands.DealFreeHand, "free-hand", sub=at.text("free-hand-sub"))
        return RailContent(work=(*_shoe_blocks(at), GapBlock()), primary=free, track=round_track(at))
    sub = at.text("round-begins", round=str(at.state.rounds + 1))
    primary = command_next_step(at, commands.PlaceYourBets, "place-your-bets", sub=sub)
    work = (
        *remedy_blocks(at),
        *_last_round_blocks(at),
        *_winnings_blocks(at),
        *_shoe_blocks(at),
        *_method_blocks(at),
        GapBlock(),
        *return_device_keys(at),
        *claim_keys(at),
    )
    return RailContent(work=work, primary=primary, track=round_track(at))


def _last_round_blocks(at: TableContext) -> tuple[Block, ...]:
    """How the last round ended."""
    last = at.state.last
    if last is None:
        return ()
    heading = HeadingBlock(text=at.text("last-round", round=str(last.number)))
    match last.phase:
        case Phase.VOID:
            return (heading, NoteBlock(text=at.text("banner-void", clause=last.void_clause or ""), tone=Tone.STOP))
        case Phase.BY_HAND:
            return (heading, NoteBlock(text=at.text("dealt-by-hand"), tone=Tone.QUIET))
        case _ if last.dice is not None:
            facts = {"dice": " ".join(map(str, last.dice)), "total": str(sum(last.dice))}
            return (heading, NoteBlock(text=at.text("dice-result", **facts)))
        case _:
            return (heading, NoteBlock(text=_result_text(at, last)))


def _result_text(at: TableContext, last: Round) -> ScreenText:
    now = open_coup(last)
    if now.winner is None:
        return NO_TEXT
    high, low = sorted((now.player.points, now.banker.points), reverse=True)
    return at.text(f"banner-{now.winner.value}", high=str(high), low=str(low))


def _winnings_blocks(at: TableContext) -> tuple[Block, ...]:
    """Winnings of a bettor who left stay here, with the bettor's name on them (RWS 5.3)."""
    rows = tuple(
        ListRow(
            name=f"unclaimed:{place}",
            title=bettor_name(at.context.words, who).first,
            right=at.money_text(amount),
            tone=Tone.ATTENTION,
        )
        for place, (who, amount) in enumerate(at.state.winnings_unclaimed)
    )
    return (HeadingBlock(text=at.text("unclaimed"), tone=Tone.ATTENTION), RowsBlock(rows=rows)) if rows else ()


def _shoe_blocks(at: TableContext) -> tuple[Block, ...]:
    """What is left to deal from; a card that waits for the next round is shown elsewhere."""
    shoe = at.state.shoe
    if at.rules.baccarat is None:
        return ()
    found: list[Block] = []
    if at.table.device is CardDevice.SHOE:
        text = at.text("cards-left", left=str(shoe.cards_left), decks=str(shoe.decks))
        found.append(NoteBlock(text=text, tone=Tone.QUIET))
    if shoe.cutting_card_out:
        found.append(NoteBlock(text=at.text("cutting-card-is-out"), tone=Tone.ATTENTION))
    elif at.is_allowed(commands.CuttingCardOut):
        out = SendCommand(command=new_command(commands.CuttingCardOut), then=at.input_state)
        found.append(
            KeysBlock(controls=(Control(name="cutting-card", label=at.text("cutting-card"), act=out),), columns=1)
        )
    return tuple(found)


def _method_blocks(at: TableContext) -> tuple[Block, ...]:
    """How MBS deals from the next round on, where its document knows methods; a role decides it."""
    if not at.is_allowed(commands.ChooseMethod) or not at.has_face_down_deal:
        return ()
    controls = tuple(_method_key(at, method) for method in Method)
    clause = clause_control(at.context, at.rules.clause("methods"))
    return (KeysBlock(controls=controls, columns=len(controls), title=at.text("methods"), clauses=(clause,)),)


def _method_key(at: TableContext, method: Method) -> Control:
    role, _ = method_decider(at.rules, method)
    picked = at.table.method is method
    possible = not picked and method_refusal(at.rules, at.table, method) is None
    waits = NO_TEXT if picked or possible else at.text("only-in-hlga")
    act: Action | None = None
    if possible and at.can_decide(role):
        act = SendCommand(command=new_command(commands.ChooseMethod, method=method), then=NO_INPUT)
    elif possible:
        act = request_grant(at.input_state, Grant.METHOD, method=method.value)
    asks = possible and not at.can_decide(role)
    return Control(
        name=f"method:{method.value}",
        label=at.text("method", method=method.value),
        sub=at.text("asks-role", role=bilingual_text(at.context.words, lambda each: each.role(role)))
        if asks
        else NO_TEXT,
        act=act,
        waits=at.text("in-force") if picked else waits,
        picked=picked,
    )


STEP_RAILS: Mapping[Step, Callable[[TableContext], RailContent]] = {
    Step.PLACE_YOUR_BETS: round_start_rail,
    Step.DEAL_FREE_HAND: round_start_rail,
    Step.REJECT_EXCESS: bets_rail,
    Step.NO_MORE_BETS: bets_rail,
    Step.DRAW_PLAYER: draw_rail,
    Step.DRAW_BANKER: draw_rail,
    Step.TURN_CARDS: turn_rail,
    Step.OFFER_INSURANCE: insurance_rail,
    Step.TUMBLE: dice_rail,
    Step.READ_DICE: dice_rail,
    Step.ANNOUNCE_RESULT: result_rail,
    Step.SETTLE: settlement_rail,
}
"""The steps of a round; every other is shown by the screens of the house or of irregularities."""


def round_rail(context: ScreenContext) -> RailContent:
    at = table_context(context)
    made = None if at is None else STEP_RAILS.get(at.guide.step)
    if at is None or made is None:
        return RailContent(
            work=(),
            primary=round_next_step("wait", _instruction_text(context), waits=label_text(context, "play.not-now")),
        )
    return _with_guide_texts(at, announcement_question_rail(at) or made(at))


def _with_guide_texts(at: TableContext, made: RailContent) -> RailContent:
    """Reason and clause stay the guide's where a part gives only its instruction in other words."""
    guide = at.guide
    (work,) = drop_repeated_clauses((*made.work, *excess_card_blocks(at)), cited=made.clauses or (guide.why,))
    made = replace(made, work=work)
    if not made.instruction:
        return made
    why = made.why or bilingual_text(at.context.words, lambda each: each.reason(guide))
    return replace(made, why=why, clauses=made.clauses or (guide.why,))


def _instruction_text(context: ScreenContext) -> ScreenText:
    guide = context.guide
    return NO_TEXT if guide is None else bilingual_text(context.words, lambda each: each.instruction(guide))
