"""The page of a case, in the place of the table, and what it shows of hands, bets and decided areas.

Whether an outcome is established is said with YES or NO; which bets are decided is said only where every card lies
open and none is in dispute.
"""

from dealer_app.domain.baccarat.conclusive import DecidedAreas
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.situations import coup_situation
from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CaseOpened
from dealer_app.domain.round.fold_corrections import open_prefix
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.plans import OutcomeContext, is_judged_by_result
from dealer_app.domain.round.needs import (
    ChipsReturnNeeded,
    DiceCorrection,
    Need,
    OptionsNeeded,
    ReconstructionNeeded,
)
from dealer_app.domain.round.notation import read_who
from dealer_app.domain.round.state import Case, Phase, Round
from dealer_app.domain.round.visible import blind_corrections, has_blind_reading, has_inspection, visible_card
from dealer_app.domain.values import replace
from dealer_app.people.authority import person_badge
from dealer_app.screens.actions import SetInput, report_card_action
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    CardRowBlock,
    Control,
    Face,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    TagsBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import discovery_text, event_rows, event_time, visible_events
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.round_cards import (
    correct_hands,
    current_hands,
    draw_order_places,
    draw_order_row,
    find_hidden_places,
    open_undisputed_cards,
    place_text,
)
from dealer_app.screens.kit import (
    area_text,
    bet_text,
    bettor_text,
    clause_controls,
    drop_repeated_clauses,
    irregularity_description,
    irregularity_name,
    next_step,
)
from dealer_app.screens.labels import bilingual_text, duration_text, label_text, money_text, reason_label
from dealer_app.screens.round.dice import dice_shown
from dealer_app.screens.round.layout import layout_shown
from dealer_app.screens.round.table_context import TableContext, open_table
from dealer_app.screens.screen import PageStage, RailContent, StepState, TableStage, TrackStep
from dealer_app.screens.timeline import TimelineEvent
from dealer_app.texts import Words

_LINES_SHOWN = 4
"""Of all that happened in the round, the newest, as many as there is room for; the rest is looked back on."""


def case_page(context: ScreenContext, case: Case) -> PageStage:
    """What this case is about."""
    at = open_table(context)
    round_ = context.state.table.round or context.state.table.last
    left: list[Block] = []
    right: list[Block] = []
    if round_ is not None and round_.cards:
        left += _card_blocks(context, round_, case)
        right += _order_blocks(at, round_, case)
    if round_ is not None and round_.dice is not None:
        left.append(_dice_block(context, round_))
    left += case_facts_blocks(context, round_, case)
    newest = event_rows(context, visible_events(context.timeline.current_events)[:_LINES_SHOWN])
    left += [RowsBlock(rows=newest, dense=True, spare=len(newest))] if newest else []
    right += outcome_blocks(at, round_, case)
    return PageStage(
        title=irregularity_name(context, case.trouble),
        sub=case_description(context, case),
        tone=Tone.ATTENTION,
        right=_reporter_texts(context, case),
        columns=drop_repeated_clauses(left, right) if right else drop_repeated_clauses(left),
    )


def case_description(context: ScreenContext, case: Case) -> ScreenText:
    """What the trouble is; a card that came before the others were turned is not said to be one too many."""
    round_ = context.state.table.round
    early = round_ is not None and not make_coup(open_prefix(round_.cards)).is_complete
    if early and case.trouble == IrregularityKind.EXCESS_CARD.value:
        return label_text(context, "mending.card-came-early")
    return irregularity_description(context, case.trouble)


def blind_page(context: ScreenContext) -> PageStage | None:
    """The page of the case, shown to everybody in the place of the table until a blind reading of a card or dice is
    done.
    """
    table = context.state.table
    return case_page(context, table.cases[-1]) if has_blind_reading(table) else None


def request_times(context: ScreenContext, case: Case) -> tuple[str, ...]:
    """At what time of day it was asked, and how long somebody has been waited for; nothing where it is not known."""
    asked = _opening_event(context, case)
    if asked is None:
        return ()
    waited = duration_text(max(0, context.moment.utc - asked.utc))
    return label_text(context, "mending.asked-at", time=event_time(asked)).first, label_text(
        context, "mending.waiting", time=waited
    ).first


def _opening_event(context: ScreenContext, case: Case) -> TimelineEvent | None:
    """With which it was opened; nothing where the timeline does not go back so far."""
    lines = reversed(context.timeline.current_events)
    return next(
        (one for one in lines if isinstance(one.event, CaseOpened) and one.event.case.number == case.number), None
    )


def _reporter_texts(context: ScreenContext, case: Case) -> tuple[str, ...]:
    """Who reported it; but nobody did what the station found, or may have found, while somebody dealt."""
    said = discovery_text(context, case, _opening_event(context, case))
    if said:
        return (said,)
    return label_text(context, "mending.reported-by").first, reporter_name(context, case)


def reporter_name(context: ScreenContext, case: Case) -> str:
    account = context.state.people.accounts.get(person_badge(case.reported_by))
    return case.reported_by if account is None else account.name


def _card_blocks(context: ScreenContext, round_: Round, case: Case) -> tuple[Block, ...]:
    order, note = ("drawn-order", "drawn-order-note")
    if round_.as_they_lie:
        order, note = ("order-as-it-lies", "order-as-it-lies-note")
    return (
        HeadingBlock(text=label_text(context, f"mending.{order}"), note=label_text(context, f"mending.{note}").first),
        _touchable_row(context, draw_order_row(context, round_, case)),
        HeadingBlock(text=label_text(context, "mending.before"), note=label_text(context, "mending.before-note").first),
        current_hands(context, round_, case),
    )


def _touchable_row(context: ScreenContext, row: CardRowBlock) -> CardRowBlock:
    """A sealed card is touched to say what befell it."""
    if context.guide is None or commands.Report not in context.guide.allowed:
        return row
    return CardRowBlock(
        cards=tuple(
            replace(card, act=report_card_action(context.input_state, str(place))) if card.face is Face.SEALED else card
            for place, card in enumerate(row.cards)
        )
    )


def _order_blocks(at: TableContext, round_: Round, case: Case) -> list[Block]:
    context = at.context
    blocks: list[Block] = []
    blocks += _seal_notes(context, round_)
    if find_hidden_places(context, case).disputed:
        blocks.append(
            NoteBlock(
                text=label_text(context, "mending.order-line"),
                title=label_text(context, "mending.do-not-move"),
                framed=True,
                tone=Tone.ATTENTION,
            )
        )
    if not blocks and not isinstance(case.needs[0] if case.needs else None, ReconstructionNeeded):
        blocks.append(NoteBlock(text=label_text(context, "mending.leave-as-they-lie"), framed=True, spare=True))
    return [*blocks, *reorder_blocks(at, round_, case)]


def reorder_blocks(at: TableContext, round_: Round, case: Case) -> tuple[Block, ...]:
    """Where the cards will lie once they are put in order: what is asked for, signed and then done (MBS 5.7)."""
    context = at.context
    if not any(isinstance(need, ReconstructionNeeded) for need in case.needs):
        return ()
    return (
        HeadingBlock(
            text=label_text(context, "mending.after"),
            note=label_text(context, "mending.after-note").first,
            clauses=clause_controls(context, at.rules.clause("third-card")),
            icon="arrow",
        ),
        correct_hands(context, round_, case),
        *_move_tags(context, round_, case),
    )


def _move_tags(context: ScreenContext, round_: Round, case: Case) -> tuple[Block, ...]:
    """Which cards move, from where to where; nothing of a card in dispute."""
    hidden = find_hidden_places(context, case).disputed
    moves = [
        label_text(
            context,
            "mending.card-moves",
            card=str(place + 1),
            **{"from": place_text(context, drawn.put), "to": _destination_text(context, round_, belongs)},
        ).first
        for place, (drawn, belongs) in enumerate(zip(round_.cards, draw_order_places(round_), strict=True))
        if belongs is not None and place not in hidden and belongs is not drawn.put
    ]
    return (TagsBlock(tags=tuple(Tag(move, Tone.ATTENTION) for move in moves), spare=True),) if moves else ()


def _destination_text(context: ScreenContext, round_: Round, belongs: Place) -> ScreenText:
    if belongs is Place.NEITHER:
        return label_text(context, "mending.goes-next-round", round=str(round_.number + 1))
    return place_text(context, belongs)


def _seal_notes(context: ScreenContext, round_: Round) -> tuple[NoteBlock, ...]:
    """What the hand does with a sealed card, and who sees it when: with the next round, with the hand that it belongs
    to, or nobody knows yet.
    """
    places = draw_order_places(round_)
    sealed = [place for place, drawn in enumerate(round_.cards) if drawn.seal is not None and not drawn.turned]
    waiting = {places[place] for place in sealed}
    if not waiting:
        return ()
    code = "sealed-not-known" if None in waiting else "sealed-line" if waiting == {Place.NEITHER} else "sealed-of-hand"
    cards = ", ".join(str(place + 1) for place in sealed)
    return (
        NoteBlock(
            text=label_text(context, f"mending.{code}"),
            title=label_text(context, "mending.leave-face-down", cards=cards),
            framed=True,
            tone=Tone.ATTENTION,
        ),
    )


def _dice_block(context: ScreenContext, round_: Round) -> NoteBlock:
    """As they were read; hidden while somebody reads them again to approve a correction."""
    if any(isinstance(wanted, DiceCorrection) for wanted in blind_corrections(context.state.table)):
        return NoteBlock(text=label_text(context, "mending.recorded-hidden"), framed=True)
    return dice_note(context, round_)


def dice_note(context: ScreenContext, round_: Round) -> NoteBlock:
    assert round_.dice is not None, "asked only once the dice lie"
    dice = "-".join(map(str, round_.dice))
    return NoteBlock(text=label_text(context, "mending.dice-lie", dice=dice, total=str(sum(round_.dice))), framed=True)


def case_facts_blocks(
    context: ScreenContext, round_: Round | None, case: Case, *, compared: bool = False
) -> tuple[Block, ...]:
    """What is known of how it came to this, and what has been said of it; `compared` after the second reading."""
    rows = () if round_ is None else round_fact_rows(context, round_, case)
    rows += tuple(_report_rows(context, round_, case, compared=compared))
    return HeadingBlock(
        text=label_text(context, "mending.what-happened"), clauses=clause_controls(context, case.clause)
    ), RowsBlock(rows=rows, dense=True)


def round_fact_rows(context: ScreenContext, round_: Round, case: Case | None = None) -> tuple[ListRow, ...]:
    """How far the round is, what lay there at closing, how many cards are out or that nothing is decided without them,
    and what has become of the chips.
    """
    rows = []
    rows.append(
        _fact_row(
            "round", label_text(context, "mending.round-is", round=str(round_.number)), _phase_text(context, round_)
        )
    )
    rows.append(_fact_row("bets", label_text(context, "mending.bets-at-closing"), _bets_text(context, round_)))
    if round_.cards:
        rows.append(_fact_row("cards", label_text(context, "mending.cards"), _cards_text(context, round_, case)))
    if round_.tumbles is not None:
        rows.append(_fact_row("tumbles", label_text(context, "mending.tumbles"), str(round_.tumbles)))
    if round_.phase in (Phase.BETTING, Phase.CLOSED) and not round_.cards and round_.dice is None:
        undecided = label_text(context, "mending.outcome-open").first
        rows.append(_fact_row("outcome", label_text(context, "mending.outcome-is"), undecided))
    rows.append(_fact_row("chips", label_text(context, "mending.chips"), chips_text(context, round_).first))
    return tuple(rows)


def _fact_row(name: str, title: ScreenText, right: str) -> ListRow:
    return ListRow(name=f"fact:{name}", title=title.first, right=right)


def _phase_text(context: ScreenContext, round_: Round) -> str:
    late = f" · {label_text(context, 'mending.closed-late').first}" if round_.closed_late else ""
    return f"{context.words.first.phase(round_.phase)}{late}"


def _bets_text(context: ScreenContext, round_: Round) -> str:
    """Insurance is a bet as any other: its chips lie there too."""
    bets = len(round_.in_play) + len(round_.insurance_in_play)
    if not bets:
        return label_text(context, "mending.no-bets").first
    return label_text(
        context, "mending.bets-count", bets=str(bets), total=money_text(context, round_.amount_in_play)
    ).first


def chips_text(context: ScreenContext, round_: Round) -> ScreenText:
    """How far they are; while what a settlement has moved is put right they lie neither so nor so."""
    cases = context.state.table.cases
    if any(case.trouble == IrregularityKind.CHIPS_MOVED.value for case in cases) or any(
        isinstance(case.needs[0], ChipsReturnNeeded) for case in cases
    ):
        return label_text(context, "mending.chips-put-right")
    if round_.phase in (Phase.BETTING, Phase.CLOSED) or (round_.phase is Phase.ANNOUNCED and not round_.ticked):
        return label_text(context, "mending.chips-lie")
    if round_.phase is Phase.ANNOUNCED:
        facts = {"moved": str(len(round_.ticked)), "all": str(len(round_.to_tick))}
        return label_text(context, "mending.chips-partly", **facts)
    return label_text(context, "mending.chips-all")


def _cards_text(context: ScreenContext, round_: Round, case: Case | None) -> str:
    """How many, and how many of them lie open; not of cards whose order is in dispute, which nobody may see."""
    drawn = str(len(round_.cards))
    if find_hidden_places(context, case).disputed:
        return label_text(context, "mending.cards-only-drawn", drawn=drawn).first
    shown = sum(visible_card(each) is not None for each in round_.cards)
    return label_text(context, "mending.cards-drawn", drawn=drawn, open=str(shown)).first


def _report_rows(context: ScreenContext, round_: Round | None, case: Case, *, compared: bool) -> list[ListRow]:
    """What was said when it was reported; never what a case has to keep hidden.

    The words of the reporter are hidden, too, from a person who reads a card or the dice again (blind reading).
    """
    rows = []
    if case.facts.get("text"):
        blind = has_blind_reading(context.state.table) and not compared
        shown = label_text(context, "mending.hidden") if blind else reason_label(context, case.facts["text"])
        rows.append(_fact_row("text", label_text(context, "mending.said"), shown.first))
    if case.facts.get("card") and not has_inspection(context.state.table):
        rows.append(_fact_row("card", label_text(context, "mending.card-seen"), case.facts["card"]))
    if case.facts.get("times"):
        rows.append(_fact_row("times", label_text(context, "mending.times"), case.facts["times"]))
    if case.facts.get("who"):
        amount = money_text(context, int(case.facts["amount"]))
        rows.append(
            _fact_row(
                "unkeyed",
                ScreenText(bettor_text(context, read_who(case.facts["who"]))),
                f"{area_text(context, case.facts['area'])} {amount}",
            )
        )
    numbers = set((case.facts.get("bets") or case.facts.get("bet") or "").split())
    if round_ is not None and numbers:
        rows += [
            _fact_row(
                f"bet-{bet.number}",
                ScreenText(bettor_text(context, bet.who)),
                bet_text(context, bet),
            )
            for bet in round_.bets
            if str(bet.number) in numbers
        ]
    return rows


def outcome_blocks(at: TableContext, round_: Round | None, case: Case) -> tuple[Block, ...]:
    """The areas that the open cards have decided; not a word of them while any card is face down or in dispute."""
    context = at.context
    if case.established is None or round_ is None or at.rules.baccarat is None or not round_.cards:
        return ()
    heading = HeadingBlock(text=label_text(context, "mending.decided-already"))
    known = _visible_decisions(at, round_, case)
    if known is None:
        return heading, NoteBlock(text=label_text(context, "mending.not-said-by-which"), tone=Tone.QUIET)
    if not known.is_established:
        return heading, NoteBlock(text=label_text(context, "mending.nothing-decided"), tone=Tone.QUIET)
    tags = [Tag(label_text(context, "mending.area-wins", area=area).first, Tone.WINNER) for area in known.won]
    tags += [Tag(label_text(context, "mending.area-loses", area=area).first, Tone.OFF) for area in known.lost]
    return heading, TagsBlock(tags=tuple(tags))


def _visible_decisions(at: TableContext, round_: Round, case: Case) -> DecidedAreas | None:
    """What the cards of the hands have decided; None while one of them is face down, hidden or in dispute."""
    assert at.rules.baccarat is not None, "dice have no hands"
    cards = open_undisputed_cards(at.context, round_, case)
    hands = [drawn for drawn in round_.cards if drawn.seal is None]
    return None if len(cards) < len(hands) else at.rules.baccarat.decisions[coup_situation(cards)]


def outcome_note(at: TableContext, case: Case, *, brief: bool = False) -> tuple[Block, ...]:
    """YES or NO, and which bets are decided as far as that can be seen on the table; in one language where the list
    below it needs the room.
    """
    context = at.context
    established = case.established
    if established is None:
        return ()
    text = _outcome_text(at, case, is_established=established)
    return (
        NoteBlock(
            title=bilingual_text(context.words, lambda words: words.outcome_established_text(established)),
            text=ScreenText(text.first) if brief else text,
            mark=label_text(context, "mending.yes" if established else "mending.no").first,
            tone=Tone.GOOD if established else Tone.PLAIN,
            framed=True,
            clauses=() if brief else clause_controls(context, case.clause),
            yielding=brief,
        ),
    )


_LOST_NAMED = 2
"""So many lost bets are named beside YES; of more their number is said, and the page lists them."""


def _outcome_text(at: TableContext, case: Case, *, is_established: bool) -> ScreenText:
    """Which bets are decided, or that every one is. While cards are due nothing reads as if the round were over, and
    with a card face down or in dispute it stays with YES or NO.
    """
    context = at.context
    round_ = context.state.table.round or context.state.table.last
    if not is_established or round_ is None or at.rules.baccarat is None:
        every = is_established and at.rules.baccarat is None
        return label_text(context, f"mending.{'established-every' if every else _explanation_code(at, case)}")
    known = _visible_decisions(at, round_, case)
    if known is None:
        return label_text(context, "mending.not-said-by-which")
    if make_coup(open_prefix(round_.cards)).is_complete:
        return label_text(context, "mending.established-every")
    if _is_judged_by_result(at, case) or not known.is_established:
        return label_text(context, f"mending.{_explanation_code(at, case)}")

    def named(words: Words) -> str:
        said = [words.text("mending", "area-wins", {"area": area}) for area in known.won]
        if len(known.lost) > _LOST_NAMED:
            said.append(words.text("mending", "bets-lose", {"bets": str(len(known.lost))}))
        else:
            said += [words.text("mending", "area-loses", {"area": area}) for area in known.lost]
        return words.text("mending", "established-named", {"bets": words.join_texts("bets", *said)})

    return bilingual_text(context.words, named)


def _is_judged_by_result(at: TableContext, case: Case) -> bool:
    """Whether only the outcome between Player and Banker counts in this case (ruling E5)."""
    match case.trouble:
        case IrregularityKind.MISSED_INSURANCE.value:
            where = OutcomeContext.NEGLECT
        case IrregularityKind.POWER_FAILURE.value:
            where = OutcomeContext.INTERRUPTION
        case _:
            where = OutcomeContext.OPTIONS
    return is_judged_by_result(at.rules, where)


def _explanation_code(at: TableContext, case: Case) -> str:
    """What no and yes mean: of any bet, or where only the outcome between Player and Banker counts, of that (E5)."""
    if _is_judged_by_result(at, case):
        return "established-yes-hands" if case.established else "established-no-hands"
    return "established-yes" if case.established else "established-no"


def case_content(at: TableContext, case: Case, work: tuple[Block, ...], next_step: Control) -> RailContent:
    """The rail of a case, and its page in the place of the table."""
    note = outcome_note(at, case, brief=isinstance(case.needs[0], OptionsNeeded))
    page, facts = show_dice_page(
        at, case_page(at.context, case), case_facts_blocks(at.context, at.state.round or at.state.last, case)
    )
    (once,) = drop_repeated_clauses((*note, *work, *facts))
    return RailContent(work=once, primary=next_step, track=_case_track(at.context, case), page=page)


def show_dice_page(at: TableContext, page: PageStage, facts: tuple[Block, ...]) -> tuple[PageStage, tuple[Block, ...]]:
    """Of dice the table itself under the title, as it lies, and the facts in the rail; but nothing of the dice while
    somebody reads them again.
    """
    if at.rules.tai_sai is None or has_blind_reading(at.state):
        return page, ()
    table = TableStage(result=dice_shown(at), table=layout_shown(at), past=None)
    spared = tuple(replace(block, spare=len(block.rows)) if isinstance(block, RowsBlock) else block for block in facts)
    return replace(page, columns=(), table=table), spared


def _case_track(context: ScreenContext, case: Case) -> tuple[TrackStep, ...]:
    steps = [TrackStep(label_text(context, "mending.track-stop"), StepState.DONE)]
    if case.established is not None:
        steps.append(TrackStep(label_text(context, "mending.track-outcome"), StepState.DONE))
    states = (StepState.NOW, StepState.NEXT)
    for place, need in enumerate(case.needs):
        state = states[place] if place < len(states) else StepState.LATER
        steps.append(TrackStep(_need_name(context, need), state))
    return tuple(steps)


def _need_name(context: ScreenContext, need: Need) -> ScreenText:
    return bilingual_text(context.words, lambda words: words.need(need))


def decider_heading(at: TableContext, role: str, clause: str) -> HeadingBlock:
    """The role that decides, and the clause that says so, or that it is the policy of the house."""
    return HeadingBlock(
        text=label_text(at.context, "mending.needs-role", role=at.rules.title(role)),
        clauses=clause_controls(at.context, clause),
        tone=Tone.ATTENTION,
    )


def request_control(context: ScreenContext, code: str, *, sub: ScreenText = NO_TEXT) -> Control:
    """The next step where somebody else decides: it opens the panel for that decision."""
    act = SetInput(context.input_state.replace(panel=Panel.APPROVAL))
    return next_step(code, label_text(context, f"mending.{code}"), act=act, sub=sub)


def form_key(context: ScreenContext, form: str, label: ScreenText, *, icon: str = "pencil") -> Control:
    """A form of the panel for reports."""
    act = SetInput(context.input_state.close_panel().replace(panel=Panel.REPORT).with_pick("report", form))
    return Control(name=f"form:{form}", label=label, act=act, icon=icon)
