"""The scenario editor while it is open: the draft, what is keyed for it, and what each key and touch changes.

What a change makes of a scenario is for `practice.scenario_draft`; who may be here at all is for the trainer's room.
"""

from collections.abc import Callable, Mapping

from dealer_app.domain.plain_text import visible_text
from dealer_app.domain.values import replace
from dealer_app.practice.handlers import HANDLERS_FOLDER, find_handlers
from dealer_app.practice.questions import Competency
from dealer_app.practice.scenario_check import OWN_FOLDER, load_shelf
from dealer_app.practice.scenario_draft import (
    DraftPlay,
    DraftReport,
    drop_item,
    drop_step,
    find_clauses,
    free_id,
    new_scenario,
    put_step,
    raise_step,
    replace_item,
    report_draft,
    save_draft,
    use_layout,
)
from dealer_app.practice.scenario_file import NotSavedError, save_text, write_handlers
from dealer_app.practice.scenarios import (
    HIGHEST_LEVEL,
    LANGUAGES,
    MOST_ROUNDS,
    MOST_WEIGHT,
    Expectation,
    Handler,
    Handlers,
    Happening,
    Scenario,
    ScenarioShelf,
    ScenarioStep,
    Trigger,
    load_scenarios,
)
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.practice.draft_keys import DraftKeys, EditorDesk
from dealer_app.screens.practice.editor_choices import (
    WITHIN,
    choice_happening,
    decks_offered,
    first_trigger,
    next_choice,
    next_trigger,
    suggest_say,
    suggest_texts,
    table_settings,
)
from dealer_app.screens.practice.editor_view import LEAVES, EditorInput, EditorLeaf, EditorView, PreviewView, StepMode
from dealer_app.screens.practice.view import PracticePage

MOST_LETTERS, MOST_STEPS = 300, 20
LINE_END = " ; "
"""Between two lines of a script, where they are written in one entry."""
_TEXTS = ("title", "debrief")
_LETTERS_END = "⌫"


class ScenarioEditor(DraftKeys):
    """The editor of one screen."""

    def __init__(self, desk: EditorDesk) -> None:
        super().__init__(desk)
        self._saved: Scenario | None = None
        """The draft as it was opened or saved last."""
        self._shelf: ScenarioShelf | None = None
        self._handlers: Handlers = {}
        self._report: DraftReport | None = None
        self._reported: Scenario | None = None
        self._play: DraftPlay | None = None

    @property
    def steps(self) -> Mapping[str, Callable[[str], None]]:
        """What can be pressed, by the code of a control. All of it is for a trainer alone."""
        return {
            **self.key_steps,
            "editor": lambda _: self._open_files(),
            "editor-page": lambda value: self._change(page=max(0, self.keyed.page + int(value))),
            "editor-new": lambda _: self._begin_new(),
            "editor-open": self._open_file,
            "editor-leaf": lambda leaf: self._turn_leaf(EditorLeaf(leaf)),
            "editor-game": self._choose_game,
            "editor-layout": lambda letter: self._set(use_layout(self.draft, self.draft.book, letter)),
            "editor-next-layout": lambda value: self._move_layout(int(value)),
            "editor-level": lambda _: self._set(replace(self.draft, level=self.draft.level % HIGHEST_LEVEL + 1)),
            "editor-rounds": lambda _: self._set(replace(self.draft, rounds=self.draft.rounds % MOST_ROUNDS + 1)),
            "editor-decks": lambda _: self._next_decks(),
            "editor-settings": lambda _: self._next_settings(),
            "editor-clauses": lambda _: self._take_clauses(),
            "editor-step": lambda place: self._change(step=int(place), mode=StepMode.LIST),
            "editor-next-step": lambda _: self._frame_next_step(),
            "editor-add": lambda _: self._add_step(),
            "editor-mode": self._open_mode,
            "editor-what": self._choose_what,
            "editor-when": self._choose_when,
            "editor-parameter": lambda value: self._change(when=next_trigger(self._table, self.keyed.when, int(value))),
            "editor-take": lambda _: self._take_step(),
            "editor-step-round": lambda _: self._next_step_round(),
            "editor-up": lambda _: self._raise_step(),
            "editor-within": lambda _: self._change_expectation("within"),
            "editor-weight": lambda _: self._change_expectation("weight"),
            "editor-competency": lambda _: self._change_expectation("competency"),
            "editor-expect-none": lambda _: self._set(replace(self.draft, expect=())),
            "editor-field": lambda place: self._change(field=int(place)),
            "editor-letter": self._type_letter,
            "editor-suggest": lambda _: self._suggest(),
            "editor-keep-texts": lambda _: self._keep_texts(),
            "editor-handler": lambda _: self._keep_handler(),
            "editor-back": lambda _: self._change(mode=StepMode.LIST, texts=(), page=0),
            "editor-delete": lambda _: self._delete(),
            "editor-correct": self._correct,
            "editor-preview": lambda _: self._begin_preview(),
            "editor-play": lambda _: self._play_step(),
            "editor-play-back": lambda _: self._play_back(),
            "editor-save": lambda _: self._save(),
            "editor-close": lambda _: self._close(),
        }

    # Which scenario

    def _open_files(self) -> None:
        self._draft = self._saved = self._play = None
        self._shelf = load_shelf(self._desk.folder.path)
        self._handlers = find_handlers(self._desk.folder.path / OWN_FOLDER).handlers
        self.keyed = EditorInput()
        self._desk.open_page(PracticePage.EDITOR)

    def _own_ids(self) -> frozenset[str]:
        return frozenset() if self._shelf is None else frozenset(self._shelf.files) - frozenset(load_scenarios().files)

    def _taken_ids(self) -> frozenset[str]:
        """Also those of files that are faulty: nothing is written over what somebody wrote."""
        folder = self._desk.folder.path / OWN_FOLDER
        return frozenset({*load_scenarios().files, *self._own_ids(), *(each.stem for each in folder.glob("*.toml"))})

    def _begin_new(self) -> None:
        rules = self._desk.table.rules
        name = free_id(rules.book.game, self._taken_ids())
        self._begin(new_scenario(rules.book.game, rules.layout.letter, name), is_saved=False)

    def _open_file(self, name: str) -> None:
        """An own one to write on at it; of one of the station a copy under an own id."""
        assert self._shelf is not None, "the files are listed"
        draft = self._shelf.files[name].written
        if name in self._own_ids():
            self._begin(draft, is_saved=True)
        else:
            copy = replace(draft, id=free_id(draft.book, self._taken_ids()), version=1)
            self._begin(copy, is_saved=False)
            self._desk.tell(self._label("copied", id=name))

    def _begin(self, draft: Scenario, *, is_saved: bool) -> None:
        self._set(draft)
        self._saved = draft if is_saved else None
        self.keyed = EditorInput(leaf=EditorLeaf.TABLE, by_wish=bool(draft.shoe.must))

    def _turn_leaf(self, leaf: EditorLeaf) -> None:
        if self._draft is None or leaf not in LEAVES.values():
            return
        self._play = None
        self.keyed = EditorInput(leaf=leaf, by_wish=bool(self.draft.shoe.must), step=self.keyed.step)

    def _close(self) -> None:
        """Out of a choice, a look, the scenario, the editor; what is not saved is asked for once."""
        keyed = self.keyed
        if keyed.leaf is EditorLeaf.FILES:
            self._desk.open_page(PracticePage.CLASS)
        elif keyed.leaf is EditorLeaf.PREVIEW:
            self._turn_leaf(EditorLeaf.STEPS)
        elif keyed.leaf is EditorLeaf.STEPS and keyed.mode is not StepMode.LIST:
            self._change(mode=StepMode.LIST, texts=(), page=0)
        elif self._is_saved() or keyed.is_leaving:
            self._open_files()
        else:
            self._change(is_leaving=True)

    def _is_saved(self) -> bool:
        return self._draft == self._saved

    # The table

    def _choose_game(self, game: str) -> None:
        if game != self.draft.book:
            name = self.draft.id if self._saved is not None else free_id(game, self._taken_ids())
            changed = use_layout(self.draft, game, load_rulebook(game).layouts[0].letter)
            self._set(replace(changed, id=name))

    def _move_layout(self, step: int) -> None:
        layouts = load_rulebook(self.draft.book).layouts
        letters = [each.letter for each in layouts]
        letter = letters[(letters.index(self.draft.layout) + step) % len(letters)]
        self._set(use_layout(self.draft, self.draft.book, letter))

    def _next_decks(self) -> None:
        choices = decks_offered(self.draft.book)
        if choices:
            self._set(replace(self.draft, decks=next_choice(choices, self.draft.decks)))

    def _next_settings(self) -> None:
        self._set(replace(self.draft, table=next_choice(table_settings(self.draft.book), self.draft.table)))

    def _take_clauses(self) -> None:
        self._set(
            replace(self.draft, clauses=find_clauses(replace(self.draft, clauses=()), self._current_report().rehearsal))
        )

    # Steps

    def _frame_next_step(self) -> None:
        self._change(step=(self.keyed.step + 1) % max(1, len(self.draft.step)))

    def _add_step(self) -> None:
        if len(self.draft.step) >= MOST_STEPS:
            self._refuse("too-many-steps")
            return
        self._change(mode=StepMode.WHAT, is_new=True, page=0, do=Happening(), when=first_trigger(self._table))

    def _framed(self) -> ScenarioStep | None:
        steps = self.draft.step
        return steps[self.keyed.step % len(steps)] if steps else None

    def _open_mode(self, mode: str) -> None:
        """Something of the framed step is chosen again."""
        step, wanted = self._framed(), StepMode(mode)
        if step is None:
            self._refuse("no-step")
            return
        self._change(mode=wanted, is_new=False, page=0, field=0, when=step.when, do=step.do)
        if wanted is StepMode.SAY:
            self._change(texts=tuple(step.do.say.get(each, "") for each in LANGUAGES))
        elif wanted is StepMode.LINE:
            self._change(texts=(LINE_END.join(step.do.inject),))

    def _choose_what(self, code: str) -> None:
        """What happens; a new step then asks when, and proposes what is usual for it."""
        do, when = choice_happening(self._table, self.draft, self._handlers, code)
        keyed = self.keyed
        do = replace(do, say=keyed.do.say) if keyed.do.say and not do.say else do
        if keyed.is_new:
            self._change(do=do, when=when or keyed.when, mode=StepMode.WHEN, page=0)
        else:
            self._change(do=do)
            self._take_step()

    def _choose_when(self, kind: str) -> None:
        self._change(when=first_trigger(self._table, kind))

    def _take_step(self) -> None:
        keyed = self.keyed
        known = None if keyed.is_new else self._framed()
        step = ScenarioStep(when=keyed.when, do=keyed.do) if known is None else self._change_step(known)
        place = None if known is None else keyed.step % len(self.draft.step)
        self._set(put_step(self.draft, step, place))
        where = len(self.draft.step) - 1 if place is None else place
        is_empty = not (step.do.handler or step.do.lines or step.do.say)
        self._change(mode=StepMode.LIST, step=where, is_new=False, page=0)
        if is_empty:
            self._open_mode(StepMode.SAY.value)

    def _next_step_round(self) -> None:
        """The framed step waits for a later round, or for none."""
        step = self._framed()
        if step is not None:
            place = self.keyed.step % len(self.draft.step)
            later = replace(step, round=(step.round + 1) % (self.draft.rounds + 1))
            self._set(replace(self.draft, step=replace_item(self.draft.step, place, later)))

    def _change_step(self, step: ScenarioStep) -> ScenarioStep:
        """The step with what is chosen of it now; all else that is written of it stays."""
        return replace(step, when=self.keyed.when, do=self.keyed.do)

    def _raise_step(self) -> None:
        place = self.keyed.step % max(1, len(self.draft.step))
        self._set(raise_step(self.draft, place))
        self._change(step=max(0, place - 1))

    def _change_expectation(self, what: str) -> None:
        """The first expectation: how soon, how weighty, of which competency."""
        known = self.draft.expect[0] if self.draft.expect else Expectation(when=Trigger(event="case-opened"))
        match what:
            case "within":
                known = replace(known, within=next_choice(WITHIN, known.within))
            case "weight":
                known = replace(known, weight=known.weight % MOST_WEIGHT + 1)
            case _:
                known = replace(known, competency=next_choice((None, *Competency), known.competency))
        others = self.draft.expect[1:]
        self._set(replace(self.draft, expect=(known, *others)))

    def _keep_handler(self) -> None:
        """What the framed step does becomes a piece of the house, which the step names from now on."""
        step = self._framed()
        if step is None or step.do.handler:
            self._refuse("no-handler")
            return
        if any(not self.draft.title.get(each, "").strip() for each in LANGUAGES):
            self._refuse("waits-title")
            return
        name = _free_name(self._handlers)
        handler = Handler(id=name, books=(self.draft.book,), title=self.draft.title, when=step.when, do=step.do)
        path = self._desk.folder.path / OWN_FOLDER / HANDLERS_FOLDER / f"{name}.toml"
        try:
            save_text(path, write_handlers((handler,)))
        except NotSavedError as problem:
            self._refuse(f"save-{problem.fault.value}", reason=problem.reason)
            return
        self._handlers = {**self._handlers, name: handler}
        place = self.keyed.step % len(self.draft.step)
        named = replace(step, do=Happening(handler=name))
        self._set(replace(self.draft, step=replace_item(self.draft.step, place, named)))
        self._desk.tell(self._label("handler-kept", id=name))

    # Texts

    def type_key(self, key: str) -> bool:
        """Whether the key wrote a sign of a text."""
        if self._draft is None or not self.keyed.is_writing or not (key == "Backspace" or len(key) == 1):
            return False
        self._desk.press(Practise("editor-letter", _LETTERS_END if key == "Backspace" else key))
        return True

    def _type_letter(self, letter: str) -> None:
        keyed = self.keyed
        if keyed.leaf is EditorLeaf.TEXTS:
            part, language = _TEXTS[keyed.field // len(LANGUAGES)], LANGUAGES[keyed.field % len(LANGUAGES)]
            texts: Mapping[str, str] = getattr(self.draft, part)
            self._write_texts(part, {**texts, language: _write_sign(texts.get(language, ""), letter)})
        elif keyed.texts:
            place = keyed.field % len(keyed.texts)
            self._change(texts=replace_item(keyed.texts, place, _write_sign(keyed.texts[place], letter)))

    def _write_texts(self, part: str, written: Mapping[str, str]) -> None:
        texts = {each: written[each] for each in LANGUAGES if written.get(each)}
        draft = self.draft
        self._set(replace(draft, title=texts) if part == _TEXTS[0] else replace(draft, debrief=texts))

    def _suggest(self) -> None:
        """Words of the station itself, in three languages: for who has no keyboard with all of them."""
        if self.keyed.leaf is EditorLeaf.TEXTS:
            title, debrief = suggest_texts(self.draft, self._current_report(), self._handlers)
            self._set(replace(self.draft, title=title, debrief=debrief))
        else:
            said = suggest_say(self.keyed.do, self._handlers)
            self._change(texts=tuple(said.get(each, "") for each in LANGUAGES))

    def _keep_texts(self) -> None:
        keyed = self.keyed
        texts = tuple(visible_text(each.strip()) for each in keyed.texts)
        if keyed.mode is StepMode.SAY:
            say = {language: text for language, text in zip(LANGUAGES, texts, strict=True) if text}
            self._change(do=replace(keyed.do, say=say), texts=())
        else:
            lines = tuple(each.strip() for each in texts[0].split(LINE_END.strip()) if each.strip())
            self._change(do=Happening(inject=lines, say=keyed.do.say), texts=())
        step = self._framed()
        if step is not None:
            self._set(put_step(self.draft, self._change_step(step), keyed.step % len(self.draft.step)))
        self._change(mode=StepMode.LIST)

    # Deleting and correcting

    def _delete(self) -> None:
        """The last card, the framed bet or step, the last digit: what this leaf is about."""
        keyed, draft = self.keyed, self.draft
        match keyed.leaf:
            case EditorLeaf.SHOE if keyed.rank:
                self._change(rank=keyed.rank[:-1])
            case EditorLeaf.SHOE if draft.shoe.dice:
                self._set(replace(draft, shoe=replace(draft.shoe, dice=draft.shoe.dice[:-1])))
            case EditorLeaf.SHOE if draft.shoe.must:
                self._set(replace(draft, shoe=replace(draft.shoe, must="")))
            case EditorLeaf.SHOE:
                cards = " ".join(draft.shoe.cards.split()[:-1])
                self._set(replace(draft, shoe=replace(draft.shoe, cards=cards)))
            case EditorLeaf.BETS if keyed.digits:
                self._key_digit("-")
            case EditorLeaf.BETS if draft.bet:
                self._set(replace(draft, bet=drop_item(draft.bet, keyed.bet % len(draft.bet))))
            case EditorLeaf.STEPS if draft.step and keyed.mode is StepMode.LIST:
                self._set(drop_step(draft, keyed.step % len(draft.step)))
                self._change(step=max(0, min(keyed.step, len(self.draft.step) - 1)))
            case EditorLeaf.TEXTS:
                self._type_letter(_LETTERS_END)
            case _:
                self._refuse("nothing-to-delete")

    def _correct(self, part: str) -> None:
        """To the leaf on which a fault can be corrected."""
        name, _, place = part.partition(".")
        match name:
            case "step":
                self._turn_leaf(EditorLeaf.STEPS)
                self._change(step=int(place.partition(".")[0] or 0))
            case "expect":
                self._turn_leaf(EditorLeaf.STEPS)
                self._change(mode=StepMode.EXPECT)
            case "bet":
                self._turn_leaf(EditorLeaf.BETS)
                self._change(bet=int(place.partition(".")[0] or 0))
            case "shoe":
                self._turn_leaf(EditorLeaf.SHOE)
            case "title" | "debrief":
                self._turn_leaf(EditorLeaf.TEXTS)
            case _:
                self._turn_leaf(EditorLeaf.TABLE)

    # Preview and saving

    def _begin_preview(self) -> None:
        report = self._current_report()
        if report.rehearsal.settled is None or any(
            fault.part.startswith(("bet", "shoe", "table")) for fault in report.faults
        ):
            self._refuse("preview-waits")
            return
        played = replace(
            self.draft,
            step=tuple(step for place, step in enumerate(self.draft.step) if report.step_fault(place) is None),
        )
        self._play = DraftPlay(played, self._handlers)
        self.keyed = EditorInput(leaf=EditorLeaf.PREVIEW, step=self.keyed.step)

    def _play_step(self) -> None:
        if self._play is not None:
            self._play.play_step()

    def _play_back(self) -> None:
        if self._play is not None:
            self._play.go_back()

    def _save(self) -> None:
        """What has faults waits; what was saved and is now another round has a higher version."""
        report, draft, saved = self._current_report(), self.draft, self._saved
        if not draft.clauses and report.rehearsal.cases:
            self._take_clauses()
            draft, report = self.draft, self._current_report()
        if not report.can_be_saved:
            self._refuse("save-waits", count=str(len(report.faults)))
            return
        if saved is not None and draft != saved and draft.version == saved.version:
            draft = replace(draft, version=saved.version + 1)
        try:
            path = save_draft(self._desk.folder.path, draft)
        except NotSavedError as problem:
            self._refuse(f"save-{problem.fault.value}", reason=problem.reason)
            return
        self._set(draft)
        self._saved = draft
        self._shelf = load_shelf(self._desk.folder.path)
        self._desk.rounds.forget_shelf()
        self._desk.tell(self._label("saved", file=path.name))

    # What the screen is made from

    def _current_report(self) -> DraftReport:
        """Worked out once for each draft."""
        if self._report is None or self._reported != self._draft:
            self._report, self._reported = report_draft(self.draft, self._handlers), self._draft
        return self._report

    def view(self) -> EditorView:
        """The editor as it is now; the draft is played only while its page is open."""
        shelf = self._shelf
        own = self._own_ids()
        files = () if shelf is None else tuple(each.written for each in shelf.files.values())
        game = self._desk.table.rules.book.game
        order = sorted(
            (each for each in files if each.book == game),
            key=lambda each: (each.id not in own, each.level, each.clauses, each.id),
        )
        view = EditorView(
            keyed=self.keyed,
            handlers=self._handlers,
            files=tuple(order),
            own=own,
            faults=() if shelf is None else shelf.faults,
        )
        if self._draft is None or self._desk.keyed.page is not PracticePage.EDITOR:
            return view
        play = self._play
        last = None if play is None else play.last_moment
        return replace(
            view,
            draft=self._draft,
            report=self._current_report(),
            is_saved=self._is_saved(),
            preview=None
            if play is None or last is None
            else PreviewView(moment=play.moment, last=last, count=play.count, steps=play.step_count),
        )


def _write_sign(text: str, sign: str) -> str:
    return text[:-1] if sign == _LETTERS_END else (text + sign)[:MOST_LETTERS]


def _free_name(handlers: Handlers) -> str:
    number = 1
    while f"own-{number}" in handlers:
        number += 1
    return f"own-{number}"
