"""What the dealer does in a case: says what was announced, and moves cards, chips and the dealing device."""

from collections.abc import Mapping, Sequence

from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.commands import Option
from dealer_app.domain.round.decide.betting import overrun_sides, table_overrun
from dealer_app.domain.round.irregularities.kinds import IrregularityKind, option_loss_clause, reconstruction_decision
from dealer_app.domain.round.irregularities.resolution import may_apply_options, option_bettors, option_returns
from dealer_app.domain.round.needs import (
    CardsAsideNeeded,
    ChangesNeeded,
    ChipsReturnNeeded,
    ComparisonNeeded,
    OptionsNeeded,
    ReconstructionNeeded,
    ReplacementNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.state import Case, Command, InsuranceBet, Phase, PlacedBet, Round, Who, one_per_person
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    CardRowBlock,
    CardShown,
    Control,
    Face,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
    Weight,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.bettors import (
    bets_summary,
    correctable_round,
    has_keyed_bets,
    sort_by_seat,
    table_bettors,
)
from dealer_app.screens.irregularity.case_page import decider_heading, form_key
from dealer_app.screens.kit import (
    area_text,
    bet_text,
    bettor_text,
    clause_controls,
    next_step,
)
from dealer_app.screens.labels import (
    amounts_text,
    badge_text,
    chip_fault_text,
    input_card,
    label_text,
    money_text,
    short_owner,
)
from dealer_app.screens.pads import (
    amount_blocks,
    irregularity_card_pad,
    is_picked,
    page_rows,
    parse_money,
    pick_control,
    toggle_control,
)
from dealer_app.screens.round.table_context import TableContext, open_table

RailWork = tuple[tuple[Block, ...], Control]
"""The blocks of the rail, and its next step."""

_ROWS_SHOWN, _ROWS_OF_A_PAGE = 9, 8
_OFFER = IrregularityKind.CARD_DURING_OFFER.value


def answer_work(context: ScreenContext, case: Case) -> RailWork:
    """Was it announced? Both answers are picked first: neither is the default, for one of them may void the round."""
    offer = case.trouble == _OFFER
    codes = ("was-offered", "not-offered") if offer else ("announced", "not-announced")
    keys = tuple(
        pick_control(context, "announced", value, label_text(context, f"mending.{code}"), key=str(place))
        for place, (value, code) in enumerate(zip(("yes", "no"), codes, strict=True), start=1)
    )
    picked = context.input_state.pick("announced")
    work: list[Block] = [KeysBlock(controls=keys, columns=1)]
    if picked == "yes" and not offer:
        work += _behalf_blocks(context)
    act = None
    if picked:
        missing = _bets_without_chips(context) if picked == "yes" else frozenset()
        command = new_command(commands.Answer, announced=picked == "yes", without_chips=missing)
        act = SendCommand(command=command, then=context.input_state.close_panel())
    return tuple(work), next_step(
        "answer", label_text(context, "mending.give-answer"), act=act, waits=label_text(context, "mending.waits-answer")
    )


def _behalf_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """A bet on behalf exists only with its chips on the layout."""
    rows = [
        ListRow(
            name=f"behalf:{bet.number}",
            title=bettor_text(context, bet.who),
            badge=badge_text(context, bet.who),
            lines=(bet_text(context, bet),),
            controls=(toggle_control(context, f"no-chips:{bet.number}", label_text(context, "mending.no-chips")),),
        )
        for bet in _behalf_bets(context)
    ]
    return (HeadingBlock(text=label_text(context, "mending.on-behalf")), page_rows(context, rows, 4)) if rows else ()


def _behalf_bets(context: ScreenContext) -> tuple[PlacedBet, ...]:
    """Only while bets are open: afterwards it has been said of each whether its chips lay there."""
    round_ = context.state.table.round
    if round_ is None or round_.phase is not Phase.BETTING:
        return ()
    return tuple(bet for bet in round_.in_play if bet.on_behalf)


def _bets_without_chips(context: ScreenContext) -> frozenset[int]:
    return frozenset(
        bet.number for bet in _behalf_bets(context) if is_picked(context.input_state, f"no-chips:{bet.number}")
    )


# Options


def options_work(context: ScreenContext, case: Case, need: OptionsNeeded) -> RailWork:
    """Every bettor goes on or has the bets returned; one choice a person (ruling O10)."""
    table, rules = context.state.table, open_table(context).rules
    people = one_per_person(table, option_bettors(table)) if has_keyed_bets(context) else table_bettors(context)
    silent = [who for who in people if who not in case.chosen]
    framed = _bettor_in_frame(context, people, silent)
    rows = [
        _option_row(context, case, who, framed=who == framed) for who in [*silent, *_bettors_with_answer(people, case)]
    ]
    answered = label_text(context, "mending.answered-of", answered=str(len(people) - len(silent)), all=str(len(people)))
    heading = HeadingBlock(
        text=label_text(context, "mending.options"), right=answered.first, clauses=clause_controls(context, need.clause)
    )
    why_not = may_apply_options(rules, table)
    act = (
        None
        if why_not is not None
        else SendCommand(command=new_command(commands.ApplyOptions), then=context.input_state.close_panel())
    )
    waits = (
        label_text(context, "mending.waits-bettor", bettor=_bettor_word(silent[0]))
        if silent
        else label_text(context, "mending.waits-answer")
    )
    of_a_page = _ROWS_SHOWN if len(rows) <= _ROWS_SHOWN else _ROWS_OF_A_PAGE
    return (heading, page_rows(context, rows, of_a_page)), next_step(
        "apply-options", label_text(context, "mending.apply-options"), act=act, sub=_return_text(context), waits=waits
    )


def no_options_blocks(context: ScreenContext, case: Case) -> tuple[Block, ...]:
    """The options that nobody has, because an outcome is established: every bet stands (ruling O4)."""
    clause = option_loss_clause(open_table(context).rules, case.trouble, established=bool(case.established))
    if clause is None:
        return ()
    note = label_text(context, "mending.not-given")
    heading = HeadingBlock(
        text=label_text(context, "mending.options"), right=note.first, clauses=clause_controls(context, clause)
    )
    return (heading, *consequence_blocks(context, "all-stand", "each-stands"))


def consequence_blocks(context: ScreenContext, every: str, each: str) -> tuple[Block, ...]:
    """What becomes of all bets and how many bettors have any, then of each bettor's where there is room for all.

    Some of the rows without the others would look as if nobody else had a bet.
    """
    table = context.state.table
    # Of a settled round the chips are out: the void itself says what each takes or gives back.
    on = table.round is not None and has_keyed_bets(context)
    people = sort_by_seat(one_per_person(table, option_bettors(table))) if on else ()
    rows = []
    for who in people:
        amount, *areas = bets_summary(context, who, insured=True) or ("",)
        rows.append(
            ListRow(
                name=f"means:{_bettor_word(who)}",
                title=" · ".join((amount, *areas)),
                badge=badge_text(context, who),
                right=label_text(context, f"mending.{each}").first,
            )
        )
    said = label_text(context, f"mending.{every}").first
    if not rows:
        return (NoteBlock(text=ScreenText(said), tone=Tone.QUIET),)
    counted = label_text(context, "mending.with-bets", count=str(len(rows))).first
    note = NoteBlock(text=ScreenText(f"{said} {counted}"), tone=Tone.QUIET)
    return (note, RowsBlock(rows=tuple(rows), dense=True, spare=len(rows), together=True))


def _return_text(context: ScreenContext) -> ScreenText:
    """What the choices come to in chips."""
    rules, table = open_table(context).rules, context.state.table
    if table.round is None or may_apply_options(rules, table) is not None:
        return NO_TEXT
    return returns_text(context, table.round, option_returns(rules, table))


def returns_text(context: ScreenContext, round_: Round, numbers: frozenset[int]) -> ScreenText:
    """What the dealer returns with this step, which is shown only once: `Return 1: 1,100 · 3S: 500`."""
    back: dict[Who, int] = {}
    for number, who, stake in round_.chips:
        if number in numbers:
            back[who] = back.get(who, 0) + stake
    if not back:
        return NO_TEXT
    amounts = ((short_owner(context, who), money_text(context, amount)) for who, amount in back.items())
    return label_text(context, "mending.apply-returns", amounts=amounts_text(context.words, amounts))


def _bettors_with_answer(people: Sequence[Who], case: Case) -> list[Who]:
    return [who for who in people if who in case.chosen]


def _bettor_in_frame(context: ScreenContext, people: Sequence[Who], silent: Sequence[Who]) -> Who | None:
    """Digits choose for this row: the one that was touched, or the first that has not answered."""
    touched = next((who for who in people if _bettor_word(who) == context.input_state.framed), None)
    return touched or (silent[0] if silent else None)


def _bettor_word(who: Who) -> str:
    seat, bettor = who
    return bettor if seat is None else f"{seat} {bettor}"


def _option_row(context: ScreenContext, case: Case, who: Who, *, framed: bool) -> ListRow:
    chosen = case.chosen.get(who)

    def key(option: Option, digit: str) -> Control:
        return Control(
            name=f"option:{_bettor_word(who)}:{option.value}",
            label=label_text(context, f"mending.option-{option.value}"),
            act=SendCommand(
                command=new_command(commands.ChooseOption, who=who, option=option),
                then=context.input_state.replace(framed=""),
            ),
            key=digit if framed else "",
            picked=chosen == option.value,
        )

    amount, *areas = bets_summary(context, who, insured=True) or ("",)
    # The disc has the seat; a bettor without one is named.
    named = () if badge_text(context, who) or not amount else (bettor_text(context, who),)
    return ListRow(
        name=f"bettor:{_bettor_word(who)}",
        title=amount or bettor_text(context, who),
        badge=badge_text(context, who),
        lines=(*named, *areas),
        controls=(key(Option.CONTINUE, "1"), key(Option.RETURN, "2")),
        framed=framed,
        done=chosen is not None,
        act=SetInput(context.input_state.replace(framed=_bettor_word(who))),
    )


VOID_KEY = "void-round"
_BETS_SHOWN, _BETS_OF_A_PAGE = 6, 4
"""With the keys that turn the page the void is still below them in a small window, apart from all else."""


def confirm_work(context: ScreenContext, code: str, command: Command, *, note: str) -> RailWork:
    """A sentence of what to do, and that it is done."""
    act = SendCommand(command=command, then=context.input_state.close_panel())
    return (NoteBlock(text=label_text(context, f"mending.{note}")),), next_step(
        code, label_text(context, f"mending.{code}"), act=act
    )


def reconstruction_work(context: ScreenContext, need: ReconstructionNeeded) -> RailWork:
    """The page shows where each card goes; that it cannot be done is for somebody else to say (ruling O7)."""
    at = open_table(context)
    rules, case = at.rules, context.state.table.cases[-1]
    role, clause = rules.decider(reconstruction_decision(rules, case.trouble))
    beyond = form_key(context, "cannot-reconstruct", label_text(context, "mending.cannot-reconstruct"), icon="warning")
    work = (
        NoteBlock(text=label_text(context, "mending.lay-line"), clauses=clause_controls(context, need.clause)),
        KeysBlock(
            controls=(form_key(context, "lay-cards", label_text(context, "mending.not-what-happened")), beyond),
            columns=2,
        ),
        decider_heading(at, role, clause),
    )
    act = SendCommand(command=new_command(commands.ConfirmReconstruction), then=context.input_state.close_panel())
    return work, next_step("reconstructed", label_text(context, "mending.reconstructed"), act=act)


def comparison_work(context: ScreenContext, need: ComparisonNeeded) -> RailWork:
    """Neither shoe nor display prevails: a card that lies elsewhere is corrected, else it is as recorded."""
    correct = Control(
        name="correct-instead",
        label=label_text(context, "mending.lies-otherwise"),
        act=SetInput(context.input_state.close_panel().replace(panel=Panel.CORRECT)),
        icon="pencil",
    )
    work = (
        NoteBlock(text=label_text(context, "mending.compare-line"), clauses=clause_controls(context, need.clause)),
        KeysBlock(controls=(correct,), columns=1),
    )
    act = SendCommand(
        command=new_command(correction_commands.ConfirmComparison), then=context.input_state.close_panel()
    )
    return work, next_step("compared", label_text(context, "mending.compared"), act=act)


def void_work(context: ScreenContext, need: VoidNeeded) -> RailWork:
    """The control that voids: pressed twice and never by Enter; above it is written what is returned to whom."""
    input_state = context.input_state
    confirming = input_state.confirming == VOID_KEY
    grave = Control(
        name=VOID_KEY,
        label=label_text(context, "mending.void-confirm" if confirming else "mending.void"),
        act=SendCommand(command=new_command(commands.ConfirmVoid), then=input_state.close_panel())
        if confirming
        else SetInput(input_state.replace(confirming=VOID_KEY)),
        weight=Weight.GRAVE,
        icon="stop",
    )
    rows = _return_rows(context)
    round_ = correctable_round(context)
    total = "" if round_ is None or not has_keyed_bets(context) else money_text(context, round_.amount_in_play)
    work: list[Block] = [
        HeadingBlock(
            text=label_text(context, "mending.bets-go-back"),
            right=total,
            clauses=clause_controls(context, need.clause),
            tone=Tone.STOP,
        ),
        page_rows(context, rows, _BETS_SHOWN if len(rows) <= _BETS_SHOWN else _BETS_OF_A_PAGE),
    ]
    if need.closes:
        work.append(
            NoteBlock(
                text=label_text(context, "mending.shoe-closes"),
                tone=Tone.ATTENTION,
                clauses=clause_controls(context, need.closes),
            )
        )
    # Nothing is beside a grave control: a list of several pages has its keys just above (ui 1.9).
    work += [GapBlock(), KeysBlock(controls=(grave,), columns=1)]
    return tuple(work), next_step(
        "void-waits", label_text(context, "mending.return-bets"), waits=label_text(context, "mending.waits-void")
    )


def _return_rows(context: ScreenContext) -> list[ListRow]:
    """Every bet whose chips still lie there, insurance too."""
    round_ = correctable_round(context)
    if round_ is None:
        return []
    rows = [_bet_row(context, bet) for bet in round_.in_play]
    for bet in round_.insurance:
        if bet.number not in round_.returned:
            area = area_text(context, f"{bet.side.value}_insurance")
            rows.append(_return_row(context, bet, area, bet.stake))
    return rows or [ListRow(name="back:none", title=label_text(context, "mending.no-bets-tracked").first)]


def _bet_row(context: ScreenContext, bet: PlacedBet) -> ListRow:
    return _return_row(context, bet, area_text(context, bet.wager.area), bet.wager.stake)


def _return_row(context: ScreenContext, bet: PlacedBet | InsuranceBet, area: str, stake: int) -> ListRow:
    """Whose it is says the badge; who has no seat has a name in its place."""
    badge = badge_text(context, bet.who)
    whose = "" if badge else f"{bettor_text(context, bet.who)} · "
    return ListRow(name=f"back:{bet.number}", title=f"{whose}{area}", badge=badge, right=money_text(context, stake))


def chips_return_work(context: ScreenContext, need: ChipsReturnNeeded) -> RailWork:
    """Which chips go back to whom, neither won nor lost, in the words of the settlement."""
    rows = [
        ListRow(
            name=f"back:{place}",
            title=f"{bettor_text(context, chips.who)} · {area_text(context, chips.area)}",
            badge=badge_text(context, chips.who),
            right=label_text(context, "mending.return-amount", amount=str(chips.amount)).first,
        )
        for place, chips in enumerate(need.chips, start=1)
    ] or [ListRow(name="back:none", title=label_text(context, "mending.no-bets-tracked").first)]
    heading = HeadingBlock(
        text=label_text(context, "mending.chips-go-back"), clauses=clause_controls(context, need.clause)
    )
    act = SendCommand(
        command=new_command(correction_commands.ConfirmChipsReturned), then=context.input_state.close_panel()
    )
    step = next_step("return-chips", label_text(context, "mending.chips-returned"), act=act)
    return (heading, page_rows(context, rows, _BETS_SHOWN)), step


# A player left with a card (MBS 5.11)


def cards_aside_work(context: ScreenContext, need: CardsAsideNeeded) -> RailWork:
    work = (
        NoteBlock(
            text=label_text(context, "mending.aside-line", cards=str(need.cards)),
            clauses=clause_controls(context, need.clause),
        ),
    )
    act = SendCommand(
        command=new_command(correction_commands.SetCardsAside, cards=need.cards), then=context.input_state.close_panel()
    )
    return work, next_step("cards-aside", label_text(context, "mending.cards-aside"), act=act)


def name_missing_work(context: ScreenContext, case: Case) -> RailWork:
    """As many as the search is about are keyed, one after the other, in drawn order."""
    input_state, wanted = context.input_state, _count_to_name(open_table(context), case)
    named = [CARDS[text] for text in input_state.pick("missing").split()]
    keyed = input_card(input_state)
    row = CardRowBlock(cards=tuple(_card_to_name(place, named) for place in range(wanted)))
    work: list[Block] = [
        HeadingBlock(text=label_text(context, "mending.missing-title", cards=str(wanted))),
        row,
        *irregularity_card_pad(context),
    ]
    if len(named) < wanted and keyed is not None:
        more = " ".join(card.text for card in (*named, keyed))
        act: SendCommand | SetInput = SetInput(input_state.with_pick("missing", more).replace(rank="", suit=""))
        return tuple(work), next_step("next-missing", label_text(context, "mending.next-missing"), act=act)
    if len(named) < wanted:
        return tuple(work), next_step(
            "name-missing", label_text(context, "mending.name-missing"), waits=label_text(context, "mending.waits-card")
        )
    act = SendCommand(
        command=new_command(correction_commands.NameMissingCards, cards=tuple(named)), then=input_state.close_panel()
    )
    again = Control(
        name="missing:again",
        label=label_text(context, "mending.again"),
        act=SetInput(input_state.with_pick("missing", "")),
    )
    work.append(KeysBlock(controls=(again,), columns=1))
    return tuple(work), next_step("name-missing", label_text(context, "mending.name-missing"), act=act)


def _count_to_name(at: TableContext, case: Case) -> int:
    """The number of cards to name. It follows from the search itself, never from what the station knows of a card."""
    round_ = at.round
    return sum(round_.cards[place].card is None for place in case.places)


def _card_to_name(place: int, named: list[Card]) -> CardShown:
    if place < len(named):
        return CardShown(face=Face.OPEN, card=named[place].text, number=place + 1)
    return CardShown(face=Face.PLACE, number=place + 1)


def replacement_work(context: ScreenContext, need: ReplacementNeeded) -> RailWork:
    cards = CardRowBlock(cards=tuple(CardShown(face=Face.OPEN, card=card.text) for card in need.cards))
    act = SendCommand(
        command=new_command(correction_commands.ReplaceMissingCards), then=context.input_state.close_panel()
    )
    work = (
        NoteBlock(text=label_text(context, "mending.replace-line"), clauses=clause_controls(context, need.clause)),
        cards,
    )
    return work, next_step("replaced", label_text(context, "mending.replaced"), act=act)


# Wagers once more (MBS 5.18)


def changes_work(context: ScreenContext, need: ChangesNeeded) -> RailWork:
    """Less on the heavier hand, more on the lighter; then it is ended, and what is left over is for somebody else."""
    at = open_table(context)
    round_, input_state = at.round, context.input_state
    sides = overrun_sides(at.rules, context.state.table)
    work: list[Block] = [
        NoteBlock(text=label_text(context, "mending.changes-line"), clauses=clause_controls(context, need.clause))
    ]
    changed = () if sides is None else tuple(bet for bet in round_.in_play if bet.wager.area in sides)
    framed = next((bet for bet in changed if str(bet.number) == input_state.framed), None)
    work.append(differential_note(at))
    if sides is not None:
        work.append(page_rows(context, [_change_row(context, bet, sides[0]) for bet in changed], 5))
        if framed is not None:
            work += amount_blocks(context)
    if input_state.digits and framed is not None:
        # What is keyed is taken first: to end the changes never drops it.
        stake = parse_money(context, input_state.digits) or Money(0)
        command = new_command(correction_commands.ChangeWager, number=framed.number, stake=stake)
        waits = chip_fault_text(context, stake)
        change = None if waits else SendCommand(command=command, then=input_state.replace(digits="", framed=""))
        return tuple(work), next_step(
            f"change:{framed.number}",
            label_text(context, "mending.change-to", amount=str(stake)),
            act=change,
            waits=waits,
        )
    act = SendCommand(command=new_command(correction_commands.EndChanges), then=input_state.close_panel())
    return tuple(work), next_step("changes-ended", label_text(context, "mending.changes-ended"), act=act)


def differential_note(at: TableContext, left: Mapping[int, Money] | None = None) -> NoteBlock:
    """By how much the differential is still exceeded, also if only so much were left of some bets."""
    context = at.context
    over = table_overrun(at.rules, context.state.table, left)
    if over:
        return NoteBlock(
            text=label_text(context, "mending.differential-over", over=money_text(context, over)), tone=Tone.ATTENTION
        )
    return NoteBlock(text=label_text(context, "mending.differential-met"), tone=Tone.GOOD)


def _change_row(context: ScreenContext, bet: PlacedBet, heavy: str) -> ListRow:
    input_state = context.input_state
    framed = input_state.framed == str(bet.number)
    return ListRow(
        name=f"wager:{bet.number}",
        title=bettor_text(context, bet.who),
        badge=badge_text(context, bet.who),
        lines=(bet_text(context, bet),),
        right=label_text(context, "mending.less" if bet.wager.area == heavy else "mending.more").first,
        framed=framed,
        act=SetInput(input_state.replace(framed="" if framed else str(bet.number), digits="", writes="")),
    )
