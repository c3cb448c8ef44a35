"""The debrief of whole rounds: own rating over result, the book and what was done on one axis, and the errors.

Of each error the rail shows the moment: first the question, then the book.
"""

from collections.abc import Callable, Sequence
from itertools import groupby

from dealer_app.domain.values import replace
from dealer_app.practice.debrief import CompetencyCount, Debrief, DebriefPart, Flag
from dealer_app.practice.grading import grade_tries
from dealer_app.practice.round_session import RoundDecision
from dealer_app.practice.wording import answer_text, cause_text, question_text, reason_text, slip_text
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Cell,
    CellsBlock,
    Control,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    Lane,
    LaneFlag,
    LaneRemark,
    LanesBlock,
    LaneSpan,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    Tile,
    TilesBlock,
    Tone,
    Weight,
)
from dealer_app.screens.labels import bilingual_text
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.page_rail import close_key, look_keys
from dealer_app.screens.practice.round_stage import decision_label, silent_stage
from dealer_app.screens.practice.round_view import RoundView, SessionView
from dealer_app.screens.practice.round_words import primary_with_sub, round_text, scenario_text, seconds_text
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import HandShown, HandsShown, PageStage, Rail
from dealer_app.texts.texts import Words, amount_text

ERRORS_A_PAGE = 3
STEP_OF_VIEW = 30_000
"""Milliseconds by which the lanes are moved."""


def debrief_page(view: PracticeView, rounds: RoundView) -> tuple[PageStage, Rail]:
    """The whole debrief; it is made only after the own rating."""
    session = rounds.current
    debrief = session.debrief
    assert debrief is not None, "the session was rated"
    shown = rounds.keyed.round
    head: tuple[Block, ...] = (
        CellsBlock(cells=tuple(_competency_cell(view, each) for each in debrief.competencies)),
        HeadingBlock(text=view.text("book-and-done"), note=round_text(view, "seconds-from-start").first),
        _lanes(view, session, debrief, rounds),
    )
    title = scenario_text(view, debrief.scenarios[shown].title) if debrief.scenarios[shown].title else NO_TEXT
    page = PageStage(
        title=round_text(view, "debrief"),
        sub=title or round_text(view, "dealt-round"),
        right=(view.text("of-all", right=str(debrief.right_first), all=str(debrief.decisions)).first,),
        head=head,
        columns=_error_columns(view, session, debrief, rounds),
    )
    return page, _debrief_rail(view, session, debrief, rounds)


def round_start(debrief: Debrief, number: int) -> int:
    """When this round began, in milliseconds of the session."""
    return min((part.began for part in debrief.book if part.round == number), default=0)


def moment_in_sight(debrief: Debrief, place: int) -> int:
    """The moment of an error, from the beginning of its round on."""
    flag = debrief.flags[place]
    return flag.began - round_start(debrief, flag.round)


# Own rating and result


def _competency_cell(view: PracticeView, count: CompetencyCount) -> Cell:
    """The own rating beside what was right; a grade only where enough was seen."""
    wrong = count.decisions - count.right
    tone = Tone.STOP if wrong else Tone.ATTENTION if count.late else Tone.GOOD
    name = view.text(f"competency-{count.competency.value}").first
    if view.compact:
        return Cell(text=f"{count.right}/{count.decisions}", word=name, tone=tone)
    result = view.text("of-all", right=str(count.right), all=str(count.decisions)).first
    words_below = [name, round_text(view, "own", grade=str(count.own or "-")).first]
    if count.is_seen:
        tries = "w" * wrong + "l" * count.late + "r" * (count.right - count.late)
        words_below.append(round_text(view, "grade", grade=str(grade_tries(tries, view.room.grade_rule))).first)
    return Cell(text=result, word=" · ".join(words_below), tone=tone)


# The lanes


def _lanes(view: PracticeView, session: SessionView, debrief: Debrief, rounds: RoundView) -> LanesBlock:
    number = rounds.keyed.round
    start = round_start(debrief, number)
    book = [part for part in debrief.book if part.round == number]
    done = [part for part in debrief.done if part.round == number]
    phases = tuple(
        LaneSpan(
            begin=phase.began - start,
            end=phase.began - start + phase.milliseconds,
            title=view.text(f"phase-{phase.phase.value}").first,
            lines=_phase_lines(view, phase.milliseconds, phase.limit_milliseconds),
            tone=Tone.ATTENTION if phase.is_late else Tone.PLAIN,
        )
        for phase in debrief.phases
        if phase.round == number
    )
    flags = tuple(
        LaneFlag(
            number=flag.number,
            at=flag.began - start + session.decisions[flag.decision].milliseconds // 2,
            tone=_flag_tone(session.decisions[flag.decision]),
        )
        for flag in debrief.flags
        if flag.round == number
    )
    return LanesBlock(
        caption=round_text(view, "phases"),
        phases=phases,
        upper=Lane(name=view.text("lane-book"), parts=_spans(view, book, start, _book_span), tone=Tone.GOOD),
        lower=Lane(name=view.text("lane-done"), parts=_spans(view, done, start, _done_span)),
        flags=flags,
        remarks=tuple(
            LaneRemark(at=remark.at - start, text=remark.text) for remark in session.remarks if remark.at >= start
        ),
        focus=rounds.keyed.moment,
    )


def _phase_lines(view: PracticeView, milliseconds: int, limit: int) -> tuple[str, ...]:
    """With its limit where there is room for it."""
    whole = view.text("seconds", seconds=seconds_text(milliseconds), limit=str(limit // 1000)).first
    return whole, seconds_text(milliseconds)


def _flag_tone(decision: RoundDecision) -> Tone:
    return Tone.STOP if not decision.mark.right else Tone.ATTENTION


_MakeSpan = Callable[[PracticeView, Sequence[DebriefPart]], LaneSpan]


def _spans(view: PracticeView, parts: Sequence[DebriefPart], start: int, make: _MakeSpan) -> tuple[LaneSpan, ...]:
    """What went well in one phase is one part; an error has its own."""
    made = []
    for _, together in groupby(parts, key=lambda part: (part.phase, part.flag)):
        span = make(view, tuple(together))
        made.append(
            LaneSpan(
                begin=span.begin - start,
                end=span.end - start,
                title=span.title,
                short=span.short,
                lines=span.lines,
                tone=span.tone,
                missing=span.missing,
            )
        )
    return tuple(made)


def _book_span(view: PracticeView, parts: Sequence[DebriefPart]) -> LaneSpan:
    last = parts[-1]
    return LaneSpan(
        begin=parts[0].began,
        end=last.began + last.milliseconds,
        title=decision_label(view, parts[0].question).first,
        short=view.text(f"phase-{last.phase.value}").first,
        lines=(*_other_labels(view, parts), last.clause),
    )


def _done_span(view: PracticeView, parts: Sequence[DebriefPart]) -> LaneSpan:
    first, last = parts[0], parts[-1]
    begin, end = first.began, last.began + last.milliseconds
    words = view.words.first
    if first.flag and not first.is_right:
        said = answer_text(words, first.question, first.answer) if first.answer else round_text(view, "not-done").first
        return LaneSpan(begin=begin, end=end, title=said, tone=Tone.STOP, missing=not first.answer)
    tone = Tone.ATTENTION if first.flag else Tone.PLAIN
    return LaneSpan(
        begin=begin,
        end=end,
        title=decision_label(view, first.question).first,
        short=view.text(f"phase-{last.phase.value}").first,
        lines=_other_labels(view, parts),
        tone=tone,
    )


def _other_labels(view: PracticeView, parts: Sequence[DebriefPart]) -> tuple[str, ...]:
    labels = dict.fromkeys(decision_label(view, part.question).first for part in parts)
    others = [*labels][1:]
    return (" · ".join(others),) if others else ()


# The errors


def _error_columns(
    view: PracticeView, session: SessionView, debrief: Debrief, rounds: RoundView
) -> tuple[tuple[Block, ...], ...]:
    """Three at a time, by money and weight."""
    if not debrief.flags:
        return ((NoteBlock(text=view.text("no-errors"), tone=Tone.GOOD, framed=True),),)
    first = rounds.keyed.error // ERRORS_A_PAGE * ERRORS_A_PAGE
    shown = debrief.flags[first : first + ERRORS_A_PAGE]
    rows = [
        _error_row(view, session, flag, key=number, chosen=first + number - 1 == rounds.keyed.error)
        for number, flag in enumerate(shown, start=1)
    ]
    if view.compact:
        # The lanes come first: of the errors there is room for their names.
        return ((RowsBlock(rows=tuple(replace(row, lines=(), tags=()) for row in rows), dense=True),),)
    return tuple((RowsBlock(rows=(row,)),) for row in rows)


def _error_row(view: PracticeView, session: SessionView, flag: Flag, *, key: int, chosen: bool) -> ListRow:
    decision = session.decisions[flag.decision]
    words = view.words.first
    money = amount_text(abs(flag.money), words.decimals) if flag.money else ""
    tone = _flag_tone(decision)
    name = error_name(words, decision)
    is_long = len(name) > _LONGEST_TITLE and not view.compact
    return ListRow(
        name=f"error:{flag.number}",
        title=round_text(view, "error", number=str(flag.number)).first if is_long else name,
        badge=str(flag.number),
        lines=(
            *((name,) if is_long else ()),
            *_error_lines(view, decision),
            *((_money_line(view, decision),) if money else ()),
        ),
        tags=(
            Tag(flag.clause),
            *(Tag(cause_text(words, cause), Tone.OFF) for cause in flag.causes),
        ),
        act=Practise("debrief-error", str(flag.number - 1)),
        key=str(key),
        framed=chosen,
        tone=tone,
    )


def error_name(words: Words, decision: RoundDecision) -> str:
    """What was done wrong; of what was right and late, that it took so long."""
    if decision.mark.slips:
        return slip_text(words, decision.mark.slips[0])
    return words.text("round-page", "took", {"seconds": seconds_text(decision.milliseconds)})


def _error_lines(view: PracticeView, decision: RoundDecision) -> tuple[str, ...]:
    words, question = view.words.first, decision.question
    if decision.mark.right:
        return (view.text("seconds", seconds=seconds_text(decision.milliseconds), limit=_limit(decision)).first,)
    said = answer_text(words, question, decision.answer)
    return (
        words.join_texts("of", view.text("given").first, said),
        words.join_texts("of", view.text("book").first, answer_text(words, question, question.right[0])),
    )


def _limit(decision: RoundDecision) -> str:
    return str(decision.asked.limit_seconds)


def _money_line(view: PracticeView, decision: RoundDecision) -> str:
    amount = amount_text(abs(decision.money), view.words.first.decimals)
    if decision.asked.missed:
        return round_text(view, "goes-back", amount=amount).first
    return view.text("over-by" if decision.money > 0 else "short-by", amount=amount).first


# The rail: one error


def _debrief_rail(view: PracticeView, session: SessionView, debrief: Debrief, rounds: RoundView) -> Rail:
    place = rounds.keyed.error
    flag = debrief.flags[place] if debrief.flags else None
    decision = None if flag is None else session.decisions[flag.decision]
    work: list[Block] = []
    since = ""
    if flag is not None and decision is not None:
        since = _clock_text(flag.began, debrief.milliseconds)
        name = bilingual_text(view.words, lambda words: error_name(words, decision))
        if len(name.first) > _LONGEST_TITLE:
            work.append(NoteBlock(text=name))
        work += _moment_blocks(view, decision, is_open=rounds.keyed.is_answer_open)
    if flag is None or rounds.keyed.is_answer_open:
        work += _scenario_words(view, debrief, rounds)
    if session.is_exam:
        work.append(seal_note(view, session))
    work += (GapBlock(), _page_keys(view, session, debrief, rounds))
    return Rail(
        caption=round_text(view, "error-of", number=str(place + 1), count=str(len(debrief.flags)))
        if flag is not None
        else view.text("caption"),
        since=since,
        instruction=view.text("no-errors") if flag is None or decision is None else _error_title(view, flag, decision),
        say=None,
        why=NO_TEXT,
        why_caption=NO_TEXT,
        clauses=(),
        refusal=view.notice,
        work=tuple(work),
        primary=_next_control(view, session, debrief, rounds),
        track=(),
        tools=(close_key(view, "home"), *look_keys(view)),
    )


_LONGEST_TITLE = 42
"""Letters that have two lines as the title of a rail; what is longer is a sentence below it."""


def _error_title(view: PracticeView, flag: Flag, decision: RoundDecision) -> ScreenText:
    name = bilingual_text(view.words, lambda words: error_name(words, decision))
    return name if len(name.first) <= _LONGEST_TITLE else round_text(view, "error", number=str(flag.number))


def _clock_text(at: int, of: int) -> str:
    """`0:05.9 / 1:10.6`."""
    return f"{_minutes_text(at)} / {_minutes_text(of)}"


def _minutes_text(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    return f"{seconds // 60}:{seconds % 60:02d}.{milliseconds // 100 % 10}"


def _moment_blocks(view: PracticeView, decision: RoundDecision, *, is_open: bool) -> list[Block]:
    """What lay on the table, what was asked, and, once it was thought about, the book."""
    question = decision.question
    blocks: list[Block] = [*_table_tiles(view, decision)]
    asked = bilingual_text(view.words, lambda words: question_text(words, question))
    if not (is_open and view.compact):
        blocks += (HeadingBlock(text=view.text("think-first")), NoteBlock(text=asked))
    if not is_open:
        return blocks
    answer = bilingual_text(view.words, lambda words: answer_text(words, question, question.right[0]))
    reason = bilingual_text(view.words, lambda words: reason_text(words, question))
    clause = Control(name="book-clause", label=ScreenText(question.clause), weight=Weight.CLAUSE)
    blocks.append(NoteBlock(title=view.text("book"), text=answer, framed=True, tone=Tone.GOOD, clauses=(clause,)))
    blocks.append(NoteBlock(text=reason, spare=True))
    if not decision.mark.right:
        said = bilingual_text(view.words, lambda words: answer_text(words, question, decision.answer))
        blocks.append(NoteBlock(title=view.text("given"), text=said, framed=True, tone=Tone.STOP, yielding=True))
    return blocks


def _table_tiles(view: PracticeView, decision: RoundDecision) -> tuple[Block, ...]:
    shown = silent_stage(view, decision.moment.state, is_silent=True).result
    if isinstance(shown, HandsShown):
        hands = (shown.banker, shown.player) if shown.turned else (shown.player, shown.banker)
        return (TilesBlock(tiles=tuple(_hand_tile(hand) for hand in hands)),)
    faces = [str(die.face) for die in shown.dice if die.face is not None]
    if not faces:
        return ()
    return (TilesBlock(tiles=(Tile(title=shown.total_word, points=f"{' '.join(faces)} = {shown.total}"),)),)


def _hand_tile(hand: HandShown) -> Tile:
    lying = tuple(card for card in hand.cards if card.card)
    return Tile(title=hand.name, tone=hand.tone, cards=lying, points=hand.points)


def _scenario_words(view: PracticeView, debrief: Debrief, rounds: RoundView) -> tuple[Block, ...]:
    """The words that the scenario has for its debrief."""
    texts = debrief.scenarios[rounds.keyed.round].debrief
    if not texts:
        return ()
    return (NoteBlock(title=view.text("scenario"), text=scenario_text(view, texts), framed=True, spare=True),)


def seal_note(view: PracticeView, session: SessionView) -> NoteBlock:
    """What somebody else needs to repeat an exam: seed, document as it is read, and the hash of its items."""
    fingerprint, items = view.table.rules.book.choice_fingerprint[:_SHORT_HASH], session.items_hash[:_SHORT_HASH]
    text = round_text(view, "seal", seed=str(session.seed), fingerprint=fingerprint, items=items)
    return NoteBlock(text=text, framed=True)


_SHORT_HASH = 16


def _page_keys(view: PracticeView, session: SessionView, debrief: Debrief, rounds: RoundView) -> KeysBlock:
    controls = [
        Control(name="again", label=round_text(view, "play-again"), act=Practise("round-again"), key="*"),
        Control(name="lanes:-", label=round_text(view, "earlier"), act=Practise("debrief-move", "-1"), key="-"),
        Control(name="lanes:+", label=round_text(view, "later"), act=Practise("debrief-move", "1"), key="+"),
    ]
    if session.is_exam:
        shown = Practise("show-exam", str(session.number))
        controls.append(Control(name="exam-result", label=round_text(view, "exam-result"), act=shown, key="/"))
    count = len(debrief.scenarios)
    if count > 1:
        label = round_text(view, "other-round", round=str(rounds.keyed.round + 1), rounds=str(count))
        following = str((rounds.keyed.round + 1) % count)
        controls.append(Control(name="other-round", label=label, act=Practise("debrief-round", following), key="."))
    return KeysBlock(controls=tuple(controls), columns=2)


def _next_control(view: PracticeView, session: SessionView, debrief: Debrief, rounds: RoundView) -> Control:
    if not debrief.flags:
        return primary("home-next", view.text("home"), Practise("home"))
    if not rounds.keyed.is_answer_open:
        return primary("show-book", round_text(view, "show-book"), Practise("debrief-book"))
    following = rounds.keyed.error + 1
    if following >= len(debrief.flags):
        return primary("home-next", view.text("home"), Practise("home"))
    flag = debrief.flags[following]
    decision = session.decisions[flag.decision]
    name = bilingual_text(view.words, lambda words: f"{flag.number} · {error_name(words, decision)}")
    return primary_with_sub("next-error", view.text("next-error"), Practise("debrief-error", str(following)), name)
