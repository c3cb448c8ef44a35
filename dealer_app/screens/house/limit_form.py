"""The limits of a table: the form of the sign by type of bet, and the panel that changes it.

A type without limits of its own has those of all bets. The same form serves the opening of a table.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.domain.values import cache_last
from dealer_app.domain.wagers import Area
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import EntryForm, Field, Pad, amount_fault, parse_amount
from dealer_app.screens.labels import bilingual_text, clause_control, label_text
from dealer_app.screens.pads import next_page_key
from dealer_app.texts import Words, amount_text

_MOST_NAMED = 2


class LimitType(Struct, frozen=True):
    """Areas that share a line of the sign. `code` is that of the first of them."""

    areas: tuple[Area, ...]
    whole_kind: bool
    """All areas of this kind on the layout: it is called by the kind, without numbers."""

    @property
    def code(self) -> str:
        return self.areas[0]

    def name(self, words: Words) -> str:
        first = self.areas[0]
        kind, _, digits = first.partition(":")
        if not digits or len(self.areas) == 1:
            return words.area(first)
        numbers = [area.partition(":")[2] for area in self.areas]
        text = "" if self.whole_kind or len(numbers) > _MOST_NAMED else " / ".join(numbers)
        return " ".join(words.text("area", kind, {"numbers": text}).split())


@cache_last
def limit_types(layout: Layout) -> tuple[LimitType, ...]:
    """In the order of the pay table."""
    groups: dict[tuple[object, ...], list[Area]] = {}
    kinds: dict[str, int] = {}
    for area in layout.areas:
        kind, colon, _ = area.partition(":")
        same = (kind, *sorted(map(str, layout.prizes(area).values()))) if colon else (area,)
        groups.setdefault(same, []).append(area)
        kinds[kind] = kinds.get(kind, 0) + 1
    return tuple(
        LimitType(tuple(areas), whole_kind=len(areas) == kinds[areas[0].partition(":")[0]]) for areas in groups.values()
    )


ALL_BETS = "all"
_ROWS_PER_PAGE = 12
_DASH = "\N{EN DASH}"


class LimitForm(Struct, frozen=True, dict=True):
    """The sign of one layout as it is typed; `usual` is shown where nothing has been typed. Built for each screen."""

    context: ScreenContext
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
        return {code: self._row_fields(code) for code in self.codes}

    @cached_property
    def _types(self) -> Mapping[str, LimitType]:
        return {each.code: each for each in limit_types(self.layout)}

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The rows by their codes: all bets, the Differentials, each type."""
        return (ALL_BETS, *self._differentials, *self._types)

    @cached_property
    def _differentials(self) -> tuple[str, ...]:
        return tuple(each.code for each in self.book.limits.differentials if self._has_sides(each.sides))

    def _has_sides(self, sides: tuple[Area, Area]) -> bool:
        return all(side in self.layout.areas for side in sides)

    def _row_fields(self, code: str) -> tuple[Field, ...]:
        """The entries of one row."""
        if code in self._differentials:
            name = f"differential-{code}"
            text = self._text(name, self.usual.differentials.get(code))
            return (self._field(name, label_text(self.context, "house.differential"), text),)
        low, high = self._usual_limits(code)
        least, most = self._text(f"min-{code}", low), self._text(f"max-{code}", high)
        against = self._contradiction(code, least, most)
        return (
            self._field(f"min-{code}", label_text(self.context, "house.minimum"), least),
            self._field(f"max-{code}", label_text(self.context, "house.maximum"), most, lacks=against),
        )

    def _field(self, name: str, label: ScreenText, text: str, lacks: ScreenText = NO_TEXT) -> Field:
        wrong = amount_fault(self.context, text, self.unit)
        return Field(name=name, label=label, value=text, wrong=wrong, lacks=lacks, needed=False, pad=Pad.AMOUNT)

    def _text(self, name: str, usual: Money | None) -> str:
        typed: Mapping[str, str] = self.context.input_state.texts
        if name in typed:
            return typed[name]
        return "" if usual is None else amount_text(usual, self.context.words.first.decimals)

    def _usual_limits(self, code: str) -> tuple[Money | None, Money | None]:
        of = self.usual.general if code == ALL_BETS else self.usual.areas.get(Area(code), AreaLimits())
        return of.minimum, of.maximum

    def _contradiction(self, code: str, least: str, most: str) -> ScreenText:
        """A maximum under its minimum, its own or that of all bets."""
        if code != ALL_BETS:
            if not (least or most):
                return NO_TEXT
            low, high = self._usual_limits(ALL_BETS)
            least, most = least or self._text(f"min-{ALL_BETS}", low), most or self._text(f"max-{ALL_BETS}", high)
        fewest, highest = self._parse_money(least), self._parse_money(most)
        if highest is not None and highest < max(fewest or 0, 1):
            return label_text(self.context, "house.max-under-min")
        return NO_TEXT

    def _parse_money(self, text: str) -> Money | None:
        return parse_amount(text, self.context.words.first.decimals) if text.strip() else None

    def read_limits(self) -> TableLimits | None:
        """As they are to be on the sign; nothing while one of them is wrong."""
        if any(field.fault for field in self.fields):
            return None
        areas = {
            area: own for each in self._types.values() if (own := self._own_limits(each.code)) for area in each.areas
        }
        differentials = {}
        for code in self._differentials:
            typed = self._parse_money(self._rows[code][0].value)
            if typed is not None:
                differentials[code] = typed
        return TableLimits(general=self._own_limits(ALL_BETS) or AreaLimits(), areas=areas, differentials=differentials)

    def _own_limits(self, code: str) -> AreaLimits | None:
        least, most = (self._parse_money(field.value) for field in self._rows[code])
        return None if least is None and most is None else AreaLimits(minimum=least, maximum=most)

    # As it is shown

    @property
    def current_code(self) -> str:
        return self.context.input_state.framed if self.context.input_state.framed in self.codes else ALL_BETS

    @property
    def current_fields(self) -> tuple[Field, ...]:
        return self._rows[self.current_code]

    def row_blocks(self) -> tuple[Block, ...]:
        """The sign, a row a line of it; touched, a row is keyed."""
        input_state = self.context.input_state
        pages = [self.codes[at : at + _ROWS_PER_PAGE] for at in range(0, len(self.codes), _ROWS_PER_PAGE)]
        page = min(input_state.page, len(pages) - 1)
        rows = tuple(self._limit_row(code) for code in pages[page])
        turned = SetInput(input_state.replace(page=(page + 1) % len(pages)))
        more = next_page_key(self.context, "more", turned, page, len(pages))
        clauses = tuple(clause_control(self.context, clause) for clause in self._clause_numbers())
        return (
            HeadingBlock(text=label_text(self.context, "house.limits"), clauses=clauses),
            RowsBlock(rows=rows, more=more, dense=True),
            NoteBlock(text=label_text(self.context, "house.limits-note")),
        )

    def _clause_numbers(self) -> Iterator[str]:
        yield self.book.limits.clause
        clause = self.book.limits.maximum_clause
        yield "house policy" if clause is None else clause

    def _limit_row(self, code: str) -> ListRow:
        fields = self._rows[code]
        wrong = next((field.fault for field in fields if field.fault), NO_TEXT)
        name = self.row_name(code)
        chosen = self.context.input_state.replace(framed=code, writes=fields[0].name)
        return ListRow(
            name=f"limit:{code}",
            title=name.first,
            lines=tuple(text for text in (name.second, wrong.first) if text),
            right=self.row_text(code),
            framed=code == self.current_code,
            tone=Tone.ATTENTION if wrong else Tone.PLAIN,
            act=SetInput(chosen),
        )

    def has_own(self, code: str) -> bool:
        """Whether anything is keyed on this row."""
        return any(field.value for field in self._rows[code])

    def row_text(self, code: str) -> str:
        """The row as it is read."""
        texts = [field.value for field in self._rows[code]]
        if not any(texts):
            return label_text(
                self.context, "house.none" if code == ALL_BETS or len(texts) == 1 else "house.as-all"
            ).first
        return f" {_DASH} ".join(text or _DASH for text in texts)

    def row_name(self, code: str) -> ScreenText:
        of = self._types.get(code)
        if code == ALL_BETS:
            return label_text(self.context, "house.all-bets")
        if of is not None:
            known = of
            return bilingual_text(self.context.words, known.name)
        sides = next(each.sides for each in self.book.limits.differentials if each.code == code)
        joined = bilingual_text(self.context.words, lambda each: " / ".join(each.area(side) for side in sides))
        return ScreenText(
            f"{label_text(self.context, 'house.differential').first} {joined.first}",
            f"{label_text(self.context, 'house.differential').second} {joined.second}",
        )

    def entry_blocks(self, form: EntryForm) -> tuple[Block, ...]:
        """What is keyed of the framed row."""
        return (
            HeadingBlock(text=self.row_name(self.current_code)),
            *(form.entry_block(field) for field in self.current_fields),
        )
