"""Opening a table: the page with its leaves, the checks before it, and the signature of the opener.

While a text is typed by touch, a keyboard takes the place of the leaf. `prepare_opening` loads a document
before anybody signs in.
"""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from dealer_app.device_questions import Link
from dealer_app.domain.round.table_settings import Table
from dealer_app.domain.values import replace
from dealer_app.people.authority import current_positions, find_authority
from dealer_app.people.events import FolderKind
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.clauses import document_clauses
from dealer_app.screens.actions import CheckDevices, OpenTableAction, SetInput
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
    Tone,
)
from dealer_app.screens.context import JOURNAL_TONES, ScreenContext
from dealer_app.screens.house.forms import (
    LEAF_PREFIX,
    EntryForm,
    Field,
    Pad,
    credential_fields,
    open_leaf,
    pad_key,
    read_credentials,
)
from dealer_app.screens.house.people_panels import clear_credentials, confirm_fields, joint_decision
from dealer_app.screens.house.table_choices import (
    TableChoices,
    gallery_blocks,
    is_confirmed,
    prepare_gallery_texts,
    readings_leaf,
    rulebook_in_force,
    rules_with_options,
)
from dealer_app.screens.house.table_form import table_fields, table_leaf, texts_leaf
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.kit import choice_control, form_next_step
from dealer_app.screens.labels import label_text, refusal_text
from dealer_app.screens.pads import wide_board
from dealer_app.screens.screen import PageStage, RailContent, StepState, TrackStep
from dealer_app.screens.supervisor.checklist_panel import checklist_step
from dealer_app.station.two_people import Proposal, ProposeLimits, ProposeRulings, limits_text

_TEST_TIME = "tested"


def check_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """Rows with a lamp and a word each, and the key that reopens the line of every device."""
    tested = context.input_state.text(_TEST_TIME)
    right = label_text(context, "house.tested-at", time=tested).first if tested else ""
    rows = RowsBlock(rows=(*device_rows(context), *_other_rows(context)), dense=True)
    return (HeadingBlock(text=label_text(context, "house.self-test"), right=right), rows, *_test_blocks(context))


def _test_blocks(context: ScreenContext) -> tuple[Block, ...]:
    if not context.devices:
        return ()
    test = Control(
        name="test-devices",
        label=label_text(context, "house.test-devices"),
        act=CheckDevices(then=context.input_state.with_text(_TEST_TIME, context.now_text)),
        icon="refresh",
    )
    return (KeysBlock(controls=(test,), columns=1, spare=True),)


def device_rows(context: ScreenContext) -> Iterator[ListRow]:
    """The devices with their present state."""
    for name, kind in context.devices.items():
        known = context.state.listening.devices.get(name)
        if known is None:
            word, tone = "device-waits", Tone.ATTENTION
        elif known.refused:
            word, tone = "device-refused", Tone.STOP
        elif known.link is Link.LOST:
            word, tone = "device-lost", Tone.STOP
        elif known.error:
            word, tone = "device-error", Tone.ATTENTION
        else:
            simulated = known.is_simulated or name in context.demo_devices
            word, tone = ("device-simulated", Tone.SIMULATED) if simulated else ("device-ready", Tone.GOOD)
        lines = (known.error,) if known is not None and known.error else ()
        yield ListRow(
            name=f"device:{name}",
            title=label_text(context, f"house.device-kind-{kind}").first,
            lines=lines,
            right=label_text(context, f"house.{word}").first,
            tone=tone,
        )
    if not context.devices:
        yield ListRow(
            name="device:none",
            title=label_text(context, "house.no-devices").first,
            right=label_text(context, "house.device-by-hand").first,
            tone=Tone.OFF,
        )


def _other_rows(context: ScreenContext) -> Iterator[ListRow]:
    running = context.state.running
    yield ListRow(
        name="journal",
        title=label_text(context, "house.journal").first,
        right=(
            label_text(context, f"play.{context.journal_lamp.value}")
            if running
            else label_text(context, "house.journal-stopped")
        ).first,
        tone=JOURNAL_TONES[context.journal_lamp] if running else Tone.STOP,
    )
    who = context.current_account
    if who is not None:
        held = current_positions(context.state.people, who.badge, context.moment)
        yield ListRow(
            name="dealer",
            title=who.name,
            right=context.words.first.position(held[-1].position.value, acting=held[-1].acting) if held else "",
            tone=Tone.GOOD,
        )


def prepare_opening(game: str) -> None:
    """Of this document: as it is usually read, its clauses, and what distinguishes its layouts."""
    rulebook_in_force(game, ())
    rules_with_options(game, (), load_rulebook(game).layouts[0].letter)
    document_clauses(game)
    prepare_gallery_texts(game)


def letter_field(form: EntryForm) -> Field | None:
    """What is written in letters: a text that was touched, or a badge of which letters were asked for."""
    field = form.focus_field
    return field if field is not None and open_leaf(form.context, field) is Pad.LETTERS else None


def keep_opening(kept: InputState, now: InputState) -> tuple[InputState, InputState]:
    """What is kept of an opening while a panel is open, and the input with it once the panel has closed: who adds a
    person meanwhile does not choose the table again. PINs and badges are never kept.
    """
    if now.panel is not Panel.NONE:
        return kept, now
    texts = {name: text for name, text in now.texts.items() if not name.startswith("badge-")}
    if now.picks or texts:
        return NO_INPUT.replace(picks=now.picks, texts=texts), now
    return kept, now.replace(picks=kept.picks, texts={**kept.texts, **now.texts})


def put_keyboard_away(input_state: InputState, field: Field) -> InputState:
    """A text is left; a badge goes on with its digits."""
    return (
        input_state.with_pick(LEAF_PREFIX + field.name, "digits")
        if field.pad is Pad.BADGE
        else input_state.replace(writes="")
    )


def letter_keyboard(form: EntryForm, field: Field) -> tuple[Block, ...]:
    context = form.context
    away = SetInput(put_keyboard_away(context.input_state, field))
    done = Control(name="pad:done", label=label_text(context, "house.pad-done"), act=away)
    return (wide_board(lambda key: done if key == "done" else pad_key(context, field, key)),)


LEAF_PICK, SEEN_PICK = "leaf", "leaves-seen"
_LEAVES = ("layout", "table", "limits", "readings")
_CONFIRM_ORDER = ("table", "readings", "limits")
"""In this order: the table has to be whole before two people confirm how its document is read, and then its sign."""
_OPENER = "opens"


def table_opening_rail(context: ScreenContext) -> RailContent:
    """No table is open: what is to be opened, and what it waits for."""
    return _OpeningRail(context).content


class _OpeningRail(Struct, frozen=True, dict=True):
    context: ScreenContext

    @cached_property
    def choices(self) -> TableChoices:
        return TableChoices(self.context)

    @cached_property
    def proposal(self) -> Proposal | None:
        """What two people have to confirm before: the readings first, then the sign. Only a live house asks for it."""
        state, table = self.context.state, self.choices.table
        if state.people.kind is not FolderKind.LIVE or table is None:
            return None
        if not is_confirmed(self.choices):
            return ProposeRulings(read=self.choices.game_in_force)
        if state.limits.get(table.name) != limits_text(table.limits):
            return ProposeLimits(table=table.name, limits=table.limits)
        return None

    @cached_property
    def signer_fields(self) -> tuple[Field, ...]:
        """Who keys badge and PIN on the rail now."""
        if self.proposal is not None:
            return confirm_fields(self.context, self.proposal)
        table = self.choices.table
        if table is None:
            return credential_fields(self.context, _OPENER, label_text(self.context, "house.badge-in-charge"))
        role = self.choices.opener_role(table)
        return credential_fields(self.context, _OPENER, label_text(self.context, "house.badge-of-role", role=role))

    @cached_property
    def all_fields(self) -> tuple[Field, ...]:
        """All that is typed of the table, on whichever leaf."""
        return (*table_fields(self.choices), *self.choices.limit_form.fields)

    @cached_property
    def form(self) -> EntryForm:
        """What can be written in now: what the leaf shows, and who opens. Nothing is written on a leaf unseen."""
        match self.leaf:
            case "table":
                shown = table_fields(self.choices)
            case "limits":
                shown = self.choices.limit_form.current_fields
            case _:
                shown = ()
        return EntryForm(self.context, (*shown, *self.signer_fields))

    @cached_property
    def text_field(self) -> Field | None:
        """The text whose keyboard takes the place of the leaf."""
        return letter_field(self.form)

    @property
    def leaf(self) -> str:
        return self.context.input_state.pick(LEAF_PICK, _LEAVES[0])

    @property
    def content(self) -> RailContent:
        context, proposal = self.context, self.proposal
        code = "open" if proposal is None else "readings" if isinstance(proposal, ProposeRulings) else "limits"
        return RailContent(
            work=self._rail_blocks(),
            primary=self._next_control(),
            track=self._track(),
            page=PageStage(
                title=label_text(context, "house.opening"),
                sub=label_text(context, "house.opening-sub"),
                right=(context.day_text,) if context.day_text else (),
                head=(KeysBlock(controls=tuple(self._leaf_key(each) for each in _LEAVES), columns=len(_LEAVES)),),
                columns=self._columns(),
            ),
            instruction=self._instruction(code),
            why=label_text(context, f"house.why-{code}"),
            clauses=self._clauses(),
            writes=self.form.writes,
            entries=frozenset(field.name for field in self.form.fields),
        )

    def _instruction(self, code: str) -> ScreenText:
        """Who is wanted, by the position that this act needs."""
        table = self.choices.table
        if code != "open" or table is None:
            return label_text(self.context, f"house.do-{code}")
        return label_text(
            self.context, "house.do-open-by", who=label_text(self.context, f"role.{self.choices.opener_role(table)}")
        )

    def _missing_opener_blocks(self) -> tuple[Block, ...]:
        """Where nobody here holds the position, what to do: the page would otherwise wait for ever."""
        context, table = self.context, self.choices.table
        if table is None or self.proposal is not None:
            return ()
        role = self.choices.opener_role(table)
        here = context.state.people.accounts.values()
        needed = context.positions.role_holders(self.choices.rules, role)
        if any(
            each.enabled and find_authority(context.state.people, each.badge, needed, context.moment) for each in here
        ):
            return ()
        who = label_text(context, f"role.{role}")
        return (NoteBlock(text=label_text(context, "house.nobody-opens", who=who), tone=Tone.ATTENTION, framed=True),)

    def _clauses(self) -> tuple[str, ...]:
        book = self.choices.book
        return (book.limits.clause, self.choices.layout.clause)

    def _columns(self) -> tuple[tuple[Block, ...], ...]:
        if self.text_field is not None:
            return ((*self._text_blocks(self.text_field), *letter_keyboard(self.form, self.text_field)),)
        match self.leaf:
            case "table":
                return table_leaf(self.choices, self.form)
            case "limits":
                limits = self.choices.limit_form
                return limits.row_blocks(), limits.entry_blocks(self.form)
            case "readings":
                return readings_leaf(self.choices)
            case _:
                return (gallery_blocks(self.choices),)

    def _text_blocks(self, field: Field) -> tuple[Block, ...]:
        """What is shown over the keyboard; who opens is keyed on the rail."""
        own = field not in self.signer_fields
        return texts_leaf(self.choices, self.form) if own else (HeadingBlock(text=field.label),)

    def _leaf_key(self, leaf: str) -> Control:
        """Turned, the writing on the leaf before has ended; who keys badge and PIN goes on."""
        key = choice_control(
            self.context, leaf, label_text(self.context, f"house.leaf-{leaf}"), of=LEAF_PICK, picked=leaf == self.leaf
        )
        seen = " ".join(sorted(self._seen | {leaf}))
        input_state = self.context.input_state.with_pick(LEAF_PICK, leaf).with_pick(SEEN_PICK, seen)
        goes_on = any(field.name == input_state.writes for field in self.signer_fields)
        if self.text_field is not None:
            input_state = put_keyboard_away(input_state, self.text_field)
        icon = "tick" if leaf in self._seen and leaf != self.leaf else ""
        return replace(key, icon=icon, act=SetInput(input_state if goes_on else input_state.replace(writes="")))

    @property
    def _seen(self) -> frozenset[str]:
        """The leaves that were looked at for this opening, the one that is shown among them."""
        return frozenset((*self.context.input_state.pick(SEEN_PICK).split(), self.leaf))

    def _rail_blocks(self) -> tuple[Block, ...]:
        """While something is keyed its keys; otherwise what was checked. Who opens is at the foot in both."""
        who = EntryForm(self.context, self.signer_fields)
        missing = self._missing_opener_blocks()
        if self.text_field is None and who.focus_field is not None:
            return (*missing, *self._sign_blocks()[1:], *who.foot_blocks())
        entries = tuple(self.form.entry_block(field) for field in self.signer_fields)
        if self.form.focus_field is None or self.text_field is not None:
            return (*missing, *check_blocks(self.context), *self._sign_blocks(), GapBlock(), *entries)
        return (*self.form.pad_keys(titled=False), GapBlock(), *entries)

    def _sign_blocks(self) -> tuple[Block, ...]:
        """The limits that who keys a PIN now vouches for; as much as there is room for while they key them."""
        if isinstance(self.proposal, ProposeRulings) or self.choices.table is None:
            return ()
        sign = self.choices.limit_form
        rows = tuple(
            ListRow(name=f"sign:{code}", title=sign.row_name(code).first, right=sign.row_text(code))
            for code in sign.codes
            if sign.has_own(code)
        )
        return (
            HeadingBlock(text=label_text(self.context, "house.sign-shows")),
            RowsBlock(rows=rows, dense=True, spare=max(0, len(rows) - 1)),
        )

    def _next_control(self) -> Control:
        context, table, proposal = self.context, self.choices.table, self.proposal
        label, sub = label_text(context, "house.open-table"), label_text(context, "house.open-after")
        against = self._size_fault() or self._table_fault(table)
        if against or table is None:
            return form_next_step("open-table", label, None, waits=against)
        listed = checklist_step(context)
        if listed is not None:
            return listed
        if proposal is not None:
            code = "readings" if isinstance(proposal, ProposeRulings) else "limits"
            done = joint_decision(context, proposal, clear_credentials(context.input_state))
            return self._with_signers(
                form_next_step(f"confirm-{code}", label_text(context, f"house.confirm-{code}"), done, waits=sub)
            )
        by = read_credentials(context, _OPENER)
        act = (
            None if by is None else OpenTableAction(table=table, game=self.choices.game_in_force, by=by, then=NO_INPUT)
        )
        return self._with_signers(form_next_step("open-table", label, act, waits=sub, sub=self._opener_text(table)))

    def _with_signers(self, done: Control) -> Control:
        """Through badges and PINs, wherever else somebody writes just now."""
        form = EntryForm(self.context, self.signer_fields)
        step = form.next_control(done)
        nothing_keyed = not any(field.value for field in self.signer_fields) and form.focus_field is None
        return form_next_step(done.name, done.label, None, waits=done.waits, sub=done.sub) if nothing_keyed else step

    def _size_fault(self) -> ScreenText:
        """A live table is not opened in a window in which something of it would not be seen."""
        context = self.context
        live = context.state.people.kind is FolderKind.LIVE
        return label_text(context, "window.small") if context.is_small and live else NO_TEXT

    def _table_fault(self, table: Table | None) -> ScreenText:
        """What is wrong with the table itself, independent of who opens it."""
        wrong = next((field for field in self.all_fields if not field.is_complete), None)
        if wrong is not None:
            lacking = wrong.fault or label_text(self.context, "house.is-missing")
            return ScreenText(
                f"{wrong.label.first}: {lacking.first}", f"{wrong.label.second}\N{FULLWIDTH COLON}{lacking.second}"
            )
        if table is None:
            return label_text(self.context, "house.is-missing")
        refusal = self.choices.refusal(table)
        if refusal is None:
            return NO_TEXT
        known = refusal
        return refusal_text(self.context, known)

    def _opener_text(self, table: Table) -> ScreenText:
        role = self.choices.opener_role(table)
        who = label_text(self.context, f"role.{role}")
        return ScreenText(
            label_text(self.context, "house.opened-by", who=who.first).first,
            label_text(self.context, "house.opened-by", who=who.second).second,
        )

    def _track(self) -> tuple[TrackStep, ...]:
        """What is asked for now is what two people confirm, in the order in which they are asked; then the opening."""
        asked = {"table"} if self.choices.table is None else set[str]()
        if isinstance(self.proposal, ProposeRulings):
            asked |= {"readings", "limits"}
        elif self.proposal is not None:
            asked.add("limits")
        now = next((leaf for leaf in _CONFIRM_ORDER if leaf in asked), "")
        states = {
            leaf: StepState.DONE if leaf in self._seen and leaf not in asked else StepState.NEXT for leaf in _LEAVES
        }
        if now:
            states[now] = StepState.NOW
        steps = [TrackStep(label_text(self.context, f"house.leaf-{leaf}"), state) for leaf, state in states.items()]
        return (
            *steps,
            TrackStep(label_text(self.context, "house.open-table"), StepState.LATER if now else StepState.NOW),
        )
