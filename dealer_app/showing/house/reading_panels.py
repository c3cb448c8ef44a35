"""Panels that are only read: a clause in our own words, the keys, the rounds of this shoe; and the end of a shoe."""

from collections.abc import Iterator
from functools import cache

from dealer_app.clauses import Clause, clauses
from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.roads import Gap, RoundMark
from dealer_app.domain.round.notation import RoundLine, as_seen, write
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Heading, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.opening_choices import Opening
from dealer_app.showing.house.saying import back, next_step, say
from dealer_app.showing.house.shoe_work import end_work
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.read_anew import round_kept
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_PAGE = 12
_KEYS = (
    "Enter",
    "0-9",
    "00",
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
    return {"+": "plus", "-": "minus", "hold -": "hold-minus", "*": "star", "hold *": "hold-star", "/": "slash"}.get(
        key, key.lower()
    )


def _shown(seeing: Seeing, key: str) -> str:
    """The key as it is printed on the keypad; what is held is said."""
    if key == "00":
        return "."
    if key.startswith("hold "):
        return f"{key.removeprefix('hold ')} {say(seeing, 'held').first}"
    return say(seeing, "key-a-card").first if key == "card" else key


def recall(seeing: Seeing) -> Overlay:
    """The rounds of this shoe, the latest first; the last one also in the one line in which it is written down."""
    rows = tuple(_rounds(seeing))
    pages = max(1, -(-len(rows) // _PAGE))
    page = min(seeing.fingers.page, pages - 1)
    more: tuple[Control, ...] = ()
    if pages > 1:
        more = (
            Control(
                name="more",
                label=say(seeing, "more"),
                act=Change(seeing.fingers.but(page=(page + 1) % pages)),
            ),
        )
    return _read(
        seeing,
        Panel.RECALL,
        say(seeing, "recall"),
        left=(Rows(rows=rows[page * _PAGE : (page + 1) * _PAGE], more=more, dense=True),),
        right_column=tuple(_last(seeing)),
    )


def _rounds(seeing: Seeing) -> Iterator[Row]:
    kept = round_kept(seeing.state.table)
    for number, mark in sorted(seeing.history.marks.items(), reverse=True):
        if number == kept:
            yield _kept(seeing, number)
            continue
        yield Row(name=f"round:{number}", title=_round(seeing, number), right=_result(seeing, mark), tone=_tone(mark))
    for number, dice in sorted(seeing.history.tumbles.items(), reverse=True):
        if number == kept:
            yield _kept(seeing, number)
            continue
        text = say(seeing, "void").first if dice is None else f"{'-'.join(map(str, dice))} = {sum(dice)}"
        yield Row(name=f"round:{number}", title=_round(seeing, number), right=text)


def _kept(seeing: Seeing, number: int) -> Row:
    """Its place in the list: who approves a correction of it reads for himself first."""
    right = say(seeing, "read-anew").first
    return Row(name=f"round:{number}", title=_round(seeing, number), right=right, tone=Tone.ATTENTION)


def _round(seeing: Seeing, number: int) -> str:
    return say(seeing, "round", number=str(number)).first


def _result(seeing: Seeing, mark: RoundMark | Gap | None) -> str:
    if mark is None:
        return say(seeing, "void").first
    if isinstance(mark, Gap):
        return say(seeing, "gap", rounds=str(mark.rounds)).first
    winner = mark.winner.value
    return line(seeing.words, lambda each: each.area(winner)).first


def _tone(mark: RoundMark | Gap | None) -> Tone:
    if not isinstance(mark, RoundMark):
        return Tone.OFF
    return {Winner.PLAYER: Tone.PLAYER, Winner.BANKER: Tone.BANKER, Winner.TIE: Tone.TIE}[mark.winner]


def _last(seeing: Seeing) -> Iterator[Block]:
    last, rules = seeing.state.table.last, seeing.rules
    if last is None or rules is None:
        return
    yield Heading(text=say(seeing, "last-round-line", number=str(last.number)))
    if last.number == round_kept(seeing.state.table):
        yield Note(text=say(seeing, "read-anew-line"), tone=Tone.ATTENTION, framed=True)
        return
    written = write(RoundLine(rules.book.game, rules.layout.letter, as_seen(last)))
    for segment in written.split(" | "):
        yield Note(text=Line(segment))


def end_of_shoe(seeing: Seeing) -> Overlay:
    """A shoe is ended before the guide asks for it."""
    work = end_work(seeing)
    return Overlay(
        name=Panel.SHOE.value,
        title=say(seeing, "end-of-shoe"),
        sub=say(seeing, "end-of-shoe-sub"),
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
