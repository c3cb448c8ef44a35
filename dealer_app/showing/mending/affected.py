"""The panel in which the shift manager states since when dice were damaged, and sees what that comes to.

Who is owed what, what is not recovered and which chips then move is what the engine makes of it, before he signs.
"""

from collections.abc import Iterator
from fractions import Fraction

from dealer_app.domain.round import mending_commands
from dealer_app.domain.round.apply_bettors import away
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.affected_rounds import void_affected
from dealer_app.domain.round.needs import AffectedRoundsNeeded
from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.seen import dice_of_rounds
from dealer_app.domain.round.state import DEALER, Who
from dealer_app.showing.acts import Change, asking
from dealer_app.showing.blocks import Block, Control, Entry, Heading, Keys, Row, Rows
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.picking import digit_pad, is_on, toggle
from dealer_app.showing.mending.saying import badge_text, bettor_text, money, rules_of, say
from dealer_app.showing.seeing import Seeing

_MOST_ROUNDS = 8


def affected_rounds(seeing: Seeing, need: AffectedRoundsNeeded) -> tuple[tuple[Block, ...], Command | None, Line]:
    """From which round on, and so of which dice; who bet in one of them and has left; what that comes to (O13, O25)."""
    table, fingers = seeing.state.table, seeing.fingers
    first = fingers.text("first")
    played = dice_of_rounds(table)
    latest = sorted(played, reverse=True)[:_MOST_ROUNDS]
    none = str(table.rounds + 1)
    rounds = tuple(_round_key(seeing, str(number), _dice_line(number, played[number])) for number in latest)
    rounds = (*rounds, _round_key(seeing, none, say(seeing, "first-none")))
    blocks: list[Block] = [
        Keys(controls=rounds, columns=4, title=say(seeing, "first-title")),
        Entry(
            name="first",
            label=say(seeing, "first-round"),
            value=first,
            writing=fingers.writes == "first",
            act=Change(fingers.but(writes="first")),
        ),
    ]
    if fingers.writes == "first":
        blocks.append(digit_pad(seeing, "first"))
    if not first.isdecimal():
        return tuple(blocks), None, say(seeing, "waits-first")
    since = int(first)
    people = tuple(dict.fromkeys(_bettors(seeing, since)))
    if people:
        keys = tuple(toggle(seeing, f"gone:{who_word(who)}", Line(bettor_text(seeing, who))) for who in people)
        blocks.append(Keys(controls=keys, columns=3, title=say(seeing, "gone-title")))
    named = [who for who in people if is_on(fingers, f"gone:{who_word(who)}")]
    gone = frozenset(named)
    if since in played:
        blocks += _comes_to(seeing, need, since, gone)
    return tuple(blocks), asking(mending_commands.StateAffectedRounds, first=since, gone=gone), EMPTY


def _dice_line(number: int, dice: str) -> Line:
    return Line(f"{number} · {dice}", short=str(number)) if dice else Line(str(number))


def _round_key(seeing: Seeing, number: str, label: Line) -> Control:
    act = Change(seeing.fingers.typed("first", number))
    return Control(name=f"first:{number}", label=label, act=act, picked=seeing.fingers.text("first") == number)


def _bettors(seeing: Seeing, since: int) -> Iterator[Who]:
    """Who bet in one of them and is not known to have left."""
    table = seeing.state.table
    known = table.left | (table.away if table.round is None else away(table, table.round))
    dice = dice_of_rounds(table).get(since)
    for past in table.history:
        if past.number >= since and past.dice_set == dice and past.sitting == table.sittings:
            yield from (who for who, _ in past.nets if who not in known)
    if table.round is not None and dice is not None:
        yield from (bet.who for bet in table.round.in_play if bet.who not in known)


def _comes_to(seeing: Seeing, need: AffectedRoundsNeeded, since: int, gone: frozenset[Who]) -> Iterator[Block]:
    """What is kept for whom, what is not recovered of whom, and whose chips then move."""
    table = seeing.state.table
    affected = void_affected(rules_of(seeing), table, DEALER, first=since, gone=gone, clause=need.clause)
    kept = [(who, amount) for _, who, amount in affected.rounds.kept or ()]
    lost = [(who, amount) for _, who, amount in affected.rounds.not_recovered]
    yield from _rows(seeing, "affected-kept", kept, Tone.ATTENTION)
    yield from _rows(seeing, "affected-lost", lost, Tone.STOP)
    moved = [(who, amount) for who, amount in affected.chips.items() if amount]
    if moved:
        rows = tuple(
            _row(seeing, f"affected-chips:{place}", who, say(seeing, _way(amount), amount=str(abs(amount))).first)
            for place, (who, amount) in enumerate(moved)
        )
        yield Heading(text=say(seeing, "affected-chips"))
        yield Rows(rows=rows)


def _way(amount: Fraction) -> str:
    return "goes-out" if amount > 0 else "comes-back"


def _rows(seeing: Seeing, code: str, amounts: list[tuple[Who, Fraction]], tone: Tone) -> Iterator[Block]:
    if amounts:
        yield Heading(text=say(seeing, code), tone=tone)
        yield Rows(
            rows=tuple(
                _row(seeing, f"{code}:{place}", who, money(seeing, amount), tone)
                for place, (who, amount) in enumerate(amounts)
            )
        )


def _row(seeing: Seeing, name: str, who: Who, right: str, tone: Tone = Tone.PLAIN) -> Row:
    return Row(name=name, title=bettor_text(seeing, who), badge=badge_text(seeing, who), right=right, tone=tone)
