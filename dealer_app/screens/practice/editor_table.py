"""The leaves of the scenario editor that show the painted layout: bets by touch, and the preview that plays it."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.round.state import Round
from dealer_app.domain.wagers import SEATED, Area, Bettor
from dealer_app.practice.questions import DrillScene
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.scenarios import ScenarioBet
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    GapBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.labels import area_name, bettor_name, bilingual_text, section_text
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.drill_stage import scene_hands
from dealer_app.screens.practice.editor_choices import area_list, bettors
from dealer_app.screens.practice.editor_frame import editor_rail, editor_text, money, state_text
from dealer_app.screens.practice.editor_view import EditorView, PreviewView
from dealer_app.screens.practice.page_rail import look_keys, page_rail
from dealer_app.screens.practice.round_stage import silent_stage
from dealer_app.screens.practice.round_words import scenario_text
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.round.felt import INSURANCE_AREAS, FeltArea, layout_felt
from dealer_app.screens.screen import (
    AreaShown,
    AreaState,
    DiceShown,
    Die,
    HandsShown,
    Rail,
    SeatShown,
    Stake,
    TableShown,
    TableStage,
)

_BETS_SHOWN, _BETS_COMPACT = 4, 2
_PAD = "7894561230"


# Bets


def bets_stage(view: PracticeView, editor: EditorView) -> tuple[TableStage, Rail]:
    """The layout takes the bets by touch; beside it stands what each comes to."""
    keyed, table = editor.keyed, view.table
    areas, seats = area_list(table), table.rules.layout.seats
    area = areas[keyed.area % len(areas)]
    seat = seats[keyed.seat % len(seats)] if seats else 0
    stage = TableStage(result=_result(view, editor), table=_layout(view, editor, area, seat), past=None)
    guests = bettors(table)
    bettor = guests[keyed.standing % len(guests)]
    who = bettor_name(view.words, (seat or None, Bettor(bettor)))
    name = area_name(view.words, area)
    where = ScreenText(f"{name.first} · {who.first}", f"{name.second} · {who.second}")
    entry = EntryBlock(name="amount", label=where, value=keyed.digits, hint=editor_text(view, "amount"), writing=True)
    work: tuple[Block, ...] = (
        *_bet_rows(view, editor),
        entry,
        KeysBlock(controls=_move_keys(view, editor, has_seats=bool(seats)), columns=2),
        _pad(view),
    )
    step = None
    if keyed.digits:
        put = editor_text(view, "put", amount=keyed.digits, where=where)
        step = primary("editor-put", put, Practise("editor-put"))
    return stage, editor_rail(view, editor, work, step=step, instruction=_heading(view, editor), has_outcome=False)


def _heading(view: PracticeView, editor: EditorView) -> ScreenText:
    """What all bets come to, while nothing is wrong."""
    report = editor.current_report
    if report.faults:
        return NO_TEXT
    played = report.rehearsal
    return editor_text(view, "pays-line", paid=money(view, played.paid), collected=money(view, played.collected))


def _pad(view: PracticeView) -> KeysBlock:
    return KeysBlock(
        controls=tuple(
            Control(name=f"digit:{each}", label=ScreenText(each), act=Practise("editor-digit", each), key=each)
            for each in _PAD
        ),
        columns=5 if view.compact else 3,
    )


def _move_keys(view: PracticeView, editor: EditorView, *, has_seats: bool) -> tuple[Control, ...]:
    return (
        Control(name="next-area", label=editor_text(view, "next-area"), act=Practise("editor-next-area", "1"), key="/"),
        Control(
            name="next-seat",
            label=editor_text(view, "next-seat" if has_seats else "next-kind"),
            act=Practise("editor-next-seat"),
            key=".",
        ),
        Control(name="bettor", label=editor_text(view, "next-bettor"), act=Practise("editor-bettor"), key="F7"),
        Control(
            name="frame-bet",
            label=editor_text(view, "next-bet"),
            act=Practise("editor-frame-bet") if len(editor.current.bet) > 1 else None,
            waits=editor_text(view, "one-bet"),
            key="+",
        ),
        *_round_keys(view, editor),
    )


def _round_keys(view: PracticeView, editor: EditorView) -> tuple[Control, ...]:
    """Of which round the next bet is, where there are several."""
    rounds = editor.current.rounds
    if rounds == 1:
        return ()
    label = editor_text(view, "bets-round", round=str(editor.keyed.round % rounds + 1))
    return (Control(name="bet-round", label=label, act=Practise("editor-bet-round"), key="F11"),)


def _bet_rows(view: PracticeView, editor: EditorView) -> tuple[Block, ...]:
    """The bets around the framed one, each with what it wins or loses."""
    bets = editor.current.bet
    if not bets:
        return (NoteBlock(text=editor_text(view, "no-bets"), tone=Tone.QUIET),)
    most = _BETS_COMPACT if view.compact else _BETS_SHOWN
    framed = editor.keyed.bet % len(bets)
    first = min(max(0, framed - most + 1), max(0, len(bets) - most))
    nets = _nets(editor)
    faulty = {fault.part for fault in editor.current_report.faults}
    rows = tuple(
        ListRow(
            name=f"bet:{place}",
            title=f"{area_name(view.words, Area(bet.area)).first} {money(view, bet.stake)}",
            badge=str(bet.seat) if bet.seat else "",
            lines=_bet_lines(view, editor, bet),
            right=_outcome(view, nets.get(_key(bet))),
            framed=place == framed,
            tone=Tone.ATTENTION if f"bet.{place}" in faulty else Tone.PLAIN,
        )
        for place, bet in enumerate(bets)
        if first <= place < first + most
    )
    return (RowsBlock(rows=rows, dense=True),)


def _bet_lines(view: PracticeView, editor: EditorView, bet: ScenarioBet) -> tuple[str, ...]:
    """Whose it is where the badge does not say it, and of which round where there are several."""
    who = () if bet.seat and bet.bettor == SEATED else (_who(view, bet),)
    of_round = editor_text(view, "bets-round", round=str(bet.round)).first
    return (*who, of_round) if editor.current.rounds > 1 else who


def _who(view: PracticeView, bet: ScenarioBet) -> str:
    return bettor_name(view.words, (bet.seat or None, Bettor(bet.bettor))).first


def _key(bet: ScenarioBet) -> tuple[int, str, str]:
    return bet.seat, bet.bettor, bet.area


def _nets(editor: EditorView) -> Mapping[tuple[int, str, str], Fraction | None]:
    """What each bet of the round that was settled last wins or loses; nothing of one that went back."""
    state = editor.current_report.rehearsal.settled
    round_: Round | None = None if state is None else state.round or state.last
    if round_ is None:
        return {}
    settled = {line.number: line.net for line in round_.settled}
    return {
        (bet.wager.seat or 0, str(bet.wager.bettor), str(bet.wager.area)): settled.get(bet.number)
        for bet in round_.bets
        if bet.number in settled or bet.number in round_.returned
    }


def _outcome(view: PracticeView, net: Fraction | None) -> str:
    if net is None:
        return ""
    if net > 0:
        return f"+{money(view, net)}"
    return editor_text(view, "loses" if net else "stays").first


def _result(view: PracticeView, editor: EditorView) -> HandsShown | DiceShown:
    """Hands or dice as they lie at the end; empty while it cannot be played."""
    state = editor.current_report.rehearsal.settled
    if state is not None and state.round is not None:
        return silent_stage(view, state, is_silent=False).result
    if editor.has_dice:
        return DiceShown(
            dice=(Die(face=None), Die(face=None), Die(face=None)),
            total="",
            flat_word=section_text(view.words, "play", "flat"),
            total_word=section_text(view.words, "play", "total-sum"),
            tumbles_word=section_text(view.words, "play", "tumbles"),
        )
    return scene_hands(view, DrillScene())


def _layout(view: PracticeView, editor: EditorView, area: Area, seat: int) -> TableShown:
    rules = view.table.rules
    felt, seats = layout_felt(rules.book, rules.layout), rules.layout.seats
    areas: list[AreaShown] = []
    for printed in felt.areas:
        if printed.area not in INSURANCE_AREAS:
            own = seats if printed.boxes else (None,)
            areas += [
                _area(view, editor, printed, each, chosen=_is_chosen(printed.area, each, area, seat)) for each in own
            ]
    return TableShown(
        game=rules.book.game,
        letter=rules.layout.letter,
        seats=tuple(
            SeatShown(number=each, selected=each == seat, act=Practise("editor-seat", str(each))) for each in seats
        ),
        areas=tuple(areas),
        turned=view.looks.turned,
        with_odds=False,
        alt_text=section_text(view.words, "play", "layout-told").first,
        tab_texts=()
        if seats
        else tuple(section_text(view.words, "play", "page", page=page, pages="2").first for page in "12"),
        current_area=area,
    )


def _is_chosen(area: Area, box: int | None, chosen: Area, seat: int) -> bool:
    return area == chosen and box in (None, seat)


def _area(view: PracticeView, editor: EditorView, printed: FeltArea, seat: int | None, *, chosen: bool) -> AreaShown:
    nets = _nets(editor)
    stakes = tuple(
        _stake(view, bet, nets.get(_key(bet)))
        for bet in editor.current.bet
        if bet.area == printed.area and seat in (None, bet.seat)
    )
    value = f"{printed.area}|{'' if seat is None else seat}"
    return AreaShown(
        area=printed.area,
        seat=seat,
        label=printed.label,
        glyph=printed.glyph,
        short=printed.short,
        odds="",
        state=AreaState.SELECTED if chosen else AreaState.OPEN,
        alt_text=area_name(view.words, printed.area).first,
        stakes=stakes,
        act=Practise("editor-area", value),
    )


def _stake(view: PracticeView, bet: ScenarioBet, net: Fraction | None) -> Stake:
    return Stake(
        amount=money(view, bet.stake),
        minor=bet.stake,
        seat=bet.seat or None,
        standing="S" if bet.seat and bet.bettor != SEATED else "",
        wins=f"+{money(view, net)}" if net is not None and net > 0 else "",
        struck=net is not None and net < 0,
        chip="" if bet.seat else bet.bettor,
    )


# Preview


def preview_stage(view: PracticeView, preview: PreviewView) -> tuple[TableStage, Rail]:
    """The draft as it is played, a step of the book with each Enter; nothing of it is recorded."""
    moment = preview.moment or preview.last
    stage = silent_stage(view, moment.state, is_silent=False)
    notes: list[Block] = [
        NoteBlock(text=editor_text(view, "preview-line", step=str(preview.count), come=str(preview.steps)))
    ]
    if preview.moment is None:
        said = editor_text(view, "preview-over")
        step = primary("editor-close", editor_text(view, "preview-end"), Practise("editor-close"))
    else:
        due = moment.due[0]
        said = section_text(view.words, "round-step", due.value)
        step = primary("editor-play", editor_text(view, "play-step"), Practise("editor-play"))
        notes += _moment_notes(view, preview, due)
    back = Control(
        name="play-back",
        label=editor_text(view, "play-back"),
        act=Practise("editor-play-back") if preview.count > 1 else None,
        waits=editor_text(view, "preview-first"),
        key="-",
    )
    close = Control(name="close", label=editor_text(view, "preview-end"), act=Practise("editor-close"), key="Esc")
    rail = page_rail(view, said, (*notes, GapBlock()), step, tools=(back, close, *look_keys(view)[:1]))
    return stage, rail


def _moment_notes(view: PracticeView, preview: PreviewView, due: RoundStep) -> tuple[Block, ...]:
    """What the trainee hears or sees, what went wrong, and what is expected."""
    moment = preview.last
    notes: list[Block] = []
    if moment.say:
        notes.append(NoteBlock(text=scenario_text(view, moment.say), title=editor_text(view, "heard"), framed=True))
    case = moment.case
    if due is RoundStep.STOP and case is not None:
        name = bilingual_text(view.words, lambda words: words.irregularity(case.trouble).name)
        notes.append(NoteBlock(text=name, title=editor_text(view, "goes-wrong"), framed=True, tone=Tone.ATTENTION))
    if moment.within or moment.weight > 1 or moment.competency is not None:
        facts: dict[str, str | ScreenText] = {
            "within": str(moment.within or "–"),
            "weight": str(moment.weight),
            "step": state_text(view, moment.guide.step.value),
        }
        notes.append(NoteBlock(text=editor_text(view, "expected-line", **facts)))
    return tuple(notes)
