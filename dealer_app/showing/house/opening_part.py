"""Opening a table: three leaves to choose on and one to read, a rail on which it is checked, and who opens it."""

from functools import cached_property

from msgspec import Struct

from dealer_app.domain.round.table import Table
from dealer_app.domain.values import replace
from dealer_app.people.events import Kind
from dealer_app.showing.acts import Change, OpenTable
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Row, Rows
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.house.forms import Field, Form, credential_fields, credentials
from dealer_app.showing.house.opening_checks import checks
from dealer_app.showing.house.opening_choices import Opening
from dealer_app.showing.house.opening_gallery import gallery
from dealer_app.showing.house.opening_letters import keyboard, lettered, put_away
from dealer_app.showing.house.opening_readings import confirmed, readings_leaf
from dealer_app.showing.house.opening_table import fields as table_fields
from dealer_app.showing.house.opening_table import table_leaf, texts_leaf
from dealer_app.showing.house.saying import choice, next_step, say
from dealer_app.showing.house.two_people import confirming_fields, decided, forgotten
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.part import Part
from dealer_app.showing.screen import Page, StepState, TrackStep
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line, put
from dealer_app.station.proposals import Proposal, ProposeLimits, ProposeRulings, limits_text

LEAF = "leaf"
_LEAVES = ("layout", "table", "limits", "readings")
_ASKED = ("table", "readings", "limits")
"""In this order: the table has to be whole before two people confirm how its document is read, and then its sign."""
_WHO = "opens"


def opening(seeing: Seeing) -> Part:
    """No table is open: what is to be opened, and what it waits for."""
    return _Part(seeing).made


class _Part(Struct, frozen=True, dict=True):
    seeing: Seeing

    @cached_property
    def chosen(self) -> Opening:
        return Opening(self.seeing)

    @cached_property
    def proposal(self) -> Proposal | None:
        """What two people have to confirm before: the readings first, then the sign. Only a live house asks for it."""
        state, table = self.seeing.state, self.chosen.table
        if state.people.kind is not Kind.LIVE or table is None:
            return None
        if not confirmed(self.chosen):
            return ProposeRulings(read=self.chosen.read)
        if state.limits.get(table.name) != limits_text(table.limits):
            return ProposeLimits(table=table.name, limits=table.limits)
        return None

    @cached_property
    def who_fields(self) -> tuple[Field, ...]:
        """Who keys badge and PIN on the rail now."""
        if self.proposal is not None:
            return confirming_fields(self.seeing, self.proposal)
        table = self.chosen.table
        if table is None:
            return credential_fields(self.seeing, _WHO, say(self.seeing, "badge-in-charge"))
        role = self.chosen.needed_role(table)
        return credential_fields(self.seeing, _WHO, say(self.seeing, "badge-of-role", role=role))

    @cached_property
    def typed(self) -> tuple[Field, ...]:
        """All that is typed of the table, on whichever leaf."""
        return (*table_fields(self.chosen), *self.chosen.limit_form.fields)

    @cached_property
    def form(self) -> Form:
        """What can be written in now: what the leaf shows, and who opens. Nothing is written on a leaf unseen."""
        match self.leaf:
            case "table":
                shown = table_fields(self.chosen)
            case "limits":
                shown = self.chosen.limit_form.framed_fields
            case _:
                shown = ()
        return Form(self.seeing, (*shown, *self.who_fields))

    @cached_property
    def lettered(self) -> Field | None:
        """The text for which a keyboard lies in the place of the leaf."""
        return lettered(self.form)

    @property
    def leaf(self) -> str:
        return self.seeing.fingers.pick(LEAF, _LEAVES[0])

    @property
    def made(self) -> Part:
        seeing, proposal = self.seeing, self.proposal
        code = "open" if proposal is None else "readings" if isinstance(proposal, ProposeRulings) else "limits"
        return Part(
            work=self._work(),
            primary=self._primary(),
            track=self._track(),
            page=Page(
                title=say(seeing, "opening"),
                sub=say(seeing, "opening-sub"),
                right=(seeing.day_text,) if seeing.day_text else (),
                head=(Keys(controls=tuple(self._leaf_key(each) for each in _LEAVES), columns=len(_LEAVES)),),
                columns=self._columns(),
            ),
            instruction=say(seeing, f"do-{code}"),
            why=say(seeing, f"why-{code}"),
            clauses=self._clauses(),
            writes=self.form.writes,
            entries=frozenset(field.name for field in self.form.fields),
        )

    def _clauses(self) -> tuple[str, ...]:
        book = self.chosen.book
        return (book.limits.clause, self.chosen.layout.clause)

    def _columns(self) -> tuple[tuple[Block, ...], ...]:
        if self.lettered is not None:
            return ((*self._text(self.lettered), *keyboard(self.form, self.lettered)),)
        match self.leaf:
            case "table":
                return table_leaf(self.chosen, self.form)
            case "limits":
                limits = self.chosen.limit_form
                return limits.rows(), limits.entries(self.form)
            case "readings":
                return readings_leaf(self.chosen)
            case _:
                return (gallery(self.chosen),)

    def _text(self, field: Field) -> tuple[Block, ...]:
        """What stands over the keyboard; who opens is keyed on the rail."""
        own = field not in self.who_fields
        return texts_leaf(self.chosen, self.form) if own else (Heading(text=field.label),)

    def _leaf_key(self, leaf: str) -> Control:
        """Turned, the writing on the leaf before has ended; who keys badge and PIN goes on."""
        key = choice(self.seeing, leaf, say(self.seeing, f"leaf-{leaf}"), of=LEAF, picked=leaf == self.leaf)
        fingers = self.seeing.fingers.picked(LEAF, leaf)
        goes_on = any(field.name == fingers.writes for field in self.who_fields)
        if self.lettered is not None:
            fingers = put_away(fingers, self.lettered)
        return replace(key, act=Change(fingers if goes_on else fingers.but(writes="")))

    def _work(self) -> tuple[Block, ...]:
        """While something is keyed its keys; otherwise what was checked. Who opens stands below in both."""
        who = Form(self.seeing, self.who_fields)
        if who.touched is not None:
            return (*self._confirming()[1:], *who.one_by_one(keys=self.lettered is None))
        if self.form.touched is None or self.lettered is not None:
            return (*checks(self.seeing), *self._confirming(), *(self.form.entry(field) for field in self.who_fields))
        return (*self.form.pad(titled=False), who.keys())

    def _confirming(self) -> tuple[Block, ...]:
        """What they agree to, in words, who key their PINs for it; as much as there is room for while they key them."""
        if not isinstance(self.proposal, ProposeLimits):
            return ()
        sign = self.chosen.limit_form
        rows = tuple(
            Row(name=f"sign:{code}", title=sign.name(code).first, right=sign.written(code))
            for code in sign.codes
            if sign.is_own(code)
        )
        return (Heading(text=say(self.seeing, "sign-shows")), Rows(rows=rows, dense=True, spare=max(0, len(rows) - 1)))

    def _primary(self) -> Control:
        seeing, table, proposal = self.seeing, self.chosen.table, self.proposal
        label, sub = say(seeing, "open-table"), say(seeing, "open-after")
        against = self._too_small() or self._against(table)
        if against or table is None:
            return next_step("open-table", label, None, waits=against)
        if proposal is not None:
            code = "readings" if isinstance(proposal, ProposeRulings) else "limits"
            done = decided(seeing, proposal, forgotten(seeing.fingers))
            return self._keyed(next_step(f"confirm-{code}", say(seeing, f"confirm-{code}"), done, waits=sub))
        by = credentials(seeing, _WHO)
        act = None if by is None else OpenTable(table=table, game=self.chosen.read, by=by, then=NOTHING)
        return self._keyed(next_step("open-table", label, act, waits=sub, sub=self._summary(table)))

    def _keyed(self, done: Control) -> Control:
        """Through badges and PINs, wherever else somebody writes just now."""
        form = Form(self.seeing, self.who_fields)
        step = form.step(done)
        nothing_keyed = not any(field.value for field in self.who_fields) and form.touched is None
        return next_step(done.name, done.label, None, waits=done.waits, sub=done.sub) if nothing_keyed else step

    def _too_small(self) -> Line:
        """A live table is not opened in a window in which something of it would not be seen."""
        seeing = self.seeing
        live = seeing.state.people.kind is Kind.LIVE
        return put(seeing.words, "window", "small") if seeing.small and live else EMPTY

    def _against(self, table: Table | None) -> Line:
        """What is wrong with the table itself, whoever opens it."""
        wrong = next((field for field in self.typed if not field.complete), None)
        if wrong is not None:
            lacking = wrong.against or say(self.seeing, "is-missing")
            return Line(
                f"{wrong.label.first}: {lacking.first}", f"{wrong.label.second}\N{FULLWIDTH COLON}{lacking.second}"
            )
        if table is None:
            return say(self.seeing, "is-missing")
        refusal = self.chosen.against(table)
        if refusal is None:
            return EMPTY
        known = refusal
        return line(self.seeing.words, lambda each: each.refusal(known))

    def _summary(self, table: Table) -> Line:
        role = self.chosen.needed_role(table)
        who = put(self.seeing.words, "role", role)
        return Line(
            say(self.seeing, "opened-by", who=who.first).first, say(self.seeing, "opened-by", who=who.second).second
        )

    def _track(self) -> tuple[TrackStep, ...]:
        """What is asked for now is what two people confirm, in the order in which they are asked; then the opening."""
        asked = {"table"} if self.chosen.table is None else set[str]()
        if isinstance(self.proposal, ProposeRulings):
            asked |= {"readings", "limits"}
        elif self.proposal is not None:
            asked.add("limits")
        now = next((leaf for leaf in _ASKED if leaf in asked), "")
        states = {leaf: StepState.NEXT if leaf in asked else StepState.DONE for leaf in _LEAVES}
        if now:
            states[now] = StepState.NOW
        steps = [TrackStep(say(self.seeing, f"leaf-{leaf}"), state) for leaf, state in states.items()]
        return (*steps, TrackStep(say(self.seeing, "open-table"), StepState.LATER if now else StepState.NOW))
