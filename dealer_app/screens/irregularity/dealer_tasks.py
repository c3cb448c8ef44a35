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
from dealer_app.screens.irregularity.bettors import bets_summary, correctable_round, has_keyed_bets, table_bettors
from dealer_app.screens.irregularity.case_page import decider_heading, form_key
from dealer_app.screens.kit import (
    area_text,
    bet_text,
    bettor_text,
    clause_controls,
    next_step,
)
from dealer_app.screens.labels import amounts_text, badge_text, chip_fault_text, input_card, label_text, money_text
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


def answer_work(seeing: ScreenContext, case: Case) -> RailWork:
    """Was it announced? Both answers are picked first: neither is the default, for one of them may void the round."""
    offer = case.trouble == _OFFER
    codes = ("offered-refused", "not-offered") if offer else ("announced", "not-announced")
    keys = tuple(
        pick_control(seeing, "announced", value, label_text(seeing, f"mending.{code}"), key=str(place))
        for place, (value, code) in enumerate(zip(("yes", "no"), codes, strict=True), start=1)
    )
    picked = seeing.input_state.pick("announced")
    work: list[Block] = [KeysBlock(controls=keys, columns=1)]
    if picked == "yes" and not offer:
        work += _behalf_blocks(seeing)
    act = None
    if picked:
        missing = _bets_without_chips(seeing) if picked == "yes" else frozenset()
        command = new_command(commands.Answer, announced=picked == "yes", without_chips=missing)
        act = SendCommand(command=command, then=seeing.input_state.close_panel())
    return tuple(work), next_step(
        "answer", label_text(seeing, "mending.give-answer"), act=act, waits=label_text(seeing, "mending.waits-answer")
    )


def _behalf_blocks(seeing: ScreenContext) -> tuple[Block, ...]:
    """A bet on behalf exists only with its chips on the layout."""
    rows = [
        ListRow(
            name=f"behalf:{bet.number}",
            title=bettor_text(seeing, bet.who),
            badge=badge_text(seeing, bet.who),
            lines=(bet_text(seeing, bet),),
            controls=(toggle_control(seeing, f"no-chips:{bet.number}", label_text(seeing, "mending.no-chips")),),
        )
        for bet in _behalf_bets(seeing)
    ]
    return (HeadingBlock(text=label_text(seeing, "mending.on-behalf")), page_rows(seeing, rows, 4)) if rows else ()


def _behalf_bets(seeing: ScreenContext) -> tuple[PlacedBet, ...]:
    """Only while bets are open: afterwards it has been said of each whether its chips lay there."""
    round_ = seeing.state.table.round
    if round_ is None or round_.phase is not Phase.BETTING:
        return ()
    return tuple(bet for bet in round_.in_play if bet.on_behalf)


def _bets_without_chips(seeing: ScreenContext) -> frozenset[int]:
    return frozenset(
        bet.number for bet in _behalf_bets(seeing) if is_picked(seeing.input_state, f"no-chips:{bet.number}")
    )


# Options


def options_work(seeing: ScreenContext, case: Case, need: OptionsNeeded) -> RailWork:
    """Every bettor goes on or has his bets returned; one choice a person (ruling O10)."""
    table, rules = seeing.state.table, open_table(seeing).rules
    people = one_per_person(table, option_bettors(table)) if has_keyed_bets(seeing) else table_bettors(seeing)
    silent = [who for who in people if who not in case.chosen]
    framed = _bettor_in_frame(seeing, people, silent)
    rows = [
        _option_row(seeing, case, who, framed=who == framed) for who in [*silent, *_bettors_with_answer(people, case)]
    ]
    answered = label_text(seeing, "mending.answered-of", answered=str(len(people) - len(silent)), all=str(len(people)))
    heading = HeadingBlock(
        text=label_text(seeing, "mending.options"), right=answered.first, clauses=clause_controls(seeing, need.clause)
    )
    why_not = may_apply_options(rules, table)
    act = (
        None
        if why_not is not None
        else SendCommand(command=new_command(commands.ApplyOptions), then=seeing.input_state.close_panel())
    )
    waits = (
        label_text(seeing, "mending.waits-bettor", bettor=_bettor_word(silent[0]))
        if silent
        else label_text(seeing, "mending.waits-answer")
    )
    of_a_page = _ROWS_SHOWN if len(rows) <= _ROWS_SHOWN else _ROWS_OF_A_PAGE
    return (heading, page_rows(seeing, rows, of_a_page)), next_step(
        "apply-options", label_text(seeing, "mending.apply-options"), act=act, sub=_return_text(seeing), waits=waits
    )


def no_options_blocks(seeing: ScreenContext, case: Case) -> tuple[Block, ...]:
    """The options that nobody has, because an outcome is established: every bet stands (ruling O4)."""
    clause = option_loss_clause(open_table(seeing).rules, case.trouble, established=bool(case.established))
    if clause is None:
        return ()
    note = label_text(seeing, "mending.not-given")
    heading = HeadingBlock(
        text=label_text(seeing, "mending.options"), right=note.first, clauses=clause_controls(seeing, clause)
    )
    return (heading, *consequence_blocks(seeing, "all-stand", "each-stands"))


def consequence_blocks(seeing: ScreenContext, every: str, each: str) -> tuple[Block, ...]:
    """What becomes of all bets, then of each bettor's; rows are left out where there is little room."""
    table = seeing.state.table
    # Of a settled round the chips are out: the void itself says what each takes or gives back.
    on = table.round is not None and has_keyed_bets(seeing)
    people = one_per_person(table, option_bettors(table)) if on else ()
    rows = []
    for who in people:
        amount, *areas = bets_summary(seeing, who) or ("",)
        rows.append(
            ListRow(
                name=f"means:{_bettor_word(who)}",
                title=" · ".join((amount, *areas)),
                badge=badge_text(seeing, who),
                right=label_text(seeing, f"mending.{each}").first,
            )
        )
    note = NoteBlock(text=ScreenText(label_text(seeing, f"mending.{every}").first), tone=Tone.QUIET)
    return (note, RowsBlock(rows=tuple(rows), dense=True, spare=len(rows))) if rows else (note,)


def _return_text(seeing: ScreenContext) -> ScreenText:
    """What the choices come to in chips."""
    rules, table = open_table(seeing).rules, seeing.state.table
    if table.round is None or may_apply_options(rules, table) is not None:
        return NO_TEXT
    return returns_text(seeing, table.round, option_returns(rules, table))


def returns_text(seeing: ScreenContext, round_: Round, numbers: frozenset[int]) -> ScreenText:
    """What the dealer returns with this step, which is shown only once: `Return 1: 1,100 · 3S: 500`."""
    back: dict[Who, int] = {}
    for number, who, stake in round_.chips:
        if number in numbers:
            back[who] = back.get(who, 0) + stake
    if not back:
        return NO_TEXT
    told = (
        (badge_text(seeing, who) or bettor_text(seeing, who), money_text(seeing, amount))
        for who, amount in back.items()
    )
    return label_text(seeing, "mending.apply-returns", amounts=amounts_text(seeing.words, told))


def _bettors_with_answer(people: Sequence[Who], case: Case) -> list[Who]:
    return [who for who in people if who in case.chosen]


def _bettor_in_frame(seeing: ScreenContext, people: Sequence[Who], silent: Sequence[Who]) -> Who | None:
    """Digits choose for this row: the one that was touched, or the first that has not answered."""
    touched = next((who for who in people if _bettor_word(who) == seeing.input_state.framed), None)
    return touched or (silent[0] if silent else None)


def _bettor_word(who: Who) -> str:
    seat, bettor = who
    return bettor if seat is None else f"{seat} {bettor}"


def _option_row(seeing: ScreenContext, case: Case, who: Who, *, framed: bool) -> ListRow:
    chosen = case.chosen.get(who)

    def key(option: Option, digit: str) -> Control:
        return Control(
            name=f"option:{_bettor_word(who)}:{option.value}",
            label=label_text(seeing, f"mending.option-{option.value}"),
            act=SendCommand(
                command=new_command(commands.ChooseOption, who=who, option=option),
                then=seeing.input_state.replace(framed=""),
            ),
            key=digit if framed else "",
            picked=chosen == option.value,
        )

    amount, *areas = bets_summary(seeing, who) or ("",)
    # The disc has the seat; a bettor without one is named.
    named = () if badge_text(seeing, who) or not amount else (bettor_text(seeing, who),)
    return ListRow(
        name=f"bettor:{_bettor_word(who)}",
        title=amount or bettor_text(seeing, who),
        badge=badge_text(seeing, who),
        lines=(*named, *areas),
        controls=(key(Option.CONTINUE, "1"), key(Option.RETURN, "2")),
        framed=framed,
        done=chosen is not None,
        act=SetInput(seeing.input_state.replace(framed=_bettor_word(who))),
    )


VOID_KEY = "void-round"
_BETS_SHOWN, _BETS_OF_A_PAGE = 6, 4
"""With the keys that turn the page the void is still below them in a small window, apart from all else."""


def confirm_work(seeing: ScreenContext, code: str, command: Command, *, note: str) -> RailWork:
    """A sentence of what to do, and that it is done."""
    act = SendCommand(command=command, then=seeing.input_state.close_panel())
    return (NoteBlock(text=label_text(seeing, f"mending.{note}")),), next_step(
        code, label_text(seeing, f"mending.{code}"), act=act
    )


def reconstruction_work(seeing: ScreenContext, need: ReconstructionNeeded) -> RailWork:
    """The page shows where each card goes; that it cannot be done is for somebody else to say (ruling O7)."""
    at = open_table(seeing)
    rules, case = at.rules, seeing.state.table.cases[-1]
    role, clause = rules.decider(reconstruction_decision(rules, case.trouble))
    beyond = form_key(seeing, "cannot-reconstruct", label_text(seeing, "mending.cannot-reconstruct"), icon="warning")
    work = (
        NoteBlock(text=label_text(seeing, "mending.lay-line"), clauses=clause_controls(seeing, need.clause)),
        KeysBlock(
            controls=(form_key(seeing, "lay-cards", label_text(seeing, "mending.not-what-happened")), beyond), columns=2
        ),
        decider_heading(at, role, clause),
    )
    act = SendCommand(command=new_command(commands.ConfirmReconstruction), then=seeing.input_state.close_panel())
    return work, next_step("reconstructed", label_text(seeing, "mending.reconstructed"), act=act)


def comparison_work(seeing: ScreenContext, need: ComparisonNeeded) -> RailWork:
    """Neither shoe nor display prevails: a card that lies elsewhere is corrected, else it is as recorded."""
    correct = Control(
        name="correct-instead",
        label=label_text(seeing, "mending.lies-otherwise"),
        act=SetInput(seeing.input_state.close_panel().replace(panel=Panel.CORRECT)),
        icon="pencil",
    )
    work = (
        NoteBlock(text=label_text(seeing, "mending.compare-line"), clauses=clause_controls(seeing, need.clause)),
        KeysBlock(controls=(correct,), columns=1),
    )
    act = SendCommand(command=new_command(correction_commands.ConfirmComparison), then=seeing.input_state.close_panel())
    return work, next_step("compared", label_text(seeing, "mending.compared"), act=act)


def void_work(seeing: ScreenContext, need: VoidNeeded) -> RailWork:
    """The control that voids: pressed twice and never by Enter; above it is written what is returned to whom."""
    fingers = seeing.input_state
    confirming = fingers.confirming == VOID_KEY
    grave = Control(
        name=VOID_KEY,
        label=label_text(seeing, "mending.void-confirm" if confirming else "mending.void"),
        act=SendCommand(command=new_command(commands.ConfirmVoid), then=fingers.close_panel())
        if confirming
        else SetInput(fingers.replace(confirming=VOID_KEY)),
        weight=Weight.GRAVE,
        icon="stop",
    )
    rows = _return_rows(seeing)
    round_ = correctable_round(seeing)
    total = "" if round_ is None or not has_keyed_bets(seeing) else money_text(seeing, round_.amount_in_play)
    work: list[Block] = [
        HeadingBlock(
            text=label_text(seeing, "mending.bets-go-back"),
            right=total,
            clauses=clause_controls(seeing, need.clause),
            tone=Tone.STOP,
        ),
        page_rows(seeing, rows, _BETS_SHOWN if len(rows) <= _BETS_SHOWN else _BETS_OF_A_PAGE),
    ]
    if need.closes:
        work.append(
            NoteBlock(
                text=label_text(seeing, "mending.shoe-closes"),
                tone=Tone.ATTENTION,
                clauses=clause_controls(seeing, need.closes),
            )
        )
    # Nothing is beside a grave control: a list of several pages has its keys just above (ui 1.9).
    work += [GapBlock(), KeysBlock(controls=(grave,), columns=1)]
    return tuple(work), next_step(
        "void-waits", label_text(seeing, "mending.return-bets"), waits=label_text(seeing, "mending.waits-void")
    )


def _return_rows(seeing: ScreenContext) -> list[ListRow]:
    """Every bet whose chips still lie there, insurance too."""
    round_ = correctable_round(seeing)
    if round_ is None:
        return []
    rows = [_bet_row(seeing, bet) for bet in round_.in_play]
    for bet in round_.insurance:
        if bet.number not in round_.returned:
            area = area_text(seeing, f"{bet.side.value}_insurance")
            rows.append(_return_row(seeing, bet, area, bet.stake))
    return rows or [ListRow(name="back:none", title=label_text(seeing, "mending.no-bets-tracked").first)]


def _bet_row(seeing: ScreenContext, bet: PlacedBet) -> ListRow:
    return _return_row(seeing, bet, area_text(seeing, bet.wager.area), bet.wager.stake)


def _return_row(seeing: ScreenContext, bet: PlacedBet | InsuranceBet, area: str, stake: int) -> ListRow:
    """Whose it is says the badge; who has no seat has a name in its place."""
    badge = badge_text(seeing, bet.who)
    whose = "" if badge else f"{bettor_text(seeing, bet.who)} · "
    return ListRow(name=f"back:{bet.number}", title=f"{whose}{area}", badge=badge, right=money_text(seeing, stake))


# A player left with a card (MBS 5.11)


def cards_aside_work(seeing: ScreenContext, need: CardsAsideNeeded) -> RailWork:
    work = (
        NoteBlock(
            text=label_text(seeing, "mending.aside-line", cards=str(need.cards)),
            clauses=clause_controls(seeing, need.clause),
        ),
    )
    act = SendCommand(
        command=new_command(correction_commands.SetCardsAside, cards=need.cards), then=seeing.input_state.close_panel()
    )
    return work, next_step("cards-aside", label_text(seeing, "mending.cards-aside"), act=act)


def name_missing_work(seeing: ScreenContext, case: Case) -> RailWork:
    """As many as the search is about are keyed, one after the other, in drawn order."""
    fingers, wanted = seeing.input_state, _count_to_name(open_table(seeing), case)
    named = [CARDS[text] for text in fingers.pick("missing").split()]
    keyed = input_card(fingers)
    row = CardRowBlock(cards=tuple(_card_to_name(place, named) for place in range(wanted)))
    work: list[Block] = [
        HeadingBlock(text=label_text(seeing, "mending.missing-title", cards=str(wanted))),
        row,
        *irregularity_card_pad(seeing),
    ]
    if len(named) < wanted and keyed is not None:
        more = " ".join(card.text for card in (*named, keyed))
        act: SendCommand | SetInput = SetInput(fingers.with_pick("missing", more).replace(rank="", suit=""))
        return tuple(work), next_step("next-missing", label_text(seeing, "mending.next-missing"), act=act)
    if len(named) < wanted:
        return tuple(work), next_step(
            "name-missing", label_text(seeing, "mending.name-missing"), waits=label_text(seeing, "mending.waits-card")
        )
    act = SendCommand(
        command=new_command(correction_commands.NameMissingCards, cards=tuple(named)), then=fingers.close_panel()
    )
    again = Control(
        name="missing:again", label=label_text(seeing, "mending.again"), act=SetInput(fingers.with_pick("missing", ""))
    )
    work.append(KeysBlock(controls=(again,), columns=1))
    return tuple(work), next_step("name-missing", label_text(seeing, "mending.name-missing"), act=act)


def _count_to_name(at: TableContext, case: Case) -> int:
    """The number of cards to name. It follows from the search itself, never from what the station knows of a card."""
    round_ = at.round
    return sum(round_.cards[place].card is None for place in case.places)


def _card_to_name(place: int, named: list[Card]) -> CardShown:
    if place < len(named):
        return CardShown(face=Face.OPEN, card=named[place].text, number=place + 1)
    return CardShown(face=Face.PLACE, number=place + 1)


def replacement_work(seeing: ScreenContext, need: ReplacementNeeded) -> RailWork:
    cards = CardRowBlock(cards=tuple(CardShown(face=Face.OPEN, card=card.text) for card in need.cards))
    act = SendCommand(
        command=new_command(correction_commands.ReplaceMissingCards), then=seeing.input_state.close_panel()
    )
    work = (
        NoteBlock(text=label_text(seeing, "mending.replace-line"), clauses=clause_controls(seeing, need.clause)),
        cards,
    )
    return work, next_step("replaced", label_text(seeing, "mending.replaced"), act=act)


# Wagers once more (MBS 5.18)


def changes_work(seeing: ScreenContext, need: ChangesNeeded) -> RailWork:
    """Less on the heavier hand, more on the lighter; then it is ended, and what is left over is for somebody else."""
    at = open_table(seeing)
    round_, fingers = at.round, seeing.input_state
    sides = overrun_sides(at.rules, seeing.state.table)
    work: list[Block] = [
        NoteBlock(text=label_text(seeing, "mending.changes-line"), clauses=clause_controls(seeing, need.clause))
    ]
    changed = () if sides is None else tuple(bet for bet in round_.in_play if bet.wager.area in sides)
    framed = next((bet for bet in changed if str(bet.number) == fingers.framed), None)
    work.append(differential_note(at))
    if sides is not None:
        work.append(page_rows(seeing, [_change_row(seeing, bet, sides[0]) for bet in changed], 5))
        if framed is not None:
            work += amount_blocks(seeing)
    if fingers.digits and framed is not None:
        # What is keyed is taken first: to end the changes never drops it.
        stake = parse_money(seeing, fingers.digits) or Money(0)
        command = new_command(correction_commands.ChangeWager, number=framed.number, stake=stake)
        waits = chip_fault_text(seeing, stake)
        change = None if waits else SendCommand(command=command, then=fingers.replace(digits="", framed=""))
        return tuple(work), next_step(
            f"change:{framed.number}",
            label_text(seeing, "mending.change-to", amount=str(stake)),
            act=change,
            waits=waits,
        )
    act = SendCommand(command=new_command(correction_commands.EndChanges), then=fingers.close_panel())
    return tuple(work), next_step("changes-ended", label_text(seeing, "mending.changes-ended"), act=act)


def differential_note(at: TableContext, left: Mapping[int, Money] | None = None) -> NoteBlock:
    """By how much the differential is still exceeded, also if only so much were left of some bets."""
    seeing = at.context
    over = table_overrun(at.rules, seeing.state.table, left)
    if over:
        return NoteBlock(
            text=label_text(seeing, "mending.differential-over", over=money_text(seeing, over)), tone=Tone.ATTENTION
        )
    return NoteBlock(text=label_text(seeing, "mending.differential-met"), tone=Tone.GOOD)


def _change_row(seeing: ScreenContext, bet: PlacedBet, heavy: str) -> ListRow:
    fingers = seeing.input_state
    framed = fingers.framed == str(bet.number)
    return ListRow(
        name=f"wager:{bet.number}",
        title=bettor_text(seeing, bet.who),
        badge=badge_text(seeing, bet.who),
        lines=(bet_text(seeing, bet),),
        right=label_text(seeing, "mending.less" if bet.wager.area == heavy else "mending.more").first,
        framed=framed,
        act=SetInput(fingers.replace(framed="" if framed else str(bet.number), digits="", writes="")),
    )
