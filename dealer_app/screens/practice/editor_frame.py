"""What all leaves of the scenario editor have in common: the rail with what it comes to, its keys, and the top bar."""

from fractions import Fraction

from dealer_app.practice.scenario_check import FaultKind, ScenarioFault
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    GapBlock,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.labels import area_name, bilingual_text, list_text, section_text
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.editor_view import LEAVES, EditorLeaf, EditorView
from dealer_app.screens.practice.page_rail import page_rail
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import Rail, TopBar, TopBarCell
from dealer_app.texts.texts import Words, amount_text, result_text


def editor_text(view: PracticeView, code: str, **facts: str | ScreenText) -> ScreenText:
    """A label of the editor."""
    return section_text(view.words, "editor", code, **facts)


def money(view: PracticeView, minor: Fraction | int) -> str:
    """An amount as the table shows it."""
    return amount_text(minor, view.words.first.decimals)


# The keys of the editor


def leaf_keys(view: PracticeView) -> tuple[Control, ...]:
    """The leaves, in the ribbon: they are on every page of the editor in their places."""
    editor = view.editor
    if editor.draft is None:
        return ()
    return tuple(
        Control(
            name=f"leaf:{leaf.value}",
            label=_leaf_label(view, key, leaf),
            act=Practise("editor-leaf", leaf.value),
            key=key,
            picked=leaf is editor.keyed.leaf,
        )
        for key, leaf in LEAVES.items()
    )


def _leaf_label(view: PracticeView, key: str, leaf: EditorLeaf) -> ScreenText:
    """With its key before it: in the ribbon there is no room for a key beside the words."""
    name = editor_text(view, f"leaf-{leaf.value}")
    return ScreenText(f"{key} {name.first}", f"{key} {name.second}" if name.second else "")


def editor_tools(view: PracticeView, editor: EditorView) -> tuple[Control, ...]:
    """Preview, delete, save and close; while letters are written a sign is a sign, and no key."""
    writing = editor.keyed.is_writing
    report = editor.current_report
    waits = NO_TEXT if report.can_be_saved else editor_text(view, "save-waits", count=str(len(report.faults)))
    return (
        Control(
            name="preview",
            label=editor_text(view, "preview"),
            act=Practise("editor-preview"),
            key="" if writing else "*",
        ),
        Control(
            name="delete", label=editor_text(view, "delete"), act=Practise("editor-delete"), key="" if writing else "-"
        ),
        Control(
            name="save",
            label=editor_text(view, "save"),
            act=None if waits else Practise("editor-save"),
            waits=waits,
            key="F9",
        ),
        _close_key(view, editor),
    )


def _close_key(view: PracticeView, editor: EditorView) -> Control:
    code = "close-unsaved" if editor.keyed.is_leaving and not editor.is_saved else "close"
    return Control(name="close", label=editor_text(view, code), act=Practise("editor-close"), key="Esc")


# What it comes to


def fault_text(view: PracticeView, fault: ScenarioFault) -> ScreenText:
    """Why something cannot happen, in words."""
    refusal = fault.refusal
    if refusal is not None:
        return bilingual_text(view.words, lambda words: words.refusal(refusal))
    if fault.kind is FaultKind.UNSAID:
        trouble = bilingual_text(view.words, lambda words: words.irregularity(fault.facts["trouble"]).name)
        return editor_text(view, "fault-unsaid", trouble=trouble)
    if fault.kind is FaultKind.FORM:
        name = fault.part.partition(".")[0]
        return editor_text(view, f"fault-form-{name}" if name in _FORM_PARTS else "fault-form")
    return editor_text(view, f"fault-{fault.kind.value}", **_fault_facts(view, fault))


_FORM_PARTS = frozenset({"title", "debrief", "clauses", "bet", "shoe", "step", "expect"})


def _fault_facts(view: PracticeView, fault: ScenarioFault) -> dict[str, str | ScreenText]:
    facts: dict[str, str | ScreenText] = {}
    for name, value in fault.facts.items():
        facts[name] = (
            event_text(view, value) if name == "event" else state_text(view, value) if name == "state" else value
        )
    return facts


def event_text(view: PracticeView, code: str) -> ScreenText:
    """What has happened, by its code; one that the editor does not offer by its code itself."""
    own, panel = f"event-{code}", view.words.first.sections["armed-event"]
    if code in panel:
        return section_text(view.words, "armed-event", code)
    return editor_text(view, own) if own in view.words.first.sections["editor"] else ScreenText(code)


def state_text(view: PracticeView, code: str) -> ScreenText:
    """A step of the guide, by its code."""
    own = f"state-{code}"
    return editor_text(view, own) if own in view.words.first.sections["editor"] else ScreenText(code)


def _outcome_blocks(view: PracticeView, editor: EditorView) -> tuple[Block, ...]:
    """Result, money and Differential, computed while it is written."""
    report = editor.current_report
    played = report.rehearsal
    rows = []
    state = played.settled
    round_ = None if state is None else state.round or state.last
    if round_ is not None:

        def result(words: Words) -> str:
            return result_text(words, view.table.rules, round_)

        said = bilingual_text(view.words, result)
        rows.append(_fact(view, "result", said.first or editor_text(view, "no-result").first))
    rows.append(
        _fact(
            view,
            "pays",
            editor_text(
                view, "pays-line", paid=money(view, played.paid), collected=money(view, played.collected)
            ).first,
        )
    )
    rows += [
        _fact(view, "differential", f"{area_name(view.words, each.side).first} +{money(view, each.apart)}", str(place))
        for place, each in enumerate(report.differentials)
    ]
    kinds = tuple(dict.fromkeys(case.trouble for case in played.cases))
    if kinds:
        names = list_text(view.words, (view.words.first.irregularity(kind).name for kind in kinds))
        rows.append(_fact(view, "cases", names.first))
    expected = len(editor.current.expect)
    rows.append(_fact(view, "perfect", editor_text(view, "perfect-line", met=str(played.met), all=str(expected)).first))
    return (HeadingBlock(text=editor_text(view, "comes-to")), RowsBlock(rows=tuple(rows), dense=True, spare=len(rows)))


def _fact(view: PracticeView, code: str, value: str, more: str = "") -> ListRow:
    return ListRow(name=f"fact:{code}{more}", title=editor_text(view, f"fact-{code}").first, lines=(value,))


def editor_rail(
    view: PracticeView,
    editor: EditorView,
    work: tuple[Block, ...] = (),
    *,
    step: Control | None = None,
    instruction: ScreenText = NO_TEXT,
    has_outcome: bool = True,
) -> Rail:
    """What to do next, what is wrong, and what it comes to; `step` where the leaf has a next step of its own."""
    report = editor.current_report
    fault = _urgent_fault(editor)
    notes: tuple[Block, ...] = ()
    said = instruction or _calm_heading(view, editor)
    if fault is not None:
        said = instruction or _fault_heading(view, fault)
        line = report.lines.get(fault.part, 0)
        title = editor_text(view, "file-line", line=str(line)) if line else NO_TEXT
        notes = (NoteBlock(text=fault_text(view, fault), title=title, framed=True, tone=Tone.ATTENTION),)
    blocks = (*notes, *work, *(_outcome_blocks(view, editor) if has_outcome else ()), GapBlock())
    return page_rail(view, said, blocks, step or _next_step(view, editor, fault), tools=editor_tools(view, editor))


_LATER = frozenset({"title", "debrief", "clauses"})
"""What a new scenario lacks: it is asked for where it is written, and before anything else is wrong nowhere else."""


def _urgent_fault(editor: EditorView) -> ScenarioFault | None:
    """What is wrong and belongs here, or anywhere."""
    faults, leaf = editor.current_report.faults, editor.keyed.leaf
    urgent = next((each for each in faults if each.part.partition(".")[0] not in _LATER), None)
    if urgent is not None:
        return urgent
    return next((each for each in faults if leaf is EditorLeaf.TEXTS and _home_leaf(each) is leaf), None)


def _home_leaf(fault: ScenarioFault) -> EditorLeaf:
    """Where it is corrected."""
    return _HOME.get(fault.part.partition(".")[0], EditorLeaf.TABLE)


def _calm_heading(view: PracticeView, editor: EditorView) -> ScreenText:
    """All of it can happen; a file that still lacks words or clauses is not ready."""
    return editor_text(view, "all-happens" if editor.current_report.can_be_saved else "still-missing")


def _fault_heading(view: PracticeView, fault: ScenarioFault) -> ScreenText:
    if fault.step is not None:
        return editor_text(view, "correct-step", step=str(fault.step + 1))
    name = fault.part.partition(".")[0]
    return editor_text(view, f"correct-{name}" if name in _PARTS else "correct-table")


_PARTS = frozenset({"title", "debrief", "shoe", "bet", "expect", "clauses"})
_HOME = {
    "title": EditorLeaf.TEXTS,
    "debrief": EditorLeaf.TEXTS,
    "shoe": EditorLeaf.SHOE,
    "bet": EditorLeaf.BETS,
    "step": EditorLeaf.STEPS,
    "expect": EditorLeaf.STEPS,
}


def _next_step(view: PracticeView, editor: EditorView, fault: ScenarioFault | None) -> Control:
    """To what is wrong, to the next leaf, or to be saved."""
    leaf = editor.keyed.leaf
    leaves = list(LEAVES.values())
    faults = editor.current_report.faults
    lacks_clauses = any(each.part == "clauses" for each in faults)
    if leaf is EditorLeaf.TABLE and lacks_clauses and editor.current_report.rehearsal.cases:
        return primary("editor-clauses-now", editor_text(view, "take-clauses"), Practise("editor-clauses"))
    if fault is not None and _home_leaf(fault) is not leaf:
        return primary("editor-correct", _fault_heading(view, fault), Practise("editor-correct", fault.part))
    if leaf is EditorLeaf.TEXTS and faults and fault is None:
        return primary("editor-correct", _fault_heading(view, faults[0]), Practise("editor-correct", faults[0].part))
    if not faults and not editor.is_saved and leaf is not EditorLeaf.BETS:
        return primary("editor-save-now", editor_text(view, "save"), Practise("editor-save"))
    following = leaves[(leaves.index(leaf) + 1) % len(leaves)] if leaf in leaves else leaves[0]
    label = editor_text(view, "to-leaf", leaf=editor_text(view, f"leaf-{following.value}"))
    return primary("editor-next", label, Practise("editor-leaf", following.value))


# The top bar


def editor_bar(view: PracticeView, bar: TopBar) -> TopBar:
    """Which scenario, its version, and how many of its steps cannot happen."""
    editor = view.editor
    if editor.draft is None:
        return bar
    draft, report = editor.current, editor.current_report
    wrong = len({fault.step for fault in report.faults if fault.step is not None})
    steps = str(len(draft.step))
    cells = (
        TopBarCell(name="id", caption=editor_text(view, "editor"), value=draft.id),
        TopBarCell(name="layout", caption=view.text("layout"), value=draft.layout),
        TopBarCell(
            name="version",
            caption=editor_text(view, "version"),
            value=f"{draft.version}"
            if editor.is_saved
            else editor_text(view, "not-saved", version=str(draft.version)).first,
        ),
        TopBarCell(name="level", caption=editor_text(view, "level"), value=str(draft.level)),
        TopBarCell(
            name="steps",
            caption=editor_text(view, "leaf-steps"),
            value=editor_text(view, "steps-wrong", steps=steps, wrong=str(wrong)).first if wrong else steps,
        ),
    )
    return TopBar(left=cells, right=bar.right)
