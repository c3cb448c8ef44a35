"""The top bar: table, limits, lamps of the devices, people and clock."""

from collections.abc import Iterator

from dealer_app.device_questions import Link
from dealer_app.domain.limits import area_totals
from dealer_app.domain.round.state import PlacedBet
from dealer_app.domain.rulebook import Differential, RuleFamily
from dealer_app.domain.values import cache_last, replace
from dealer_app.domain.wagers import Area
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import ScreenText, Tone
from dealer_app.screens.context import JOURNAL_TONES, ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.labels import NO_VALUE, absent_devices, label_text, section_text, table_label
from dealer_app.screens.round.table_context import TableContext, table_context
from dealer_app.screens.screen import TopBar, TopBarCell


def table_cells(at: TableContext) -> Iterator[TopBarCell]:
    """The cells of an open table, in their order."""
    yield TopBarCell(name="table", caption=at.text("table"), value=at.table.name)
    yield _game_cell(at)
    yield TopBarCell(name="day", caption=at.text("gaming-day"), value=at.context.day_text or NO_VALUE)
    yield _progress_cell(at)
    if not at.has_keyed_bets:
        # At every stage: why no stake is on the layout, and no limit is watched.
        no_record = label_text(at.context, "house.bets-off").first
        yield TopBarCell(name="bets", caption=at.text("bets-caption"), value=no_record, raised=True)
    yield from _limit_cells(at)


def _game_cell(at: TableContext) -> TopBarCell:
    """The document by its date, the Appendix and how many seats are in play."""
    identity = at.rules.book.identity
    facts = {
        "operator": identity.operator_short,
        "date": identity.effective.partition("T")[0],
        "appendix": at.rules.layout.letter,
    }
    code = ("game-of-one-seat" if len(at.seats) == 1 else "game-of-seats") if at.seats else "game"
    if at.seats:
        facts["seats"] = str(len(at.seats))
    return TopBarCell(name="game", caption=at.text(code, **facts), value=identity.short_name)


def _progress_cell(at: TableContext) -> TopBarCell:
    number = str(at.state.rounds)
    if at.rules.book.house is RuleFamily.TAI_SAI:
        return TopBarCell(name="progress", caption=at.text("round"), value=number, widest=(_MOST_ROUNDS,))
    return TopBarCell(
        name="progress",
        caption=at.text("shoe-and-round"),
        value=f"{at.state.shoe.number} · {number}",
        widest=(_MOST_OF_SHOES,),
    )


_MOST_ROUNDS, _MOST_OF_SHOES = "888", "88 · 88"
"""As many figures as a day of dice, or shoes and their rounds, usually come to."""


def _limit_cells(at: TableContext) -> Iterator[TopBarCell]:
    limits = at.table.limits
    for name, found in (("minimum", limits.general.minimum), ("maximum", limits.general.maximum)):
        value = NO_VALUE if found is None else at.money_text(found)
        yield TopBarCell(name=name, caption=at.text(name), value=value, raised=True)
    several = len(at.rules.book.limits.differentials) > 1
    for differential in at.rules.book.limits.differentials:
        if differential.code in limits.differentials:
            yield _differential_cell(at, differential, several=several)
    if limits.areas:
        act = at.set_input(panel=Panel.LIMITS)
        by_type = at.text("by-type").first
        yield TopBarCell(name="limits", caption=at.text("limits"), value=by_type, raised=True, act=act)


def _differential_cell(at: TableContext, differential: Differential, *, several: bool) -> TopBarCell:
    """The limit with the present difference; it keeps room for a difference as great as the limit, on either side."""
    limit = at.table.limits.differentials[differential.code]
    now = difference_text(at, differential)
    possible = (
        now,
        _difference_text(at, differential.sides[0], 0),
        *(_difference_text(at, side, limit) for side in differential.sides),
    )
    return TopBarCell(
        name=differential.code,
        caption=_differential_caption(at, differential) if several else at.text("maximum-differential"),
        value=at.money_text(limit),
        note=now.first,
        short_note=now.short,
        notes=tuple(text.first for text in possible) if at.has_keyed_bets else (),
        short_notes=tuple(text.short for text in possible if text.short) if at.has_keyed_bets else (),
        raised=True,
    )


def _differential_caption(at: TableContext, differential: Differential) -> ScreenText:
    """Of several, with their sides; where there is little room by the shorter of both names, as 小 / 大."""
    whole = at.text("maximum-differential-of", sides=sides_text(at, differential))
    few = " / ".join(_shortest_name(at, side) for side in differential.sides)
    return ScreenText(whole.first, whole.second, at.text("maximum-differential-of", sides=few).first)


def _shortest_name(at: TableContext, side: Area) -> str:
    name = at.area_name(side)
    return min((name.first, name.second or name.first), key=len)


def sides_text(at: TableContext, differential: Differential) -> ScreenText:
    """Both sides by name, as no sentence uses what is printed on the felt."""
    first, second = (at.area_name(side) for side in differential.sides)
    return ScreenText(f"{first.first} / {second.first}", f"{first.second} / {second.second}")


def difference_text(at: TableContext, differential: Differential) -> ScreenText:
    """`now PLAYER +2,500`: which side is heavier at present, and by how much."""
    if not at.has_keyed_bets:
        return at.text("not-tracked")
    side, difference = current_difference(at, differential)
    return _difference_text(at, side, difference)


def _difference_text(at: TableContext, side: Area, difference: int) -> ScreenText:
    """The short form has the shorter of both names of the side."""
    if not difference:
        # Of dice EVEN is a bet.
        return table_label(at.context, "play.even-now")
    amount = at.money_text(difference)
    whole = at.text("difference-now", side=at.area_name(side), amount=amount)
    few = at.text("difference-now", side=_shortest_name(at, side), amount=amount)
    return ScreenText(whole.first, whole.second, few.short)


def current_difference(at: TableContext, differential: Differential) -> tuple[Area, int]:
    """The heavier side of a Differential, and how much more lies there."""
    lies = _stakes_by_area(() if at.state.round is None else at.state.round.in_play)
    first, second = differential.sides
    more = lies.get(first, 0) - lies.get(second, 0)
    return (first, more) if more >= 0 else (second, -more)


@cache_last
def _stakes_by_area(bets: tuple[PlacedBet, ...]) -> dict[Area, int]:
    return dict(area_totals(bet.wager for bet in bets))


SHOE_KIND, TUMBLER_KIND = "shoe", "tumbler"


def lamp_cells(context: ScreenContext) -> tuple[TopBarCell, ...]:
    return (
        *(_device_lamp(context, kind) for kind in (SHOE_KIND, TUMBLER_KIND) if _has_lamp(context, kind)),
        _lamp_cell(context, "journal", context.journal_lamp.value, JOURNAL_TONES[context.journal_lamp]),
        *_display_lamp(context),
        # This station speaks to no pit yet: all that the pit has to know is called out.
        _lamp_cell(context, "pit", "not-linked", Tone.OFF),
    )


def _has_lamp(context: ScreenContext, kind: str) -> bool:
    """A table of dice shows no shoe and one of cards no tumbler, whatever this station has besides."""
    needed = (
        None if context.rules is None else TUMBLER_KIND if context.rules.book.house is RuleFamily.TAI_SAI else SHOE_KIND
    )
    return needed in (None, kind)


def _display_lamp(context: ScreenContext) -> tuple[TopBarCell, ...]:
    """Whether guests see what is so now, where there is a customer display."""
    if context.is_display_alive is None:
        return ()
    word, tone = ("alive", Tone.GOOD) if context.is_display_alive else ("lost", Tone.STOP)
    return (_lamp_cell(context, "display", word, tone),)


def has_shoe_failed(context: ScreenContext) -> bool:
    """Whether the shoe is unreachable or in error: then cards are keyed because it does not read them."""
    name = next((name for name, kind in context.devices.items() if kind == SHOE_KIND), None)
    known = None if name is None else context.state.listening.devices.get(name)
    return known is not None and (known.link is Link.LOST or bool(known.error))


def is_device_lost(context: ScreenContext, kind: str) -> bool:
    """Whether the shoe or the tumbler is unreachable: it has not failed to read something, it is not there."""
    name = next((name for name, is_kind in context.devices.items() if is_kind == kind), None)
    known = None if name is None else context.state.listening.devices.get(name)
    return known is not None and known.link is Link.LOST


def _device_lamp(context: ScreenContext, kind: str) -> TopBarCell:
    name = next((name for name, is_kind in context.devices.items() if is_kind == kind), None)
    if name is None:
        missing = tuple(name for name, is_kind in absent_devices(context).items() if is_kind == kind)
        return _outage_lamp(context, kind, *missing) if missing else _lamp_cell(context, kind, "not-used", Tone.OFF)
    return replace(_present_lamp(context, kind, name), widest=_lamp_words(context, name))


def _lamp_words(context: ScreenContext, name: str) -> tuple[str, ...]:
    """All that the lamp of this device may come to say, so that no cell moves when the device is lost."""
    usual = "simulated" if name in context.demo_devices else "ready"
    return tuple(label_text(context, f"play.{word}").first for word in (usual, "held", "error", "lost", "by-hand"))


def _present_lamp(context: ScreenContext, kind: str, name: str) -> TopBarCell:
    listening = context.state.listening
    known = listening.devices.get(name)
    if known is None:
        return _lamp_cell(context, kind, "waiting", Tone.ATTENTION)
    if known.refused:
        return _lamp_cell(context, kind, "program-refused", Tone.STOP)
    if known.link is Link.LOST:
        return _outage_lamp(context, kind, name)
    if known.error:
        return _lamp_cell(context, kind, "error", Tone.ATTENTION)
    if any(entry.device == name for entry in listening.row):
        return _lamp_cell(context, kind, "held", Tone.ATTENTION)
    if known.is_simulated or name in context.demo_devices:
        return _lamp_cell(context, kind, "simulated", Tone.SIMULATED)
    return _lamp_cell(context, kind, "ready", Tone.GOOD)


def _outage_lamp(context: ScreenContext, kind: str, *names: str) -> TopBarCell:
    """The lamp of a device that is unreachable, or not set up at this start, which comes to the same."""
    alone = any(name in each.devices for each in context.state.by_hand.values() for name in names)
    return _lamp_cell(context, kind, "by-hand" if alone else "lost", Tone.STOP)


def _lamp_cell(context: ScreenContext, name: str, word: str, tone: Tone) -> TopBarCell:
    """In trouble it can be touched, and then shows the reason and what to do."""
    trouble = tone in (Tone.ATTENTION, Tone.STOP) and context.current_account is not None
    return TopBarCell(
        name=f"lamp:{name}",
        caption=label_text(context, f"play.lamp-{name}"),
        value=label_text(context, f"play.{word}").first,
        lamp=tone,
        act=SetInput(context.input_state.close_panel().replace(panel=Panel.DEVICES)) if trouble else None,
    )


def build_top_bar(context: ScreenContext) -> TopBar:
    at = table_context(context)
    left = _no_table_cells(context) if at is None else tuple(table_cells(at))
    return TopBar(left=left, right=(*lamp_cells(context), *_people_cells(context)))


def _no_table_cells(context: ScreenContext) -> tuple[TopBarCell, ...]:
    words = context.words
    return (
        TopBarCell(
            name="table",
            caption=section_text(words, "play", "table"),
            value=section_text(words, "play", "table-closed").first,
        ),
        TopBarCell(name="day", caption=section_text(words, "play", "gaming-day"), value=context.day_text or NO_VALUE),
    )


def _people_cells(context: ScreenContext) -> tuple[TopBarCell, ...]:
    account = context.current_account
    who = label_text(context, "play.nobody").first if account is None else account.name
    return (
        TopBarCell(name="dealer", caption=label_text(context, "play.dealer"), value=who),
        TopBarCell(name="clock", caption=label_text(context, "play.clock"), value=context.now_text or NO_VALUE),
    )
