"""Limits as they are keyed from the sign: of all bets, of each type of bet, and the Differentials, one row each.

What is not keyed for a type is as for all bets. The same form serves the opening of a table and a change of its sign.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.wagers import Area
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Heading, Note, Row, Rows
from dealer_app.showing.house.amounts_typed import against_amount, amount_of
from dealer_app.showing.house.forms import Field, Form, Pad
from dealer_app.showing.house.limit_types import LimitType, limit_types
from dealer_app.showing.house.saying import say
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import clause_control, line
from dealer_app.wording import amount

ALL = "all"
_PAGE = 12
_DASH = "\N{EN DASH}"


class LimitForm(Struct, frozen=True, dict=True):
    """The sign of one layout as it is typed; `usual` stands where nothing has been typed. Made anew for each screen."""

    seeing: Seeing
    book: Rulebook
    layout: Layout
    usual: TableLimits
    unit: Money | None
    """The smallest chip: no bet comes to a limit between two of them."""

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Every entry, in the order of the rows."""
        return tuple(field for fields in self._rows.values() for field in fields)

    @cached_property
    def _rows(self) -> Mapping[str, tuple[Field, ...]]:
        return {code: self._of(code) for code in self.codes}

    @cached_property
    def _types(self) -> Mapping[str, LimitType]:
        return {each.code: each for each in limit_types(self.layout)}

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The rows by their codes: all bets, the Differentials, each type."""
        return (ALL, *self._differentials, *self._types)

    @cached_property
    def _differentials(self) -> tuple[str, ...]:
        return tuple(each.code for each in self.book.limits.differentials if self._has(each.sides))

    def _has(self, sides: tuple[Area, Area]) -> bool:
        return all(side in self.layout.areas for side in sides)

    def _of(self, code: str) -> tuple[Field, ...]:
        """The entries of one row."""
        if code in self._differentials:
            name = f"differential-{code}"
            text = self._text(name, self.usual.differentials.get(code))
            return (self._field(name, say(self.seeing, "differential"), text),)
        low, high = self._usual(code)
        least, most = self._text(f"min-{code}", low), self._text(f"max-{code}", high)
        against = self._contradicts(code, least, most)
        return (
            self._field(f"min-{code}", say(self.seeing, "minimum"), least),
            self._field(f"max-{code}", say(self.seeing, "maximum"), most, lacks=against),
        )

    def _field(self, name: str, label: Line, text: str, lacks: Line = EMPTY) -> Field:
        wrong = against_amount(self.seeing, text, self.unit)
        return Field(name=name, label=label, value=text, wrong=wrong, lacks=lacks, needed=False, pad=Pad.AMOUNT)

    def _text(self, name: str, usual: Money | None) -> str:
        typed: Mapping[str, str] = self.seeing.fingers.texts
        if name in typed:
            return typed[name]
        return "" if usual is None else amount(usual, self.seeing.words.first.decimals)

    def _usual(self, code: str) -> tuple[Money | None, Money | None]:
        of = self.usual.general if code == ALL else self.usual.areas.get(Area(code), AreaLimits())
        return of.minimum, of.maximum

    def _contradicts(self, code: str, least: str, most: str) -> Line:
        """A maximum under its minimum, its own or that of all bets."""
        if code != ALL:
            if not (least or most):
                return EMPTY
            low, high = self._usual(ALL)
            least, most = least or self._text(f"min-{ALL}", low), most or self._text(f"max-{ALL}", high)
        fewest, highest = self._money(least), self._money(most)
        if highest is not None and highest < max(fewest or 0, 1):
            return say(self.seeing, "max-under-min")
        return EMPTY

    def _money(self, text: str) -> Money | None:
        return amount_of(text, self.seeing.words.first.decimals) if text.strip() else None

    def limits(self) -> TableLimits | None:
        """As they are to be on the sign; nothing while one of them is wrong."""
        if any(field.against for field in self.fields):
            return None
        areas = {area: own for each in self._types.values() if (own := self._own(each.code)) for area in each.areas}
        differentials = {}
        for code in self._differentials:
            typed = self._money(self._rows[code][0].value)
            if typed is not None:
                differentials[code] = typed
        return TableLimits(general=self._own(ALL) or AreaLimits(), areas=areas, differentials=differentials)

    def _own(self, code: str) -> AreaLimits | None:
        least, most = (self._money(field.value) for field in self._rows[code])
        return None if least is None and most is None else AreaLimits(minimum=least, maximum=most)

    # As it is shown

    @property
    def framed(self) -> str:
        return self.seeing.fingers.framed if self.seeing.fingers.framed in self.codes else ALL

    @property
    def framed_fields(self) -> tuple[Field, ...]:
        return self._rows[self.framed]

    def rows(self) -> tuple[Block, ...]:
        """The sign, a row a line of it; touched, a row is keyed."""
        fingers = self.seeing.fingers
        pages = [self.codes[at : at + _PAGE] for at in range(0, len(self.codes), _PAGE)]
        page = min(fingers.page, len(pages) - 1)
        rows = tuple(self._row(code) for code in pages[page])
        more: tuple[Control, ...] = ()
        if len(pages) > 1:
            turned = fingers.but(page=(page + 1) % len(pages))
            count = Line(f"{page + 1}/{len(pages)}")
            more = (Control(name="more", label=say(self.seeing, "more"), sub=count, act=Change(turned)),)
        clauses = tuple(clause_control(self.seeing, clause) for clause in self._clauses())
        return (
            Heading(text=say(self.seeing, "limits"), clauses=clauses),
            Rows(rows=rows, more=more, dense=True),
            Note(text=say(self.seeing, "limits-note")),
        )

    def _clauses(self) -> Iterator[str]:
        yield self.book.limits.clause
        clause = self.book.limits.maximum_clause
        yield "house policy" if clause is None else clause

    def _row(self, code: str) -> Row:
        fields = self._rows[code]
        wrong = next((field.against for field in fields if field.against), EMPTY)
        name = self.name(code)
        chosen = self.seeing.fingers.but(framed=code, writes=fields[0].name)
        return Row(
            name=f"limit:{code}",
            title=name.first,
            lines=tuple(text for text in (name.second, wrong.first) if text),
            right=self.written(code),
            framed=code == self.framed,
            tone=Tone.ATTENTION if wrong else Tone.PLAIN,
            act=Change(chosen),
        )

    def is_own(self, code: str) -> bool:
        """Whether anything is keyed on this row."""
        return any(field.value for field in self._rows[code])

    def written(self, code: str) -> str:
        """The row as it is read."""
        texts = [field.value for field in self._rows[code]]
        if not any(texts):
            return say(self.seeing, "none" if code == ALL or len(texts) == 1 else "as-all").first
        return f" {_DASH} ".join(text or _DASH for text in texts)

    def name(self, code: str) -> Line:
        of = self._types.get(code)
        if code == ALL:
            return say(self.seeing, "all-bets")
        if of is not None:
            known = of
            return line(self.seeing.words, known.name)
        sides = next(each.sides for each in self.book.limits.differentials if each.code == code)
        joined = line(self.seeing.words, lambda each: " / ".join(each.area(side) for side in sides))
        return Line(
            f"{say(self.seeing, 'differential').first} {joined.first}",
            f"{say(self.seeing, 'differential').second} {joined.second}",
        )

    def entries(self, form: Form) -> tuple[Block, ...]:
        """What is keyed of the framed row."""
        return (Heading(text=self.name(self.framed)), *(form.entry(field) for field in self.framed_fields))
