"""How the table is set: seats, decks, dealing, bets, insurance, burning, the last rounds, and how this screen shows it.

What the document does not know is there and dashed, so that every table is set on the same leaf.
"""

from collections.abc import Iterable
from enum import Enum

from dealer_app.domain.round.table import BetKeeping, Burn, CardDevice, Dealing, InsuranceShown, Method
from dealer_app.domain.values import replace
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Entry, Heading, Keys
from dealer_app.showing.house.amounts_typed import against_amount, against_number
from dealer_app.showing.house.forms import Field, Form, Pad
from dealer_app.showing.house.opening_choices import (
    BURNED,
    DECKS,
    NAME,
    POSITIONS,
    SEATS,
    UNIT,
    Opening,
    pick_of,
)
from dealer_app.showing.house.saying import same, say
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import clause_control

_MOST_LAST_ROUNDS = 3
_NARROW = 8
_DASH = "\N{EN DASH}"


def fields(opening: Opening) -> tuple[Field, ...]:
    """What is typed on this leaf."""
    seeing, unit, burned = opening.seeing, opening.text(UNIT, opening.usual_unit), opening.text(BURNED, "0")
    found = [
        Field(
            name=NAME, label=say(seeing, "table-name"), value=opening.text(NAME, opening.usual.name), pad=Pad.LETTERS
        ),
        Field(
            name=UNIT,
            label=say(seeing, "unit"),
            value=unit,
            wrong=against_amount(seeing, unit),
            hint=say(seeing, "unit-hint"),
            needed=False,
            pad=Pad.AMOUNT,
        ),
    ]
    if opening.book.decks is not None and opening.picked(Burn, opening.usual.burn) is Burn.FIXED:
        found.append(
            Field(name=BURNED, label=say(seeing, "burned"), value=burned, wrong=against_number(seeing, burned))
        )
    if opening.own_seats:
        lacks = say(seeing, "no-seats") if opening.seats() is None else EMPTY
        value = opening.text(SEATS)
        found.append(Field(name=SEATS, label=say(seeing, "own-seats"), value=value, lacks=lacks, pad=Pad.LETTERS))
    return tuple(found)


def table_leaf(opening: Opening, form: Form) -> tuple[tuple[Block, ...], ...]:
    """The second leaf, in two columns: what the table is at the left, how it is played and shown at the right."""
    entries = _entries(opening, form)
    burned = (entries.pop(BURNED),) if BURNED in entries else ()
    return (
        (
            _heading(opening),
            *entries.values(),
            _positions(opening),
            _decks(opening),
            _enum(opening, Dealing, "dealing", possible=opening.book.decks is not None),
            _enum(opening, BetKeeping, "bets", possible=True),
            _enum(opening, InsuranceShown, "insurance", possible=opening.book.insurance is not None),
            _method(opening),
            _hlga(opening),
            _wagers(opening),
        ),
        (
            *burned,
            _enum(opening, CardDevice, "device", possible=opening.book.decks is not None),
            _enum(opening, Burn, "burn", possible=opening.book.decks is not None),
            _numbers(
                opening,
                "last-rounds",
                range(_MOST_LAST_ROUNDS + 1),
                opening.usual.last_rounds,
                possible=_cards(opening),
            ),
            *(_of_seats(opening, replace(keys, spare=True)) for keys in looks_keys(opening.seeing)),
        ),
    )


def _of_seats(opening: Opening, keys: Keys) -> Keys:
    """From which side a layout is seen, and in which order seats are paid, only where there are seats."""
    if opening.layout.most_positions is not None:
        return keys
    waits = say(opening.seeing, "not-in-this-book")
    return replace(keys, controls=tuple(replace(key, act=None, picked=False, waits=waits) for key in keys.controls))


def texts_leaf(opening: Opening, form: Form) -> tuple[Block, ...]:
    """What is typed on it, alone: the rest has to make room for a keyboard."""
    return (_heading(opening), *_entries(opening, form).values())


def _heading(opening: Opening) -> Heading:
    return Heading(text=say(opening.seeing, "table"), clauses=_clauses(opening))


def _entries(opening: Opening, form: Form) -> dict[str, Entry]:
    own = {field.name for field in fields(opening)}
    return {field.name: form.entry(field) for field in form.fields if field.name in own}


def _cards(opening: Opening) -> bool:
    return opening.book.decks is not None


def _clauses(opening: Opening) -> tuple[Control, ...]:
    clauses = [opening.layout.clause]
    if opening.book.decks is not None:
        clauses.append(opening.book.decks.clause)
    return tuple(clause_control(opening.seeing, clause) for clause in dict.fromkeys(clauses))


def _positions(opening: Opening) -> Keys:
    layout = opening.layout
    if layout.most_positions is None:
        return _dashed(opening.seeing, POSITIONS, (_DASH,))
    numbers = range(layout.fewest_positions or 1, layout.most_positions + 1)
    return _numbers(opening, POSITIONS, numbers, opening.usual.positions, possible=True)


def _decks(opening: Opening) -> Keys:
    decks = opening.book.decks
    numbers = range(4, 11) if decks is None else range(decks.fewest, decks.most + 1)
    return _numbers(opening, DECKS, numbers, opening.usual.decks, possible=_cards(opening))


def _numbers(opening: Opening, of: str, numbers: Iterable[int], usual: int | None, *, possible: bool) -> Keys:
    now = opening.number(of, usual)
    controls = tuple(
        _key(opening, of, str(number), same(str(number)), picked=possible and number == now, possible=possible)
        for number in numbers
    )
    return Keys(controls=controls, columns=min(_NARROW, len(controls)), title=say(opening.seeing, of))


def _enum(opening: Opening, kind: type[Enum], title: str, *, possible: bool) -> Keys:
    """One of an enumeration; the words of each are its value behind the title."""
    of, now = pick_of(kind), opening.picked(kind, getattr(opening.usual, _FIELDS[kind]))
    controls = tuple(
        _key(
            opening,
            of,
            each.value,
            say(opening.seeing, f"{title}-{each.value}"),
            picked=possible and each is now,
            possible=possible,
        )
        for each in kind
    )
    return Keys(controls=controls, columns=len(controls), title=say(opening.seeing, title))


_FIELDS: dict[type[Enum], str] = {
    Dealing: "dealing",
    BetKeeping: "bets",
    InsuranceShown: "insurance",
    CardDevice: "device",
    Burn: "burn",
}


def _key(opening: Opening, of: str, value: str, label: Line, *, picked: bool, possible: bool) -> Control:
    return Control(
        name=f"{of}:{value}",
        label=label,
        act=Change(opening.fingers.picked(of, value)) if possible else None,
        waits=EMPTY if possible else say(opening.seeing, "not-in-this-book"),
        picked=picked,
    )


def _dashed(seeing: Seeing, of: str, labels: tuple[str, ...]) -> Keys:
    waits = say(seeing, "not-in-this-book")
    controls = tuple(Control(name=f"{of}:{label}", label=same(label), waits=waits) for label in labels)
    return Keys(controls=controls, columns=len(controls), title=say(seeing, of))


def _method(opening: Opening) -> Keys:
    """Chosen by a Pit Manager; unchosen the cards stay with the dealer (MBS 3.9.2)."""
    possible, now = opening.rules.has("methods"), opening.method
    of = pick_of(Method)
    unchosen = _key(
        opening, of, "", say(opening.seeing, "method-unchosen"), picked=possible and now is None, possible=possible
    )
    letters = tuple(
        _key(opening, of, each.value, same(each.value), picked=possible and each is now, possible=possible)
        for each in Method
    )
    return Keys(controls=(unchosen, *letters), columns=1 + len(letters), title=say(opening.seeing, "method"))


def _hlga(opening: Opening) -> Keys:
    possible = opening.rules.has("methods")
    controls = tuple(
        _key(
            opening,
            "hlga",
            value,
            say(opening.seeing, value),
            picked=possible and opening.hlga is (value == "yes"),
            possible=possible,
        )
        for value in ("no", "yes")
    )
    return Keys(controls=controls, columns=2, title=say(opening.seeing, "hlga"))


def _wagers(opening: Opening) -> Keys:
    """Fewer wagers an area than the document allows, where it counts them (MBS 3.7.1)."""
    most, of = opening.book.limits.most_wagers_per_area, "most-wagers"
    if most is None:
        return _dashed(opening.seeing, of, (_DASH,))
    now = opening.number(of, None)
    fewer = (
        _key(opening, of, str(number), same(str(number)), picked=number == now, possible=True)
        for number in range(1, most)
    )
    all_of_them = _key(opening, of, "", same(str(most)), picked=now is None, possible=True)
    return Keys(controls=(*fewer, all_of_them), columns=most, title=say(opening.seeing, of))


def looks_keys(seeing: Seeing) -> tuple[Keys, ...]:
    """How this screen shows the table: no setting of the table, and changed at any time."""
    looks = seeing.looks
    return (
        Keys(
            controls=(
                look(seeing, "turned", "off", picked=not looks.turned),
                look(seeing, "turned", "on", picked=looks.turned),
            ),
            columns=2,
            title=say(seeing, "layout-shown"),
        ),
        Keys(
            controls=(
                look(seeing, "by-area", "off", picked=not looks.by_area),
                look(seeing, "by-area", "on", picked=looks.by_area),
            ),
            columns=2,
            title=say(seeing, "collect"),
        ),
        Keys(
            controls=(
                look(seeing, "last-seat-first", "off", picked=not looks.last_seat_first),
                look(seeing, "last-seat-first", "on", picked=looks.last_seat_first),
            ),
            columns=2,
            title=say(seeing, "seat-order"),
        ),
    )


def look(seeing: Seeing, name: str, value: str, *, picked: bool) -> Control:
    """A choice of how this screen is set."""
    return Control(
        name=f"looks:{name}:{value}",
        label=say(seeing, f"{name}-{value}"),
        act=Change(seeing.fingers.picked("looks", f"{name}={value}")),
        picked=picked,
    )
