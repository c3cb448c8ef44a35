"""The leaf of the scenario editor for what goes wrong: the list of steps, what one does, when, and what is expected."""

from dealer_app.domain.wagers import SEATED, Bettor
from dealer_app.practice.scenarios import LANGUAGES, Happening, ScenarioStep, Trigger, is_device_line, rate_an_hour
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    Block,
    Control,
    EntryBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.labels import bettor_name, section_text
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.editor_choices import (
    TRIGGERS,
    TroubleChoice,
    list_choices,
    list_triggers,
    trigger_kind,
)
from dealer_app.screens.practice.editor_frame import (
    editor_rail,
    editor_text,
    event_text,
    fault_text,
    state_text,
)
from dealer_app.screens.practice.editor_pages import draft_letter_board
from dealer_app.screens.practice.editor_view import EditorView, StepMode
from dealer_app.screens.practice.round_words import scenario_text
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail

CHOICES_A_PAGE = 9
_STEPS_SHOWN, _STEPS_COMPACT = 7, 4


def steps_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """The list, or the one thing of a step that is chosen now."""
    match editor.keyed.mode:
        case StepMode.WHAT:
            return _what_page(view, editor)
        case StepMode.WHEN:
            return _when_page(view, editor)
        case StepMode.EXPECT:
            return _expect_page(view, editor)
        case StepMode.SAY | StepMode.LINE:
            return _text_page(view, editor)
        case StepMode.LIST:
            return _list_page(view, editor)


# In words


def trigger_text(view: PracticeView, when: Trigger) -> ScreenText:
    """When a step comes."""
    match trigger_kind(when):
        case "state":
            return editor_text(view, "at-state", state=state_text(view, when.state))
        case "event":
            return editor_text(view, "after-event", event=event_text(view, when.event))
        case "card":
            return editor_text(view, "at-card", card=str(when.card))
        case "seconds":
            return editor_text(view, "after-seconds", seconds=str(when.seconds))
        case "rate":
            return editor_text(view, "at-rate", rate=str(rate_an_hour(when.rate)))
        case _:
            return editor_text(view, "by-trainer")


def describe_happening(view: PracticeView, editor: EditorView, do: Happening) -> ScreenText:
    """What a step does, in words where it has some; lines of a script as they are."""
    known = editor.handlers.get(do.handler)
    if known is not None:
        return scenario_text(view, known.title)
    device = next((line for line in do.inject if is_device_line(line)), "")
    if device:
        return _device_text(view, *device.split(" ", 1))
    if do.inject or do.handler:
        return ScreenText(do.handler or " ; ".join(do.inject))
    if do.leaves:
        return editor_text(view, "do-leaves", guest=_guest_text(view, do.leaves))
    if do.bet:
        return editor_text(view, "do-bet", bet=do.bet)
    if do.power_cut:
        return editor_text(view, "do-power")
    return editor_text(view, "do-say")


def _device_text(view: PracticeView, device: str, fault: str) -> ScreenText:
    name = section_text(view.words, "device-name", device)
    return section_text(view.words, "device-trouble", fault, device=name)


def _guest_text(view: PracticeView, guest: str) -> ScreenText:
    return bettor_name(view.words, (int(guest), SEATED) if guest.isdigit() else (None, Bettor(guest)))


def _choice_text(view: PracticeView, editor: EditorView, choice: TroubleChoice) -> ScreenText:
    if choice.handler:
        return scenario_text(view, editor.handlers[choice.handler].title)
    if choice.fault:
        return _device_text(view, choice.code.partition(":")[2].split(" ")[0], choice.fault)
    if choice.guest:
        return editor_text(view, "do-leaves", guest=_guest_text(view, choice.guest))
    return editor_text(view, "do-more-chips" if choice.code == "bet" else "do-say")


# The list


def _list_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    steps = editor.current.step
    framed = editor.keyed.step % len(steps) if steps else 0
    most = _STEPS_COMPACT if view.compact else _STEPS_SHOWN
    first = min(max(0, framed - most + 1), max(0, len(steps) - most))
    rows = tuple(
        _step_row(view, editor, step, place, framed=place == framed)
        for place, step in enumerate(steps)
        if first <= place < first + most
    )
    left: tuple[Block, ...] = (
        HeadingBlock(text=editor_text(view, "leaf-steps"), right=str(len(steps))),
        RowsBlock(rows=rows) if rows else NoteBlock(text=editor_text(view, "no-steps"), tone=Tone.QUIET),
        *_expectation_note(view, editor),
    )
    right: tuple[Block, ...] = (
        HeadingBlock(text=editor_text(view, "framed-step", step=str(framed + 1) if steps else "–")),
        KeysBlock(controls=_step_keys(view, editor, framed), columns=1),
    )
    page = PageStage(
        title=editor_text(view, "leaf-steps"),
        sub=editor_text(view, "steps-line"),
        columns=(left, right),
        shares=(66, 34),
    )
    fault = editor.current_report.step_fault(framed) if steps else None
    step = None
    if fault is not None:
        step = primary("editor-choose-when", editor_text(view, "choose-when"), Practise("editor-mode", "when"))
    elif not steps:
        step = primary("editor-add", editor_text(view, "add-step"), Practise("editor-add"))
    return page, editor_rail(view, editor, step=step)


def _step_row(view: PracticeView, editor: EditorView, step: ScenarioStep, place: int, *, framed: bool) -> ListRow:
    report = editor.current_report
    fault = report.step_fault(place)
    lines = [describe_happening(view, editor, step.do).first]
    if step.do.say:
        lines.append(f"“{scenario_text(view, step.do.say).first}”")
    if fault is not None:
        line = report.lines.get(f"step.{place}", 0)
        lines.append(f"{fault_text(view, fault).first} {editor_text(view, 'file-line', line=str(line)).first}")
    return ListRow(
        name=f"step:{place}",
        title=f"{place + 1}  {trigger_text(view, step.when).first}",
        lines=tuple(lines),
        framed=framed,
        icon="" if fault is not None else "tick",
        tone=Tone.ATTENTION if fault is not None else Tone.PLAIN,
        act=Practise("editor-step", str(place)),
    )


def _expectation_note(view: PracticeView, editor: EditorView) -> tuple[Block, ...]:
    expect = editor.current.expect
    if not expect:
        return (NoteBlock(text=editor_text(view, "nothing-expected"), tone=Tone.QUIET),)
    first = expect[0]
    facts = {
        "when": trigger_text(view, first.when),
        "within": ScreenText(str(first.within)) if first.within else editor_text(view, "usual"),
        "weight": ScreenText(str(first.weight)),
        "more": ScreenText(f"+{len(expect) - 1}" if len(expect) > 1 else ""),
    }
    return (NoteBlock(text=editor_text(view, "expect-line", **facts)),)


def _step_keys(view: PracticeView, editor: EditorView, framed: int) -> tuple[Control, ...]:
    steps = editor.current.step
    has_step = bool(steps)
    waits = editor_text(view, "no-step")
    add = Control(name="add", label=editor_text(view, "add-step"), act=Practise("editor-add"), key="0")

    def key(name: str, digit: str, act: Practise) -> Control:
        return Control(name=name, label=editor_text(view, name), act=act if has_step else None, waits=waits, key=digit)

    return (
        add,
        key("change-what", "1", Practise("editor-mode", "what")),
        key("change-when", "2", Practise("editor-mode", "when")),
        key("change-say", "3", Practise("editor-mode", "say")),
        key("change-expect", "4", Practise("editor-mode", "expect")),
        key("move-up", "5", Practise("editor-up")),
        key("change-line", "6", Practise("editor-mode", "line")),
        key("keep-handler", "7", Practise("editor-handler")),
        *_round_keys(view, editor, framed),
        key("next-step", "+", Practise("editor-next-step")),
    )


def _round_keys(view: PracticeView, editor: EditorView, framed: int) -> tuple[Control, ...]:
    """Before which round the framed step does not come, where there are several."""
    steps = editor.current.step
    if editor.current.rounds == 1 or not steps:
        return ()
    label = editor_text(view, "step-round", round=str(max(1, steps[framed].round)))
    return (Control(name="step-round", label=label, act=Practise("editor-step-round"), key="8"),)


# What, when, expected


def _what_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """Nine of all that can happen; a new step asks then when."""
    choices = list_choices(view.table, editor.current, editor.handlers)
    pages = -(-len(choices) // CHOICES_A_PAGE)
    place = editor.keyed.page % pages
    shown = choices[place * CHOICES_A_PAGE : (place + 1) * CHOICES_A_PAGE]
    keys = tuple(
        Control(
            name=f"what:{each.code}",
            label=_choice_text(view, editor, each),
            act=Practise("editor-what", each.code),
            key=str(number),
        )
        for number, each in enumerate(shown, start=1)
    )
    page = PageStage(
        title=editor_text(view, "what"),
        right=(f"{place + 1}/{pages}",),
        columns=((KeysBlock(controls=keys, columns=3),),),
    )
    turn = "1" if place + 1 < pages else str(-place)
    more = editor_text(view, "more", page=f"{place + 1}/{pages}")
    controls = (
        Control(name="what-page", label=more, act=Practise("editor-page", turn), key="+"),
        Control(name="back", label=view.text("back"), act=Practise("editor-back"), key="0"),
    )
    step = primary("editor-more", more, Practise("editor-page", turn))
    return page, editor_rail(
        view,
        editor,
        (KeysBlock(controls=controls, columns=2),),
        step=step,
        instruction=editor_text(view, "choose-what"),
    )


def _when_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """One of the six ways in which a step waits, and its one parameter."""
    when = editor.keyed.when
    known = list_triggers(view.table)
    ways = tuple(
        Control(
            name=f"when:{kind}",
            label=editor_text(view, f"when-{kind}"),
            act=Practise("editor-when", kind),
            key=str(TRIGGERS.index(kind) + 1),
            picked=kind == trigger_kind(when),
        )
        for kind in known
    )
    parameter = (
        Control(
            name="parameter-before", label=editor_text(view, "before"), act=Practise("editor-parameter", "-1"), key="."
        ),
        Control(
            name="parameter-next", label=editor_text(view, "after"), act=Practise("editor-parameter", "1"), key="0"
        ),
    )
    page = PageStage(
        title=editor_text(view, "when"),
        columns=(
            (
                KeysBlock(controls=ways, columns=3),
                HeadingBlock(text=trigger_text(view, when)),
                KeysBlock(controls=parameter, columns=2),
                NoteBlock(text=describe_happening(view, editor, editor.keyed.do)),
            ),
        ),
    )
    taken = trigger_text(view, when)
    step = primary("editor-take", editor_text(view, "take", when=taken), Practise("editor-take"))
    return page, editor_rail(view, editor, step=step, instruction=editor_text(view, "choose-when"))


def _expect_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """What is expected first; the others stay as they are written."""
    expect = editor.current.expect
    known = expect[0] if expect else None
    usual = editor_text(view, "usual").first
    within = str(known.within) if known is not None and known.within else usual
    weight = "–" if known is None else str(known.weight)
    competency = usual
    if known is not None and known.competency is not None:
        competency = view.text(f"competency-{known.competency.value}").first
    rows = tuple(
        ListRow(
            name=f"expect:{name}",
            title=editor_text(view, f"expect-{name}").first,
            right=value,
            act=Practise(f"editor-{name}"),
            key=key,
        )
        for name, value, key in (("within", within, "1"), ("weight", weight, "2"), ("competency", competency, "3"))
    )
    none = Control(
        name="expect-none",
        label=editor_text(view, "expect-none"),
        act=Practise("editor-expect-none") if expect else None,
        waits=editor_text(view, "nothing-expected"),
        key="4",
    )
    page = PageStage(
        title=editor_text(view, "change-expect"),
        columns=((*_expectation_note(view, editor), RowsBlock(rows=rows), KeysBlock(controls=(none,), columns=1)),),
    )
    step = primary("editor-back", view.text("back"), Practise("editor-back"))
    return page, editor_rail(view, editor, step=step, instruction=editor_text(view, "change-expect"))


# Its words


def _text_page(view: PracticeView, editor: EditorView) -> tuple[PageStage, Rail]:
    """What is heard of a step, in three languages; or its lines of a script."""
    keyed = editor.keyed
    is_say = keyed.mode is StepMode.SAY
    entries = tuple(
        EntryBlock(
            name=f"text:{place}",
            label=editor_text(view, f"language-{LANGUAGES[place].lower()}" if is_say else "line"),
            value=text,
            writing=place == keyed.field,
            act=Practise("editor-field", str(place)),
        )
        for place, text in enumerate(keyed.texts)
    )
    title = editor_text(view, "change-say" if is_say else "change-line")
    page = PageStage(
        title=title,
        sub=describe_happening(view, editor, keyed.do),
        columns=(entries if is_say else (*entries, NoteBlock(text=editor_text(view, "line-help"))),),
        foot=(draft_letter_board(),),
    )
    suggest = Control(name="suggest", label=editor_text(view, "suggest"), act=Practise("editor-suggest"), key="F7")
    keep = Control(name="keep-now", label=view.room_text("keep"), act=Practise("editor-keep-texts"), key="F11")
    is_last = keyed.field >= len(keyed.texts) - 1 or all(keyed.texts)
    step = (
        primary("editor-keep", view.room_text("keep"), Practise("editor-keep-texts"))
        if is_last
        else primary("next-field", view.room_text("next-field"), Practise("editor-field", str(keyed.field + 1)))
    )
    keys = KeysBlock(controls=(suggest, keep) if is_say else (keep,), columns=2)
    return page, editor_rail(view, editor, (keys,), step=step, instruction=title, has_outcome=False)
