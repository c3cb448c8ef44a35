"""Looking back: the rounds of this shoe, and of each what happened in it, line by line, the newest in sight."""

from collections.abc import Iterator

from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.roads import Gap, RoundMark
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Heading, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.saying import back, next_step, say
from dealer_app.showing.lines import Tone
from dealer_app.showing.read_anew import round_kept
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line
from dealer_app.showing.told import told_of, told_rows

_LINES, _ROUNDS = 8, 5
_LINES_FROM, _CHOSEN = "told-page", "told-round"


def recall(seeing: Seeing) -> Overlay:
    """At the right the rounds, the latest first; at the left what happened in the one that is touched."""
    rounds = tuple(_rounds(seeing))
    pages = max(1, -(-len(rounds) // _ROUNDS))
    page = min(seeing.fingers.page, pages - 1)
    more = _turns(seeing, "more", Change(seeing.fingers.but(page=(page + 1) % pages)), pages)
    return Overlay(
        name=Panel.RECALL.value,
        title=say(seeing, "recall"),
        left_column=tuple(_account(seeing, _chosen(seeing))),
        right_column=(Rows(rows=rounds[page * _ROUNDS : (page + 1) * _ROUNDS], more=more),),
        primary=next_step("back", say(seeing, "back"), back(seeing).act),
        close=back(seeing),
    )


def _turns(seeing: Seeing, name: str, act: Change, pages: int) -> tuple[Control, ...]:
    return (Control(name=name, label=say(seeing, "more"), act=act),) if pages > 1 else ()


# The rounds


def _chosen(seeing: Seeing) -> int:
    """The one that was touched, or the latest of which anything is told."""
    touched, last = seeing.fingers.pick(_CHOSEN), seeing.state.table.last
    if touched:
        return int(touched)
    return seeing.chronicle.number or (0 if last is None else last.number)


def _rounds(seeing: Seeing) -> Iterator[Row]:
    kept, on = round_kept(seeing.state.table), seeing.state.table.round
    history = seeing.history
    if on is not None and on.number not in history.marks and on.number not in history.tumbles:
        yield _row(seeing, on.number, say(seeing, "round-on").first, Tone.PLAIN)
    for number in sorted({*history.marks, *history.tumbles}, reverse=True):
        if number == kept:
            # Who approves a correction of it reads for himself first.
            yield _row(seeing, number, say(seeing, "read-anew").first, Tone.ATTENTION)
        elif number in history.marks:
            mark = history.marks[number]
            yield _row(seeing, number, _result(seeing, mark), _tone(mark))
        else:
            dice = history.tumbles[number]
            text = f"{'-'.join(map(str, dice))} = {sum(dice)}" if isinstance(dice, tuple) else _result(seeing, dice)
            yield _row(seeing, number, text, Tone.PLAIN)


def _row(seeing: Seeing, number: int, right: str, tone: Tone) -> Row:
    """Touched, what happened in it stands beside it."""
    fingers = seeing.fingers.picked(_CHOSEN, str(number)).picked(_LINES_FROM, "")
    return Row(
        name=f"round:{number}",
        title=say(seeing, "round", number=str(number)).first,
        right=right,
        tone=tone,
        framed=number == _chosen(seeing),
        act=Change(fingers),
    )


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


# What happened in one


def _account(seeing: Seeing, number: int) -> Iterator[Block]:
    happened = told_of(seeing.chronicle.of(number))
    pages = max(1, -(-len(happened) // _LINES))
    page = min(int(seeing.fingers.pick(_LINES_FROM) or 0), pages - 1)
    following = Change(seeing.fingers.picked(_LINES_FROM, str((page + 1) % pages)))
    shown = told_rows(seeing, happened[page * _LINES : (page + 1) * _LINES])
    yield Heading(text=say(seeing, "happened-in", number=str(number)), right=f"{page + 1}/{pages}" if pages > 1 else "")
    if not happened:
        yield Note(text=say(seeing, "nothing-told"), tone=Tone.QUIET)
    else:
        yield Rows(rows=shown, more=_turns(seeing, "more-lines", following, pages), dense=True)
    yield from _kept(seeing, number)


def _kept(seeing: Seeing, number: int) -> Iterator[Block]:
    """Of the last round that no value is told while somebody has to read a card of it anew."""
    last = seeing.state.table.last
    if last is not None and number == last.number == round_kept(seeing.state.table):
        yield Heading(text=say(seeing, "last-round-line", number=str(number)))
        yield Note(text=say(seeing, "read-anew-line"), tone=Tone.ATTENTION, framed=True)
