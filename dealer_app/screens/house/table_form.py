"""How the table is set: seats, decks, dealing, bets, insurance, burning, the last rounds, and how this screen shows it.

What the document does not know is there and dashed, so that every table is set on the same leaf.
"""

from collections.abc import Iterable
from enum import Enum

from dealer_app.domain.round.table_settings import BetKeeping, BurnRule, CardDevice, Dealing, InsuranceShown, Method
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import NO_TEXT, Block, Control, EntryBlock, HeadingBlock, KeysBlock, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import EntryForm, Field, Pad, amount_fault, number_fault
from dealer_app.screens.house.table_choices import (
    BURN_ENTRY,
    DECKS_PICK,
    NAME_ENTRY,
    POSITIONS_PICK,
    SEATS_ENTRY,
    UNIT_ENTRY,
    TableChoices,
    enum_pick_name,
)
from dealer_app.screens.labels import clause_control, label_text

_MOST_LAST_ROUNDS = 3
_NARROW = 8
_DASH = "\N{EN DASH}"


def table_fields(opening: TableChoices) -> tuple[Field, ...]:
    """What is typed on this leaf."""
    context, unit, burned = (
        opening.context,
        opening.entry_text(UNIT_ENTRY, opening.usual_unit),
        opening.entry_text(BURN_ENTRY, str(opening.usual.burn_fixed)),
    )
    found = [
        Field(
            name=NAME_ENTRY,
            label=label_text(context, "house.table-name"),
            value=opening.entry_text(NAME_ENTRY, opening.usual.name),
            pad=Pad.LETTERS,
        ),
        Field(
            name=UNIT_ENTRY,
            label=label_text(context, "house.unit"),
            value=unit,
            wrong=amount_fault(context, unit),
            hint=label_text(context, "house.unit-hint"),
            needed=False,
            pad=Pad.AMOUNT,
        ),
    ]
    if opening.book.decks is not None and opening.pick_enum(BurnRule, opening.usual.burn) is BurnRule.FIXED:
        found.append(
            Field(
                name=BURN_ENTRY,
                label=label_text(context, "house.burned"),
                value=burned,
                wrong=number_fault(context, burned),
            )
        )
    if opening.has_own_seats:
        lacks = label_text(context, "house.no-seats") if opening.seat_numbers() is None else NO_TEXT
        value = opening.entry_text(SEATS_ENTRY)
        found.append(
            Field(
                name=SEATS_ENTRY,
                label=label_text(context, "house.own-seats"),
                value=value,
                lacks=lacks,
                pad=Pad.LETTERS,
            )
        )
    return tuple(found)


def table_leaf(opening: TableChoices, form: EntryForm) -> tuple[tuple[Block, ...], ...]:
    """The second leaf, in two columns: what the table is at the left, how it is played and shown at the right."""
    entries = _entry_blocks(opening, form)
    burned = (entries.pop(BURN_ENTRY),) if BURN_ENTRY in entries else ()
    return (
        (
            _table_heading(opening),
            *entries.values(),
            _position_keys(opening),
            _deck_keys(opening),
            _enum_keys(opening, Dealing, "dealing", possible=opening.book.decks is not None),
            _enum_keys(opening, BetKeeping, "bets", possible=True),
            _enum_keys(opening, InsuranceShown, "insurance", possible=opening.book.insurance is not None),
            _method_keys(opening),
            _hlga_keys(opening),
            _wager_keys(opening),
        ),
        (
            *burned,
            _enum_keys(opening, CardDevice, "device", possible=opening.book.decks is not None),
            _enum_keys(opening, BurnRule, "burn", possible=opening.book.decks is not None),
            _number_keys(
                opening,
                "last-rounds",
                range(_MOST_LAST_ROUNDS + 1),
                opening.usual.last_rounds,
                possible=_has_cards(opening),
            ),
            *(_seats_only(opening, replace(keys, spare=True)) for keys in looks_keys(opening.context)),
        ),
    )


def _seats_only(opening: TableChoices, keys: KeysBlock) -> KeysBlock:
    """From which side a layout is seen, and in which order seats are paid, only where there are seats."""
    if opening.layout.most_positions is not None:
        return keys
    waits = label_text(opening.context, "house.not-in-this-book")
    return replace(keys, controls=tuple(replace(key, act=None, picked=False, waits=waits) for key in keys.controls))


def texts_leaf(opening: TableChoices, form: EntryForm) -> tuple[Block, ...]:
    """What is typed on it, alone: the rest has to make room for a keyboard."""
    return (_table_heading(opening), *_entry_blocks(opening, form).values())


def _table_heading(opening: TableChoices) -> HeadingBlock:
    return HeadingBlock(text=label_text(opening.context, "house.table"), clauses=_clause_keys(opening))


def _entry_blocks(opening: TableChoices, form: EntryForm) -> dict[str, EntryBlock]:
    own = {field.name for field in table_fields(opening)}
    return {field.name: form.entry_block(field) for field in form.fields if field.name in own}


def _has_cards(opening: TableChoices) -> bool:
    return opening.book.decks is not None


def _clause_keys(opening: TableChoices) -> tuple[Control, ...]:
    clauses = [opening.layout.clause]
    if opening.book.decks is not None:
        clauses.append(opening.book.decks.clause)
    return tuple(clause_control(opening.context, clause) for clause in dict.fromkeys(clauses))


def _position_keys(opening: TableChoices) -> KeysBlock:
    layout = opening.layout
    if layout.most_positions is None:
        return _no_choice_keys(opening.context, POSITIONS_PICK, (_DASH,))
    numbers = range(layout.fewest_positions or 1, layout.most_positions + 1)
    return _number_keys(opening, POSITIONS_PICK, numbers, opening.usual.positions, possible=True)


def _deck_keys(opening: TableChoices) -> KeysBlock:
    decks = opening.book.decks
    numbers = range(4, 11) if decks is None else range(decks.fewest, decks.most + 1)
    return _number_keys(opening, DECKS_PICK, numbers, opening.usual.decks, possible=_has_cards(opening))


def _number_keys(
    opening: TableChoices, of: str, numbers: Iterable[int], usual: int | None, *, possible: bool
) -> KeysBlock:
    now = opening.pick_number(of, usual)
    controls = tuple(
        _choice_key(
            opening, of, str(number), ScreenText(str(number)), picked=possible and number == now, possible=possible
        )
        for number in numbers
    )
    return KeysBlock(
        controls=controls, columns=min(_NARROW, len(controls)), title=label_text(opening.context, f"house.{of}")
    )


def _enum_keys(opening: TableChoices, kind: type[Enum], title: str, *, possible: bool) -> KeysBlock:
    """One of an enumeration; the words of each are its value behind the title."""
    of, now = enum_pick_name(kind), opening.pick_enum(kind, getattr(opening.usual, _ENUM_FIELDS[kind]))
    controls = tuple(
        _choice_key(
            opening,
            of,
            each.value,
            label_text(opening.context, f"house.{title}-{each.value}"),
            picked=possible and each is now,
            possible=possible,
        )
        for each in kind
    )
    return KeysBlock(controls=controls, columns=len(controls), title=label_text(opening.context, f"house.{title}"))


_ENUM_FIELDS: dict[type[Enum], str] = {
    Dealing: "dealing",
    BetKeeping: "bets",
    InsuranceShown: "insurance",
    CardDevice: "device",
    BurnRule: "burn",
}


def _choice_key(
    opening: TableChoices, of: str, value: str, label: ScreenText, *, picked: bool, possible: bool
) -> Control:
    return Control(
        name=f"{of}:{value}",
        label=label,
        act=SetInput(opening.input_state.with_pick(of, value)) if possible else None,
        waits=NO_TEXT if possible else label_text(opening.context, "house.not-in-this-book"),
        picked=picked,
    )


def _no_choice_keys(context: ScreenContext, of: str, labels: tuple[str, ...]) -> KeysBlock:
    waits = label_text(context, "house.not-in-this-book")
    controls = tuple(Control(name=f"{of}:{label}", label=ScreenText(label), waits=waits) for label in labels)
    return KeysBlock(controls=controls, columns=len(controls), title=label_text(context, f"house.{of}"))


def _method_keys(opening: TableChoices) -> KeysBlock:
    """Chosen by a Pit Manager; unchosen the cards stay with the dealer (MBS 3.9.2)."""
    possible, now = opening.rules.has_clause("methods"), opening.method
    of = enum_pick_name(Method)
    unchosen = _choice_key(
        opening,
        of,
        "",
        label_text(opening.context, "house.method-unchosen"),
        picked=possible and now is None,
        possible=possible,
    )
    letters = tuple(
        _choice_key(opening, of, each.value, ScreenText(each.value), picked=possible and each is now, possible=possible)
        for each in Method
    )
    return KeysBlock(
        controls=(unchosen, *letters), columns=1 + len(letters), title=label_text(opening.context, "house.method")
    )


def _hlga_keys(opening: TableChoices) -> KeysBlock:
    possible = opening.rules.has_clause("methods")
    controls = tuple(
        _choice_key(
            opening,
            "hlga",
            value,
            label_text(opening.context, f"house.{value}"),
            picked=possible and opening.is_hlga is (value == "yes"),
            possible=possible,
        )
        for value in ("no", "yes")
    )
    return KeysBlock(controls=controls, columns=2, title=label_text(opening.context, "house.hlga"))


def _wager_keys(opening: TableChoices) -> KeysBlock:
    """Fewer wagers an area than the document allows, where it counts them (MBS 3.7.1)."""
    most, of = opening.book.limits.most_wagers_per_area, "most-wagers"
    if most is None:
        return _no_choice_keys(opening.context, of, (_DASH,))
    now = opening.pick_number(of, None)
    fewer = (
        _choice_key(opening, of, str(number), ScreenText(str(number)), picked=number == now, possible=True)
        for number in range(1, most)
    )
    all_of_them = _choice_key(opening, of, "", ScreenText(str(most)), picked=now is None, possible=True)
    return KeysBlock(controls=(*fewer, all_of_them), columns=most, title=label_text(opening.context, f"house.{of}"))


def looks_keys(context: ScreenContext) -> tuple[KeysBlock, ...]:
    """How this screen shows the table: no setting of the table, and changed at any time."""
    looks = context.looks
    return (
        KeysBlock(
            controls=(
                looks_key(context, "turned", "off", picked=not looks.turned),
                looks_key(context, "turned", "on", picked=looks.turned),
            ),
            columns=2,
            title=label_text(context, "house.layout-shown"),
        ),
        KeysBlock(
            controls=(
                looks_key(context, "by-area", "off", picked=not looks.by_area),
                looks_key(context, "by-area", "on", picked=looks.by_area),
            ),
            columns=2,
            title=label_text(context, "house.collect"),
        ),
        KeysBlock(
            controls=(
                looks_key(context, "last-seat-first", "off", picked=not looks.last_seat_first),
                looks_key(context, "last-seat-first", "on", picked=looks.last_seat_first),
            ),
            columns=2,
            title=label_text(context, "house.seat-order"),
        ),
    )


def looks_key(context: ScreenContext, name: str, value: str, *, picked: bool) -> Control:
    """A choice of how this screen is set."""
    return Control(
        name=f"looks:{name}:{value}",
        label=label_text(context, f"house.{name}-{value}"),
        act=SetInput(context.input_state.with_pick("looks", f"{name}={value}")),
        picked=picked,
    )
