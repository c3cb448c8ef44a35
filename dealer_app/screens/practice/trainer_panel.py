"""The trainer's panel: which trouble and when, what is armed, and how far the round is; over the table or beside it.

The same blocks make the panel over the table and the screen of the second window, which shows beside them what the
trainee sees.
"""

from dealer_app.domain.values import replace
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.skills import book_skills
from dealer_app.practice.trainee_names import TrainerNote
from dealer_app.practice.troubles import MOST_TIMES, RATES, TROUBLES, ArmedTrouble, Arming, StepPlace, Trouble
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    Tone,
    Weight,
)
from dealer_app.screens.labels import bilingual_text, section_text
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.page_rail import letter_board
from dealer_app.screens.practice.round_view import STEP_OF_SCENARIO, PanelMode, PanelView
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import Overlay, PageStage, Rail, Ribbon, Screen, TableStage, TopBar, TopBarCell

TROUBLES_A_PAGE = STEPS_A_PAGE = 9
_MOST_NOTES = 2
_MOST_ROWS = 3
_WAYS = {".": Arming.NOW, "*": Arming.STEP, "/": Arming.EVENT, "-": Arming.RATE}
_PIN_PAD = "7894561230-"
_PIN_MARK = "•"


def panel_text(view: PracticeView, code: str, **facts: str | ScreenText) -> ScreenText:
    """A label of the panel."""
    return section_text(view.words, "trainer-panel", code, **facts)


# What, and when


def trouble_text(view: PracticeView, trouble: Trouble) -> ScreenText:
    """What a trouble is called."""
    kind = trouble.kind
    if kind is not None:
        return bilingual_text(view.words, lambda words: words.irregularity(kind.value).name)
    assert trouble.device is not None, "what is no story is a fault of a device"
    device = section_text(view.words, "device-name", trouble.device.value)
    return section_text(view.words, "device-trouble", trouble.fault, device=device)


def _trouble_sub(view: PracticeView, trouble: Trouble) -> ScreenText:
    """The clause that a drill asks about it, where there is one."""
    if trouble.device is not None:
        return panel_text(view, "device")
    game = view.table.rules.book.game
    fitting = (each for each in book_skills(game) if trouble.code in str(each.wish.get("story", "")).split())
    skill = next(fitting, None)
    return NO_TEXT if skill is None else panel_text(view, "clause", clause=skill.clauses[game][0])


def step_text(view: PracticeView, step: RoundStep, card: int = 0) -> ScreenText:
    """A step of the round; of a card its number."""
    if card:
        return panel_text(view, "card", number=str(card))
    return section_text(view.words, "round-step", step.value)


def _place_text(view: PracticeView, place: StepPlace) -> ScreenText:
    return step_text(view, place.step, place.card)


def event_text(view: PracticeView, code: str) -> ScreenText:
    """What has happened."""
    return section_text(view.words, "armed-event", code)


def _way_text(view: PracticeView, armed: ArmedTrouble) -> ScreenText:
    """When an armed trouble comes."""
    match armed.when:
        case Arming.STEP if armed.step is not None:
            return panel_text(view, "parameter-step", step=_place_text(view, armed.step))
        case Arming.EVENT:
            return panel_text(view, "parameter-event", event=event_text(view, armed.event))
        case Arming.RATE:
            return panel_text(view, "parameter-rate", rate=str(armed.rate))
        case _:
            return panel_text(view, "when-now")


def _chosen_way(view: PracticeView, panel: PanelView) -> ScreenText:
    keyed = panel.keyed
    match keyed.when:
        case Arming.STEP:
            place = panel.places[keyed.step % len(panel.places)]
            return panel_text(view, "parameter-step", step=_place_text(view, place))
        case Arming.EVENT:
            return panel_text(
                view, "parameter-event", event=event_text(view, panel.events[keyed.event % len(panel.events)])
            )
        case Arming.RATE:
            return panel_text(view, "parameter-rate", rate=str(RATES[keyed.rate % len(RATES)]))
        case _:
            return panel_text(view, "parameter-now")


def _page_of(page: int, count: int, most: int) -> tuple[int, int]:
    pages = max(1, -(-count // most))
    return page % pages, pages


def _choice_blocks(view: PracticeView, panel: PanelView) -> tuple[Block, ...]:
    """Nine troubles with their digits, the four ways, and the one parameter of the chosen way."""
    keyed, closed = panel.keyed, panel_text(view, "in-exam") if panel.is_exam else NO_TEXT
    kinds_of_all = _list_kinds(view, panel)
    page, pages = _page_of(keyed.page, len(kinds_of_all), TROUBLES_A_PAGE)
    shown = kinds_of_all[page * TROUBLES_A_PAGE : (page + 1) * TROUBLES_A_PAGE]
    kinds = tuple(
        Control(
            name=f"what:{code}",
            label=label,
            sub=sub,
            act=None if closed else Practise("panel-what", code),
            waits=closed,
            key=str(number),
            picked=code == keyed.trouble,
        )
        for number, (code, label, sub) in enumerate(shown, start=1)
    )
    ways = tuple(
        Control(
            name=f"when:{way.value}",
            label=panel_text(view, f"when-{way.value}"),
            act=None if closed else Practise("panel-when", way.value),
            waits=closed,
            key=key,
            picked=way is keyed.when,
        )
        for key, way in _WAYS.items()
    )
    return (
        HeadingBlock(
            text=panel_text(view, "what"), right=panel_text(view, "page", page=str(page + 1), pages=str(pages)).first
        ),
        KeysBlock(controls=kinds, columns=3),
        KeysBlock(controls=_parameter_keys(view, panel, pages), columns=4),
        HeadingBlock(text=panel_text(view, "when")),
        KeysBlock(controls=ways, columns=4),
    )


def _list_kinds(view: PracticeView, panel: PanelView) -> tuple[tuple[str, ScreenText, ScreenText], ...]:
    """What can be armed, each with its code, its name and what stands below it; first what the scenario has ready."""
    scenario = panel_text(view, "of-scenario")
    steps = (
        (f"{STEP_OF_SCENARIO}{place}", panel_text(view, "scenario-step", step=str(place + 1)), scenario)
        for place in panel.waiting
    )
    troubles = ((each.code, trouble_text(view, each), _trouble_sub(view, each)) for each in panel.troubles)
    return (*steps, *troubles)


def _parameter_keys(view: PracticeView, panel: PanelView, pages: int) -> tuple[Control, ...]:
    keyed = panel.keyed
    is_now = keyed.when is Arming.NOW
    most = 1 if is_now else MOST_TIMES[keyed.most % len(MOST_TIMES)]
    turn = Control(
        name="panel-page",
        label=view.room_text("next-page"),
        act=Practise("panel-page") if pages > 1 else None,
        key="+",
        weight=Weight.QUIET,
    )
    return (
        turn,
        Control(
            name="panel-next",
            label=_chosen_way(view, panel),
            sub=NO_TEXT if is_now else panel_text(view, "change"),
            act=None if is_now or panel.is_exam else Practise("panel-next"),
            key="0",
        ),
        Control(
            name="panel-most",
            label=panel_text(view, "at-most", count=str(most)),
            sub=NO_TEXT if is_now else panel_text(view, "change"),
            act=None if is_now or panel.is_exam else Practise("panel-most"),
            key="F2",
        ),
        Control(
            name="panel-frame",
            label=panel_text(view, "next-armed"),
            act=Practise("panel-frame") if len(panel.armed) > 1 else None,
            key="F3",
            weight=Weight.QUIET,
        ),
    )


def _armed_blocks(view: PracticeView, panel: PanelView, most: int = _MOST_ROWS) -> tuple[Block, ...]:
    """What waits, each with its key to disarm it; the framed one is disarmed by a key."""
    heading = HeadingBlock(text=panel_text(view, "armed"), right=str(len(panel.armed)))
    if panel.is_exam:
        return (heading, NoteBlock(text=panel_text(view, "in-exam"), framed=True, tone=Tone.OFF))
    if not panel.armed:
        return (heading, NoteBlock(text=panel_text(view, "nothing-armed"), tone=Tone.QUIET))
    framed = panel.keyed.framed % len(panel.armed)
    first = min(max(0, framed - most + 1), max(0, len(panel.armed) - most))
    rows = tuple(
        _armed_row(view, each, framed=place == framed)
        for place, each in enumerate(panel.armed)
        if first <= place < first + most
    )
    return (heading, RowsBlock(rows=rows))


def _armed_row(view: PracticeView, armed: ArmedTrouble, *, framed: bool) -> ListRow:
    count = panel_text(view, "came-of", done=str(armed.done), most=str(armed.most)).first
    return ListRow(
        name=f"armed:{armed.number}",
        title=trouble_text(view, TROUBLES[armed.trouble]).first,
        lines=(f"{_way_text(view, armed).first} · {count}",),
        framed=framed,
        tone=Tone.SIMULATED,
        controls=(
            Control(
                name=f"disarm:{armed.number}",
                label=panel_text(view, "disarm"),
                act=Practise("panel-disarm", str(armed.number)),
                key="F4" if framed else "",
            ),
        ),
    )


# The round


def _round_blocks(view: PracticeView, panel: PanelView) -> tuple[Block, ...]:
    """Where the round is, and what stops it, goes back in it, or forks it."""
    shown = len(panel.steps) - 1 if panel.frozen_at is None else panel.frozen_at
    is_frozen = panel.frozen_at is not None
    place = panel_text(view, "step-of", step=str(shown + 1), steps=str(len(panel.steps)))
    if is_frozen:
        place = panel_text(view, "frozen-at", step=str(shown + 1))
    closed = panel_text(view, "in-exam") if panel.is_exam else NO_TEXT
    back = panel_text(view, "taken-back", count=str(panel.taken_back)) if panel.taken_back else NO_TEXT
    keys = (
        ("freeze", "go-on" if is_frozen else "freeze", "F5", NO_TEXT),
        ("back", "back-step", "F6", panel_text(view, "no-step") if shown < 1 else NO_TEXT),
        ("steps", "go-to-step", "F7", NO_TEXT),
        ("fork", "fork", "F8", NO_TEXT if is_frozen else panel_text(view, "not-frozen")),
    )
    controls = tuple(
        Control(
            name=f"panel-{name}",
            label=panel_text(view, code),
            act=None if closed or why else Practise(f"panel-{name}"),
            waits=closed or why,
            sub=back if name == "freeze" else NO_TEXT,
            key=key,
        )
        for name, code, key, why in keys
    )
    due = step_text(view, panel.steps[shown]) if panel.steps else NO_TEXT
    blocks: list[Block] = [
        HeadingBlock(text=panel_text(view, "round"), right=f"{place.first} · {due.first}"),
        KeysBlock(controls=controls, columns=4),
    ]
    return tuple(blocks)


def _note_blocks(view: PracticeView, panel: PanelView) -> tuple[Block, ...]:
    keys = KeysBlock(controls=_note_keys(view), columns=3)
    rows = tuple(_note_row(view, each) for each in panel.notes[-_MOST_NOTES:])
    return (HeadingBlock(text=panel_text(view, "notes"), right=str(len(panel.notes))), *_rows(rows), keys)


def _note_keys(view: PracticeView) -> tuple[Control, ...]:
    return (
        Control(name="panel-note", label=panel_text(view, "note"), act=Practise("panel-note"), key="F9"),
        Control(name="panel-good", label=panel_text(view, "good"), act=Practise("panel-mark", "good"), key="F11"),
        Control(name="panel-poor", label=panel_text(view, "poor"), act=Practise("panel-mark", "poor"), key="F12"),
    )


def _rows(rows: tuple[ListRow, ...]) -> tuple[Block, ...]:
    return (RowsBlock(rows=rows, dense=True, spare=len(rows)),) if rows else ()


def note_text(view: PracticeView, note: TrainerNote) -> str:
    """The words of a note, or of its mark."""
    return note.text or panel_text(view, note.mark).first


def _note_row(view: PracticeView, note: TrainerNote) -> ListRow:
    place = panel_text(view, "note-place", after=str(note.after)).first
    return ListRow(name=f"note:{note.number}", title=note_text(view, note), tags=(Tag(place),))


# Over the table


def panel_key(view: PracticeView) -> Control:
    """The way to the panel at a round, which a PIN opens; and out of it."""
    return Control(name="panel", label=panel_text(view, "panel"), act=Practise("panel"), key="F10", weight=Weight.QUIET)


def panel_overlay(view: PracticeView) -> Overlay | None:
    """The panel over the stage; nothing where it is closed, or in a window of its own."""
    panel = view.rounds.panel
    if panel is None or panel.is_beside:
        return None
    left, right, step, writes = _parts(view, panel)
    return Overlay(
        name=f"panel-{panel.keyed.mode.value}",
        title=panel_text(view, "panel"),
        sub=panel_text(view, "round-of", name=panel.trainee),
        right=("" if panel.trainer is None else panel.trainer.name,),
        left_column=left,
        right_column=(*_notice(view, panel), *right),
        primary=step,
        close=_close_key(view, panel),
        writes=writes,
    )


def _notice(view: PracticeView, panel: PanelView) -> tuple[Block, ...]:
    said = panel.notice or view.notice
    return (NoteBlock(text=said, framed=True, tone=Tone.ATTENTION),) if said else ()


def _close_key(view: PracticeView, panel: PanelView) -> Control:
    """Out of a choice back to the panel, else out of it."""
    if panel.keyed.mode in (PanelMode.STEPS, PanelMode.NOTE):
        return Control(name="panel-return", label=view.text("back"), act=Practise("panel-return"), key="Esc")
    return Control(name="panel-close", label=panel_text(view, "close-panel"), act=Practise("panel-close"), key="F10")


_Parts = tuple[tuple[Block, ...], tuple[Block, ...], Control, str]
"""What is chosen, what there is beside it, the next step, and where letters are written."""


def _parts(view: PracticeView, panel: PanelView) -> _Parts:
    match panel.keyed.mode:
        case PanelMode.DOOR:
            return _door_parts(view, panel)
        case PanelMode.STEPS:
            return _step_parts(view, panel)
        case PanelMode.NOTE:
            return _note_parts(view, panel)
        case PanelMode.ARM:
            left = (*_choice_blocks(view, panel), *_round_blocks(view, panel))
            return left, (*_armed_blocks(view, panel), *_note_blocks(view, panel)), _arm_step(view, panel), ""


def _arm_step(view: PracticeView, panel: PanelView) -> Control:
    if panel.is_exam:
        return primary("panel-arm", panel_text(view, "arm-it"), None, panel_text(view, "in-exam"))
    kinds = _list_kinds(view, panel)
    what = next((label for code, label, _ in kinds if code == panel.keyed.trouble), None)
    if what is None:
        return primary("panel-arm", panel_text(view, "arm-it"), None, panel_text(view, "choose-first"))
    step = primary("panel-arm", panel_text(view, "arm-it"), Practise("panel-arm"))
    is_step = panel.keyed.trouble.startswith(STEP_OF_SCENARIO)
    way = panel_text(view, "when-now") if is_step else _chosen_way(view, panel)
    return replace(step, sub=ScreenText(f"{what.first} · {way.first}", f"{what.second} · {way.second}"))


def _door_parts(view: PracticeView, panel: PanelView) -> _Parts:
    """Who trains, and the PIN."""
    who = panel.keyed.trainer % len(panel.trainers)
    rows = tuple(
        ListRow(name=f"trainer:{each.trainer}", title=each.name, framed=place == who)
        for place, each in enumerate(panel.trainers)
    )
    left: tuple[Block, ...] = (HeadingBlock(text=view.room_text("who-trains")), RowsBlock(rows=rows))
    if len(rows) > 1:
        key = Control(name="panel-trainer", label=view.room_text("next-row"), act=Practise("panel-trainer"), key="+")
        left = (*left, KeysBlock(controls=(key,), columns=1))
    pad = KeysBlock(
        controls=tuple(
            Control(
                name=f"panel-digit:{digit}",
                label=ScreenText("⌫" if digit == "-" else digit),
                act=Practise("panel-digit", digit),
                key=digit,
                span=1,
            )
            for digit in _PIN_PAD
        ),
        columns=3,
        fixed=True,
    )
    entry = EntryBlock(
        name="panel-pin",
        label=view.room_text("pin"),
        value=_PIN_MARK * panel.pin_digits,
        secret=True,
        writing=True,
    )
    step = primary(
        "panel-open",
        panel_text(view, "panel"),
        Practise("panel-open") if panel.pin_digits else None,
        view.room_text("waits-pin"),
    )
    return left, (entry, pad), step, ""


def _step_parts(view: PracticeView, panel: PanelView) -> _Parts:
    """The steps of the round so far, each with its digit."""
    page, pages = _page_of(panel.keyed.page, len(panel.steps), STEPS_A_PAGE)
    first = page * STEPS_A_PAGE
    shown = len(panel.steps) - 1 if panel.frozen_at is None else panel.frozen_at
    controls = tuple(
        Control(
            name=f"panel-step:{place}",
            label=step_text(view, panel.steps[place]),
            sub=panel_text(view, "step-of", step=str(place + 1), steps=str(len(panel.steps))),
            act=Practise("panel-step", str(place)),
            key=str(place - first + 1),
            picked=place == shown,
        )
        for place in range(first, min(first + STEPS_A_PAGE, len(panel.steps)))
    )
    right = panel_text(view, "page", page=str(page + 1), pages=str(pages)).first
    left: tuple[Block, ...] = (
        HeadingBlock(text=panel_text(view, "which-step"), right=right),
        KeysBlock(controls=controls, columns=3),
    )
    if pages > 1:
        turn = Control(name="panel-page", label=view.room_text("next-page"), act=Practise("panel-page"), key="+")
        left = (*left, KeysBlock(controls=(turn,), columns=3))
    return left, (), primary("panel-return", view.text("back"), Practise("panel-return")), ""


def _note_parts(view: PracticeView, panel: PanelView) -> _Parts:
    """A note in letters, by touch or keyboard."""
    entry = EntryBlock(name="panel-text", label=panel_text(view, "note"), value=panel.keyed.text, writing=True)
    board = letter_board()
    letters = replace(
        board,
        controls=tuple(
            replace(each, act=Practise("panel-letter", each.name.removeprefix("letter:"))) for each in board.controls
        ),
    )
    step = primary(
        "panel-keep",
        panel_text(view, "keep-note"),
        Practise("panel-keep") if panel.keyed.text.strip() else None,
        panel_text(view, "write-note"),
    )
    return (HeadingBlock(text=panel_text(view, "note")), entry, letters), (), step, "note"


# In a window of its own


def panel_screen(view: PracticeView, mirror: TableStage | None, ribbon: Ribbon) -> Screen:
    """The second window: what the trainee sees, where there is room for it, and the panel beside it."""
    panel = view.rounds.panel
    assert panel is not None, "the panel is open in a window of its own"
    bar = TopBar(left=_bar_cells(view, panel), right=(_trainer_cell(view, panel),))
    strip = replace(ribbon, text=panel_text(view, "unseen"), controls=())
    if not panel.has_round:
        page = PageStage(title=panel_text(view, "no-round"), sub=panel_text(view, "wait-for-round"))
        step = primary("panel-arm", panel_text(view, "arm-it"), None, panel_text(view, "no-round"))
        rail = _panel_rail(view, panel, (GapBlock(),), step)
        return Screen(top_bar=bar, ribbon=strip, stage=page, rail=rail, overlay=None)
    left, right, step, writes = _parts(view, panel)
    stage: TableStage | PageStage
    tools: tuple[Control, ...] = ()
    if mirror is None or panel.keyed.mode is not PanelMode.ARM or view.compact:
        whose = panel_text(view, "round-of", name=panel.trainee)
        stage, work = PageStage(title=panel_text(view, "panel"), sub=whose, columns=(left,)), right
    else:
        stage, work, tools = mirror, _beside_blocks(view, panel), _note_keys(view)
    return Screen(
        top_bar=bar,
        ribbon=strip,
        stage=stage,
        rail=_panel_rail(view, panel, (*work, GapBlock()), step, tools),
        overlay=None,
        writes=writes,
    )


def _beside_blocks(view: PracticeView, panel: PanelView) -> tuple[Block, ...]:
    """All of the panel in the rail beside the mirror, where there is less room: no clauses, and two that are armed."""
    _, kinds, parameters, _, ways = _choice_blocks(view, panel)
    _, round_keys, *_ = _round_blocks(view, panel)
    assert isinstance(kinds, KeysBlock), "troubles are keys"
    assert isinstance(parameters, KeysBlock), "the parameter and how often are keys"
    assert isinstance(ways, KeysBlock), "the ways are keys"
    plain = replace(kinds, controls=tuple(replace(each, sub=NO_TEXT) for each in kinds.controls))
    page, pages = _page_of(panel.keyed.page, len(_list_kinds(view, panel)), TROUBLES_A_PAGE)
    place = panel_text(view, "page", page=str(page + 1), pages=str(pages))
    turn, *others = parameters.controls
    shown = (replace(turn, sub=place), *(replace(each, sub=NO_TEXT) for each in others))
    short = replace(parameters, controls=shown)
    return (plain, short, ways, *_armed_blocks(view, panel, most=2), round_keys)


def _panel_rail(
    view: PracticeView, panel: PanelView, work: tuple[Block, ...], step: Control, tools: tuple[Control, ...] = ()
) -> Rail:
    return Rail(
        caption=panel_text(view, "panel"),
        since="",
        instruction=panel_text(view, "what-sees", name=panel.trainee) if tools else panel_text(view, "choose"),
        say=None,
        why=NO_TEXT,
        why_caption=NO_TEXT,
        clauses=(),
        refusal=panel.notice,
        work=work,
        primary=step,
        track=(),
        tools=(*tools, _close_key(view, panel)),
        is_wide=bool(tools),
    )


def _bar_cells(view: PracticeView, panel: PanelView) -> tuple[TopBarCell, ...]:
    cells = [TopBarCell(name="trainee", caption=view.text("trainee"), value=panel.trainee or "-")]
    if view.rounds.session is not None:
        cells.append(TopBarCell(name="seed", caption=view.text("layout"), value=view.table.rules.layout.letter))
    return tuple(cells)


def _trainer_cell(view: PracticeView, panel: PanelView) -> TopBarCell:
    name = "" if panel.trainer is None else panel.trainer.name
    return TopBarCell(name="trainer", caption=view.room_text("trainer"), value=name)
