"""The result is announced: what is collected, then what is paid, ticked off as the dealer goes.

The order in which is paid is the house's: by seat from the first or from the last, or area by area. Dice are always
settled area by area, from the top of the layout down.
"""

from collections.abc import Iterable

from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import House
from dealer_app.domain.wagers import Area
from dealer_app.showing.acts import Act, Give, GiveAll, asking
from dealer_app.showing.blocks import Block, Control, Gap, Heading, Note, Row, Rows, Tag
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.part import Part
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import bettor_line, row_name
from dealer_app.showing.play.claiming import claiming
from dealer_app.showing.play.lamps_told import lamps_told
from dealer_app.showing.play.nexts import given
from dealer_app.showing.play.saying import result_announced
from dealer_app.showing.play.settled_lines import (
    Settling,
    exactly,
    formulas,
    grouped,
    moved,
    odds_of,
    settlings,
    ticked,
)
from dealer_app.showing.play.track import track
from dealer_app.showing.play.winning_areas import clauses_of_winners, won_areas

ROWS_SHOWN = 9
ROWS_OF_A_PAGE = 5
ROWS_WITH_CLAIM = 4
"""With more rows than these a claim is raised from the list of irregularities, where it always stands as well."""
TAGS_SHOWN = 12
MOST_TAGS = 5
"""With more bets than these the areas are collected, each with its seats."""
MOST_STACKS = 4
Group = tuple[Who | Area, tuple[Settling, ...]]


def settling(at: AtTable) -> Part:
    primary = given(at, commands.SettleAll, "settled", sub=at.label("settled-sub", round=str(at.round.number)))
    work = _lines(at) if at.keyed else _winning(at)
    crowded = at.keyed and len(_groups(at)) > ROWS_WITH_CLAIM
    return Part(
        work=(*lamps_told(at), *work, Gap(), *(() if crowded else claiming(at))),
        primary=primary,
        track=track(at),
        instruction=_instruction(at),
        clauses=clauses_of_winners(at),
        say=result_announced(at.seeing),
    )


def by_area(at: AtTable) -> bool:
    return at.seeing.looks.by_area or at.rules.book.house is House.TAI_SAI


def _instruction(at: AtTable) -> Line:
    """In which order is paid."""
    if not at.keyed:
        return Line("")
    if at.rules.book.house is House.TAI_SAI:
        return at.label("collect-top-down")
    if by_area(at):
        return at.label("collect-by-area")
    first, last = at.seats[0], at.seats[-1]
    if at.seeing.looks.last_seat_first:
        first, last = last, first
    return at.label("collect-by-seat", first=str(first), last=str(last))


def _lines(at: AtTable) -> tuple[Block, ...]:
    lines = settlings(at.round)
    lost = tuple(one for one in lines if one.loses)
    return (*_collect(at, lost), *_pay(at, lines))


# Collecting


def _collect(at: AtTable, lost: tuple[Settling, ...]) -> tuple[Block, ...]:
    total = -moved(lost)
    done = ticked(at, lost)
    act = None if done else _ticks(at, lost)
    tags = [Tag(text, Tone.QUIET if done else Tone.PLAIN) for text in _told_lost(at, lost)]
    if len(tags) > TAGS_SHOWN:
        rest = at.label("and-more", more=str(len(tags) - TAGS_SHOWN + 1)).first
        tags = [*tags[: TAGS_SHOWN - 1], Tag(rest)]
    title = at.label("collect")
    collected = Row(
        name="collected",
        title=f"{title.first} {title.second}".strip(),
        lines=() if lost else (at.label("nothing-to-collect").first,),
        right=at.money(total),
        framed=not done,
        done=done,
        act=act,
        key="" if act is None else "+",
        tags=tuple(tags),
    )
    return (Rows(rows=(collected,)),)


def _told_lost(at: AtTable, lost: tuple[Settling, ...]) -> tuple[str, ...]:
    """Bet by bet; many of them area by area, with the seats: `BANKER PAIR 300: 1 2 5S`."""
    if len(lost) <= MOST_TAGS:
        return tuple(_tag(at, one) for one in lost)
    areas: dict[Area, list[Settling]] = {}
    for one in lost:
        areas.setdefault(one.area, []).append(one)
    return tuple(
        _with_amount(at, area, at.money(-moved(own)))
        + (f": {seats}" if (seats := " ".join(dict.fromkeys(at.whose(one.who) for one in own)).strip()) else "")
        for area, own in areas.items()
    )


def _tag(at: AtTable, one: Settling) -> str:
    return f"{at.whose(one.who)} {_with_amount(at, one.area, _collected(at, one))}".strip()


def _collected(at: AtTable, one: Settling) -> str:
    """What is collected of a bet; of one that counts in part also of how much, for the rest of its chips goes back."""
    amount, counts = at.money(-one.moves), at.money(one.line.counts)
    if one.line.counts == one.stake:
        return amount
    part = at.label("counts-of", counts=counts, stake=at.money(one.stake)).first
    return part if amount == counts else f"{amount} · {part}"


def _with_amount(at: AtTable, area: Area, amount: str) -> str:
    """The numbers of a bet on dice are no part of the amount beside them."""
    return f"{at.area(area).first} {'· ' if ':' in area else ''}{amount}"


def _ticks(at: AtTable, lines: Iterable[Settling]) -> Act | None:
    """One tick a bet, so that each can be undone."""
    open_lines = [one.line.number for one in lines if one.line.number not in at.round.ticked]
    ticks = tuple(asking(commands.TickBet, number=number) for number in open_lines)
    if not ticks or not at.may(commands.TickBet):
        return None
    then = at.fingers.but(framed="")
    return Give(command=ticks[0], then=then) if len(ticks) == 1 else GiveAll(commands=ticks, then=then)


# Paying


def _pay(at: AtTable, lines: tuple[Settling, ...]) -> tuple[Block, ...]:
    paid = tuple(one for one in lines if not one.loses)
    groups = _groups(at)
    house = at.label("house-total", amount=at.money(-moved(lines))).first
    heading = Heading(text=at.label("pay"), note=house, right=at.money(moved(paid)), tone=Tone.WINNER)
    collected = ticked(at, tuple(one for one in lines if one.loses))
    framed = _framed(at, groups) if collected or at.fingers.framed else None
    of_a_page = ROWS_SHOWN if len(groups) <= ROWS_SHOWN else ROWS_OF_A_PAGE
    pages = max(1, -(-len(groups) // of_a_page))
    page = _page(at, groups, framed, (pages, of_a_page))
    begin = page * of_a_page
    more = Control(
        name="page",
        label=at.label("page", page=str(page + 1), pages=str(pages)),
        act=at.change(page=(page + 1) % pages + pages),
    )
    shown = groups[begin : begin + of_a_page]
    rows = tuple(_row(at, group, framed=group == framed, keyed=collected and group == framed) for group in shown)
    return (heading, *_exact_sums(at, lines), Rows(rows=rows, more=(more,) if pages > 1 else ()))


def _exact_sums(at: AtTable, lines: tuple[Settling, ...]) -> tuple[Block, ...]:
    """Where chips cannot pay what is exactly due, the sums of the books stand beside those of the chips (ruling B9)."""
    sums = {
        "collected": (one for one in lines if one.loses),
        "paid": (one for one in lines if not one.loses),
    }
    if all(one.moves == one.line.net for one in lines):
        return ()
    facts = {name: at.money(abs(exactly(own))) for name, own in sums.items()}
    return (Note(text=at.label("exact-sums", **facts, house=at.money(-exactly(lines))), tone=Tone.QUIET),)


def _groups(at: AtTable) -> tuple[Group, ...]:
    """What is paid, in the order of the house."""
    return _ordered(at, tuple(one for one in settlings(at.round) if not one.loses))


def _page(at: AtTable, groups: tuple[Group, ...], framed: Group | None, paging: tuple[int, int]) -> int:
    """The page that was turned to, or the one on which the next to be paid stands."""
    pages, of_a_page = paging
    if at.fingers.page >= pages:
        return at.fingers.page % pages
    return groups.index(framed) // of_a_page if framed is not None else 0


def _ordered(at: AtTable, paid: tuple[Settling, ...]) -> tuple[Group, ...]:
    groups = tuple(grouped(paid, by_area=by_area(at)).items())
    if not by_area(at):
        backwards = -1 if at.seeing.looks.last_seat_first else 1
        return tuple(sorted(groups, key=lambda group: backwards * (group[1][0].who[0] or 0)))
    places = {area: place for place, area in enumerate(at.rules.layout.areas)}
    if at.rules.book.house is House.TAI_SAI:
        return tuple(sorted(groups, key=lambda group: places.get(group[1][0].area, len(places))))
    # Side bets come area by area before both hands (house policy).
    hands = (Area("player"), Area("banker"))
    return tuple(sorted(groups, key=lambda group: (group[1][0].area in hands, places.get(group[1][0].area, 0))))


def _framed(at: AtTable, groups: tuple[Group, ...]) -> Group | None:
    open_groups = [group for group in groups if not ticked(at, group[1])]
    touched = (group for group in open_groups if _name(group) == at.fingers.framed)
    return next(touched, open_groups[0] if open_groups else None)


def _name(group: Group) -> str:
    key, lines = group
    return f"pay:{key}" if isinstance(key, str) else row_name("pay", lines[0].who)


def _row(at: AtTable, group: Group, *, framed: bool, keyed: bool) -> Row:
    key, lines = group
    done = ticked(at, lines)
    act = None if done else _ticks(at, lines)
    area = key if isinstance(key, str) else None
    if area is not None and 1 < len(lines) <= MOST_STACKS:
        return _area_of_several(at, area, group, framed=framed, keyed=keyed)
    told = tuple(text for one in lines for text in formulas(at, one, alone=len(lines) == 1, named=area is None))
    return Row(
        name=_name(group),
        title=at.area(area).first if area is not None else _titled(at, lines),
        badge="" if area is not None else at.badge(lines[0].who),
        lines=_stacks(at, told, lines) if area is not None else told,
        right=at.money(moved(lines)) if any(not one.back for one in lines) else "",
        framed=framed,
        done=done,
        tone=Tone.WINNER if any(one.wins for one in lines) else Tone.PLAIN,
        act=act,
        key="+" if keyed and act is not None else "",
    )


def _area_of_several(at: AtTable, area: Area, group: Group, *, framed: bool, keyed: bool) -> Row:
    """An area of several bettors opens into its stacks, which are ticked one by one."""
    _, lines = group
    following = next((one.line.number for one in lines if one.line.number not in at.round.ticked), 0)
    stacks = tuple(_stack(at, one, key="+" if keyed and one.line.number == following else "") for one in lines)
    return Row(
        name=_name(group),
        title=at.area(area).first,
        lines=tuple(at.odds(odds_of(at, one)) for one in lines if one.wins)[:1],
        right=at.money(moved(lines)),
        controls=stacks,
        framed=framed,
        done=ticked(at, lines),
        tone=Tone.WINNER if any(one.wins for one in lines) else Tone.PLAIN,
        act=None if ticked(at, lines) else at.change(framed=_name(group)),
    )


def _stack(at: AtTable, one: Settling, *, key: str) -> Control:
    number = one.line.number
    done = number in at.round.ticked
    return Control(
        name=f"pay:stack:{number}",
        label=Line(f"{at.whose(one.who)} {at.money(one.stake)}".strip()),
        sub=at.label("returned") if one.back else Line(f"+{at.money(one.moves)}"),
        act=None if done else _ticks(at, (one,)),
        waits=at.label("paid-already"),
        key=key,
        picked=done,
    )


def _titled(at: AtTable, lines: tuple[Settling, ...]) -> str:
    """Whose it is where no disc says it; what goes back to him or went back, and what is exactly due beside the chips.

    What went back in the course of the round is only checked here: it is never returned a second time.
    """
    who, exact = lines[0].who, exactly(lines)
    before = sum(one.back for one in lines if one.line.number in at.round.returned)
    back = sum(one.back for one in lines) - before
    told = [] if who[0] is not None else [bettor_line(at.seeing.words, who).first]
    if back:
        told.append(at.label("return-amount", amount=at.money(back)).first)
    if before:
        told.append(at.label("check-returned", amount=at.money(before)).first)
    if exact != moved(lines):
        told.append(at.label("exactly-due", amount=at.money(exact)).first)
    return " · ".join(told)


def _stacks(at: AtTable, told: tuple[str, ...], lines: tuple[Settling, ...]) -> tuple[str, ...]:
    """An area of several bettors is settled stack by stack."""
    if len(lines) == 1:
        name = at.whose(lines[0].who)
        return (f"{name}: {told[0]}", *told[1:]) if name else told
    ends = (at.label("returned").first if one.back else f"+{at.money(one.moves)}" for one in lines)
    named = (f"{at.whose(one.who)} {at.money(one.stake)}".strip() for one in lines)
    return tuple(f"{stack} {end}" for stack, end in zip(named, ends, strict=True))


# Bets off


def _winning(at: AtTable) -> tuple[Block, ...]:
    """No amounts are known: the winning areas with their odds."""
    rows = tuple(
        Row(name=f"wins:{place}", title=at.area(area).first, right=at.odds(odds), tone=Tone.WINNER)
        for place, (area, odds) in enumerate(won_areas(at))
    )
    return (Heading(text=at.label("pay-these"), note=at.label("not-tracked").first), Rows(rows=rows, dense=True))
