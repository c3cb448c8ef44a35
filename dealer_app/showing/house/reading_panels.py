"""Panels that are only read: a clause in our own words, the keys, the rounds of this shoe; and the end of a shoe."""

from functools import cache

from dealer_app.clauses import Clause, clauses
from dealer_app.showing.blocks import Block, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.opening_choices import Opening
from dealer_app.showing.house.saying import back, next_step, say
from dealer_app.showing.house.shoe_work import Work, dice_work, end_work
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

_KEYS = (
    "Enter",
    "0-9",
    "00",
    "hold .",
    "+",
    "-",
    "hold -",
    "*",
    "hold *",
    "/",
    "card",
    "F1",
    "F2",
    "F3",
    "F10",
    "Esc",
    "Tab",
)


def clause(seeing: Seeing) -> Overlay:
    """What the clause says, in our own words; the approved document decides."""
    number = seeing.fingers.clause
    book = Opening(seeing).book if seeing.rules is None else seeing.rules.book
    found = _clauses(book.game).get(number)
    text = say(seeing, "clause-unknown") if found is None else Line(found.summary)
    kind = () if found is None else (say(seeing, f"clause-{found.kind.value}").first,)
    return _read(
        seeing,
        Panel.CLAUSE,
        Line(number),
        sub=Line(book.identity.name),
        right=kind,
        left=(Note(text=text, framed=True), Note(text=say(seeing, "own-words"), tone=Tone.QUIET)),
    )


@cache
def _clauses(game: str) -> dict[str, Clause]:
    return {each.number: each for each in clauses(game)}


def keys(seeing: Seeing) -> Overlay:
    """The sheet of shortcuts."""
    rows = tuple(
        Row(name=f"key:{key}", title=say(seeing, f"key-{_code(key)}").first, badge="", right=_shown(seeing, key))
        for key in _KEYS
    )
    half = (len(rows) + 1) // 2
    return _read(
        seeing,
        Panel.KEYS,
        say(seeing, "keys"),
        left=(Rows(rows=rows[:half], dense=True),),
        right_column=(Rows(rows=rows[half:], dense=True),),
    )


def _code(key: str) -> str:
    held = {"hold -": "hold-minus", "hold *": "hold-star", "hold .": "hold-point"}
    return ({"+": "plus", "-": "minus", "*": "star", "/": "slash"} | held).get(key, key.lower())


def _shown(seeing: Seeing, key: str) -> str:
    """The key as it is printed on the keypad; what is held is said."""
    if key == "00":
        return "."
    if key.startswith("hold "):
        return f"{key.removeprefix('hold ')} {say(seeing, 'held').first}"
    return say(seeing, "key-a-card").first if key == "card" else key


def end_of_shoe(seeing: Seeing) -> Overlay:
    """A shoe is ended before the guide asks for it."""
    return _before_it_is_asked(seeing, end_work(seeing), "end-of-shoe")


def change_of_dice(seeing: Seeing) -> Overlay:
    """Dice are changed between rounds, also where the guide does not ask for it."""
    return _before_it_is_asked(seeing, dice_work(seeing), "change-of-dice")


def _before_it_is_asked(seeing: Seeing, work: Work, code: str) -> Overlay:
    return Overlay(
        name=Panel.SHOE.value,
        title=say(seeing, code),
        sub=say(seeing, f"{code}-sub"),
        left_column=work.keys,
        right_column=work.form.on_the_rail(),
        primary=work.primary,
        close=back(seeing),
        writes=work.form.writes,
    )


def _read(  # noqa: PLR0913 - a panel with all that can stand in it
    seeing: Seeing,
    panel: Panel,
    title: Line,
    *,
    left: tuple[Block, ...],
    sub: Line = Line(""),  # noqa: B008 - frozen
    right: tuple[str, ...] = (),
    right_column: tuple[Block, ...] = (),
) -> Overlay:
    return Overlay(
        name=panel.value,
        title=title,
        sub=sub,
        right=right,
        left_column=left,
        right_column=right_column,
        primary=next_step("back", say(seeing, "back"), back(seeing).act),
        close=back(seeing),
    )
