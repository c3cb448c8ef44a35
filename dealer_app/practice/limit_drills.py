"""Drills on limits: what of a bet is accepted before closing, what of it counts after, and who decides the rest.

The right answers are those of the limits of the domain. Each wrong one is what they give under one changed rule: the
lighter side forgotten, no floor at the minimum, shares where bets are still open, the other document's maximum.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random

from msgspec import Struct

from dealer_app.domain.limits import (
    AreaLimits,
    DifferentialReading,
    TableLimits,
    area_totals,
    bets_below_minimum,
    count_joint_bets,
    differential_overrun,
    find_excess,
    heavy_sides,
)
from dealer_app.domain.money import Money
from dealer_app.domain.policies import MaximumUnnoticed
from dealer_app.domain.round.guide import bettor_fact
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.rulebook import Differential, LimitScope, Rulebook
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Bettor, Wager
from dealer_app.practice.card_drills import gather_mistakes, require_any
from dealer_app.practice.drill_table import Ask, NotAskedError
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, DrillScene, Exercise, SceneBet, Slip

_STANDING = Bettor("standing-1")
_LABELS = (Bettor("red"), Bettor("blue"), Bettor("green"), Bettor("yellow"), Bettor("violet"))
_SHARES = (Fraction(1, 2), Fraction(2, 3), Fraction(3, 4), Fraction(4, 5))
_HEAVY_BETS = 3
_NO_SIDE = "none"


def ask_limits(ask: Ask) -> Exercise:
    """What the skill asks of the limits of the table."""
    return _ASKED[ask.text("ask")](ask)


class LimitCase(Struct, frozen=True, kw_only=True):
    """The sign at the table, the bets in the order of placing, and the one that is asked about."""

    limits: TableLimits
    wagers: tuple[Wager, ...]
    asked: int
    again: bool = False
    """Whether its bettor has been paid or collected under the minimum before (MBS 5.14)."""

    @property
    def wager(self) -> Wager:
        return self.wagers[self.asked]

    def count_asked(self, book: Rulebook) -> Fraction | None:
        """What of the bet asked about counts; None if somebody has to say."""
        before = (self.asked,) if self.again else ()
        return count_joint_bets(book, self.limits, self.wagers, under_minimum_before=before)[self.asked].counts

    def accept_asked(self, book: Rulebook) -> Money:
        """What of the bet asked about is accepted while bets are open."""
        rejected = {one.place: one.accepted for one in find_excess(book, self.limits, self.wagers)}
        return rejected.get(self.asked, self.wager.stake)


def _scene(ask: Ask, case: LimitCase, *, asked: bool = True) -> DrillScene:
    return DrillScene(
        bets=tuple(SceneBet(wager, wager.stake) for wager in case.wagers),
        asked=case.asked if asked else None,
        unit=ask.table.unit,
        limits=case.limits,
    )


def _case_facts(case: LimitCase) -> dict[str, str]:
    """The bet, its bettor and the figures on the sign that hold for its area."""
    wager, limits = case.wager, case.limits
    return {
        "area": wager.area,
        "bettor": bettor_fact((wager.seat, wager.bettor)),
        "stake": str(wager.stake),
        "minimum": str(limits.minimum(wager.area) or 0),
        "maximum": str(limits.maximum(wager.area) or 0),
        "differential": str(next(iter(limits.differentials.values()), 0)),
    }


# The bets


def _places(ask: Ask) -> list[Who]:
    """Where bettors can be: the seats, or at a table without them the colours of chips."""
    seats = ask.table.rules.layout.seats
    return [(seat, SEATED) for seat in seats] if seats else [(None, label) for label in _LABELS]


def _bet(ask: Ask, area: Area, chips: int, who: Who) -> Wager:
    return Wager(area=area, stake=Money(chips * ask.table.unit), seat=who[0], bettor=who[1])


def _money(ask: Ask, chips: int) -> Money:
    return Money(chips * ask.table.unit)


def _differential(ask: Ask, chance: Random) -> Differential:
    layout = ask.table.rules.layout
    offered = [one for one in ask.table.rules.book.limits.differentials if set(one.sides) <= set(layout.areas)]
    return chance.choice(require_any(offered))


def _is_by_box(ask: Ask) -> bool:
    """Whether the Differential is what one box may hold, and not of the whole table (ruling L4)."""
    return DifferentialReading.from_rulebook(ask.table.rules.book) is DifferentialReading.BY_BOX


def _excess_case(ask: Ask, chance: Random) -> tuple[LimitCase, Fraction]:
    """A side, or a box, over its Differential; made so that each share is a whole number of chips; and that share."""
    differential, share = _differential(ask, chance), chance.choice(_SHARES)
    heavy, light = chance.sample(list(differential.sides), 2)
    chips = [share.denominator * chance.randint(4, 20) for _ in range(_HEAVY_BETS)]
    allowed = int(sum(chips) * share)
    against = 0
    if _is_by_box(ask):
        seat = chance.choice(ask.table.rules.layout.seats)
        box = [(seat, bettor) for bettor in (_STANDING, SEATED, Bettor("standing-2"))]
        wagers = [_bet(ask, heavy, each, who) for each, who in zip(chips, box, strict=True)]
    else:
        places = chance.sample(_places(ask), _HEAVY_BETS + 1)
        against = chance.randint(1, allowed // 2)
        wagers = [_bet(ask, heavy, each, who) for each, who in zip(chips, places, strict=False)]
        wagers.insert(chance.randint(0, _HEAVY_BETS), _bet(ask, light, against, places[-1]))
    limits = TableLimits(
        general=AreaLimits(minimum=_money(ask, 1)),
        differentials={differential.code: _money(ask, allowed - against)},
    )
    asked = chance.choice([place for place, wager in enumerate(wagers) if wager.area == heavy])
    return LimitCase(limits=limits, wagers=tuple(wagers), asked=asked), share


def _with_minimum(case: LimitCase, minimum: Money) -> LimitCase:
    return replace(case, limits=replace(case.limits, general=AreaLimits(minimum=minimum)))


def _side_area(ask: Ask, chance: Random) -> Area:
    return chance.choice(_differential(ask, chance).sides)


def _count_differential(ask: Ask, chance: Random) -> LimitCase:
    return _excess_case(ask, chance)[0]


def _count_floor(ask: Ask, chance: Random) -> LimitCase:
    """The share is under the minimum, the bet is not (5.1.1)."""
    case, share = _excess_case(ask, chance)
    chips = case.wager.stake // ask.table.unit
    return _with_minimum(case, _money(ask, chance.randint(int(chips * share) + 1, chips)))


def _count_under(ask: Ask, chance: Random) -> LimitCase:
    """A bet under the minimum on the side that is over its Differential (5.1.2)."""
    case, _ = _excess_case(ask, chance)
    return _with_minimum(case, Money(case.wager.stake + _money(ask, chance.choice((1, 2, 5)))))


def _count_maximum(ask: Ask, chance: Random) -> LimitCase:
    """Over the maximum of a bet, or of a box, and not seen until bets were closed."""
    book = ask.table.rules.book
    if book.policies.maximum_unnoticed.value is MaximumUnnoticed.SHIFT_MANAGER:
        raise NotAskedError
    return _over_maximum(ask, chance)


def _over_maximum(ask: Ask, chance: Random) -> LimitCase:
    """One bet over the maximum; or, where the maximum is that of a box, two bettors who are over it together."""
    area, places = _side_area(ask, chance), chance.sample(_places(ask), 2)
    if ask.table.rules.book.limits.maximum_of is LimitScope.BET:
        most = chance.choice((20, 30, 50, 100))
        chips = most + chance.choice((1, 3, 5, 10, 20))
        limits = AreaLimits(minimum=_money(ask, 1), maximum=_money(ask, most))
        return LimitCase(limits=TableLimits(general=limits), wagers=(_bet(ask, area, chips, places[0]),), asked=0)
    share = chance.choice(_SHARES)
    chips_of_both = [share.denominator * chance.randint(4, 20) for _ in places]
    most = int(sum(chips_of_both) * share)
    limits = AreaLimits(minimum=_money(ask, 1), maximum=_money(ask, most))
    wagers = tuple(_bet(ask, area, chips, who) for chips, who in zip(chips_of_both, places, strict=True))
    return LimitCase(limits=TableLimits(general=limits), wagers=wagers, asked=chance.randint(0, 1))


def _count_minimum(ask: Ask, chance: Random) -> LimitCase:
    """A single bet under the minimum, not seen until bets were closed."""
    least = chance.choice((4, 5, 10, 20))
    wager = _bet(ask, _side_area(ask, chance), chance.randint(1, least - 1), chance.choice(_places(ask)))
    limits = TableLimits(general=AreaLimits(minimum=_money(ask, least)))
    return LimitCase(limits=limits, wagers=(wager,), asked=0)


def _count_again(ask: Ask, chance: Random) -> LimitCase:
    """The same, of a bettor who was paid or collected so once before."""
    return replace(_count_minimum(ask, chance), again=True)


_COUNT_CASES: Mapping[str, Callable[[Ask, Random], LimitCase]] = {
    "differential": _count_differential,
    "floor": _count_floor,
    "under": _count_under,
    "maximum": _count_maximum,
    "minimum": _count_minimum,
    "again": _count_again,
}


# What counts, after closing


def _ask_count(ask: Ask) -> Exercise:
    """What of a bet wins or loses by the limits."""
    book = ask.table.rules.book
    case = _COUNT_CASES[ask.text("case")](ask, ask.chance())
    counts = case.count_asked(book)
    assert counts is not None, "asked where nobody has to decide"
    right = _exact(counts)
    question = DrillQuestion(
        code="limits-count-again" if case.again else "limits-count",
        form=AnswerForm.AMOUNT,
        right=right,
        mistakes=gather_mistakes(right, _count_slips(book, case, counts)),
        usual=Slip(Cause.PAY_PRO_RATA, "reckoned-wrong"),
        clause=ask.clause,
        facts={**_case_facts(case), "counts": right[0][0]},
        why=f"limits-count.{_count_reason(ask, book)}",
    )
    return ask.exercise(_scene(ask, case), (question,))


def _count_reason(ask: Ask, book: Rulebook) -> str:
    """The documents treat a maximum and a minimum differently, and so it is said differently why."""
    match ask.text("case"):
        case "maximum":
            return f"maximum.{book.policies.maximum_unnoticed.value.value}"
        case "minimum":
            return f"minimum.{book.policies.under_minimum.value.value}"
        case other:
            return other


def _exact(amount: Fraction) -> tuple[Answer, ...]:
    assert amount.denominator == 1, "the bets were made for whole amounts"
    return ((str(amount),),)


def _count_slips(book: Rulebook, case: LimitCase, counts: Fraction) -> Iterator[tuple[Answer, Slip]]:
    """One changed rule each."""
    stake, limits, cause = case.wager.stake, case.limits, Cause.PAY_PRO_RATA
    yield _amount(stake), Slip(cause, "whole-stake")
    no_floor = replace(case, limits=replace(limits, general=replace(limits.general, minimum=None)))
    yield from _fraction(no_floor.count_asked(book), Slip(cause, "minimum-forgotten"))
    least, most = limits.minimum(case.wager.area), limits.maximum(case.wager.area)
    if least is not None and stake < least:
        yield _amount(0), Slip(cause, "returned-under-minimum")
        yield _amount(least), Slip(cause, "raised-to-minimum")
    if most is not None:
        yield _amount(most), Slip(cause, "to-the-maximum")
        yield _amount(0), Slip(cause, "returned-over-maximum")
    for heavy in heavy_sides(book, limits, case.wagers):
        alone = Fraction(stake * limits.differentials[heavy.differential.code], heavy.total)
        yield from _fraction(alone, Slip(cause, "lighter-side-forgotten"))
        yield from _fraction(Fraction(stake - heavy.overrun), Slip(cause, "excess-of-one-bet"))
    accepted = case.accept_asked(book)
    if accepted != stake:
        yield _amount(accepted), Slip(cause, "rejected-after-closing")
    if counts and stake > counts:
        yield _amount(int(stake - counts)), Slip(cause, "excess-for-share")


def _amount(amount: int) -> Answer:
    return (str(amount),)


def _fraction(amount: Fraction | None, slip: Slip) -> Iterator[tuple[Answer, Slip]]:
    """What a rule gives where it is an amount that can be keyed."""
    if amount is not None and amount.denominator == 1 and amount >= 0:
        yield _amount(int(amount)), slip


# What is accepted, before closing


def _accept_differential(ask: Ask, chance: Random) -> LimitCase:
    """The last bet on the heavier side for which there is room, in part."""
    book = ask.table.rules.book
    while True:
        case, _ = _excess_case(ask, chance)
        case = replace(case, asked=_cut_place(book, case))
        if case.accept_asked(book):
            return case


def _cut_place(book: Rulebook, case: LimitCase) -> int:
    """The first bet of which something is rejected."""
    return find_excess(book, case.limits, case.wagers)[0].place


def _accept_seated(ask: Ask, chance: Random) -> LimitCase:
    """A standing bettor placed first in the box; the seated one has priority all the same (RWS 5.1)."""
    book = ask.table.rules.book
    if book.limits.seated_first_clause is None:
        raise NotAskedError
    differential = _differential(ask, chance)
    heavy, light = chance.sample(list(differential.sides), 2)
    seat, other = chance.sample(list(ask.table.rules.layout.seats), 2)
    standing, seated = chance.choice(((20, 30), (30, 30), (40, 60), (50, 40), (70, 30)))
    against = 0 if _is_by_box(ask) else chance.choice((5, 10, 20))
    room = seated + chance.randint(1, standing - 1)
    wagers = (
        _bet(ask, heavy, standing, (seat, _STANDING)),
        _bet(ask, heavy, seated, (seat, SEATED)),
        *([_bet(ask, light, against, (other, SEATED))] if against else []),
    )
    limits = TableLimits(
        general=AreaLimits(minimum=_money(ask, 1)),
        differentials={differential.code: _money(ask, room - against)},
    )
    return LimitCase(limits=limits, wagers=wagers, asked=chance.randint(0, 1))


def _accept_part_under(ask: Ask, chance: Random) -> LimitCase:
    """There is room for a part that is under the minimum: the whole bet is refused (ruling L8)."""
    book, case = ask.table.rules.book, _accept_differential(ask, chance)
    part = case.accept_asked(book) // ask.table.unit
    stake = case.wager.stake // ask.table.unit
    return _with_minimum(case, _money(ask, min(part + chance.choice((1, 2, 5)), stake)))


def _accept_maximum(ask: Ask, chance: Random) -> LimitCase:
    """A bet over the maximum of its bettor or of its box."""
    case = _over_maximum(ask, chance)
    return replace(case, asked=_cut_place(ask.table.rules.book, case))


_ACCEPT_CASES: Mapping[str, Callable[[Ask, Random], LimitCase]] = {
    "differential": _accept_differential,
    "seated": _accept_seated,
    "part-under": _accept_part_under,
    "maximum": _accept_maximum,
}


def _ask_accept(ask: Ask) -> Exercise:
    """What of a bet is accepted: the rest is rejected before bets are closed."""
    book = ask.table.rules.book
    case = _ACCEPT_CASES[ask.text("case")](ask, ask.chance())
    right: tuple[Answer, ...] = (_amount(case.accept_asked(book)),)
    question = DrillQuestion(
        code="limits-accept",
        form=AnswerForm.AMOUNT,
        right=right,
        mistakes=gather_mistakes(right, _accept_slips(book, case)),
        usual=Slip(Cause.PAY_PRO_RATA, "reckoned-wrong"),
        clause=ask.clause,
        facts={**_case_facts(case), "accepted": right[0][0]},
        why=f"limits-accept.{ask.text('case')}",
    )
    return ask.exercise(_scene(ask, case), (question,))


def _accept_slips(book: Rulebook, case: LimitCase) -> Iterator[tuple[Answer, Slip]]:
    """One changed rule each."""
    stake, limits, cause = case.wager.stake, case.limits, Cause.PAY_PRO_RATA
    yield _amount(stake), Slip(cause, "nothing-rejected")
    yield _amount(0), Slip(cause, "all-rejected")
    yield from _fraction(case.count_asked(book), Slip(cause, "share-before-closing"))
    no_floor = replace(case, limits=replace(limits, general=replace(limits.general, minimum=None)))
    yield _amount(no_floor.accept_asked(book)), Slip(cause, "part-under-minimum")
    if book.limits.seated_first_clause is not None:
        by_turn = replace(book, limits=replace(book.limits, seated_first_clause=None))
        yield _amount(case.accept_asked(by_turn)), Slip(cause, "seated-not-first")
    side = [wager for wager in case.wagers if wager.area == case.wager.area]
    alone = replace(case, wagers=tuple(side), asked=side.index(case.wager))
    yield _amount(alone.accept_asked(book)), Slip(cause, "lighter-side-forgotten")
    accepted = case.accept_asked(book)
    if accepted:
        yield _amount(stake - accepted), Slip(cause, "excess-for-rest")


# Which side, and by how much


def _table_case(ask: Ask, chance: Random) -> LimitCase:
    """A side over a Differential of the whole table, where it is read so."""
    if _is_by_box(ask):
        raise NotAskedError
    return _excess_case(ask, chance)[0]


def _ask_side(ask: Ask) -> Exercise:
    """Which side is over its Differential, if one is: up to the limit none is (ruling L1)."""
    chance, book = ask.chance(), ask.table.rules.book
    case = _table_case(ask, chance)
    if chance.random() < 1 / 3:
        ((code, limit),) = case.limits.differentials.items()
        enough = Money(limit + differential_overrun(book, case.limits, case.wagers))
        case = replace(case, limits=replace(case.limits, differentials={code: enough}))
    heavy = heavy_sides(book, case.limits, case.wagers)
    sides = [side for one in book.limits.differentials for side in one.sides if side in ask.table.rules.layout.areas]
    right: tuple[Answer, ...] = ((heavy[0].side if heavy else _NO_SIDE,),)
    question = DrillQuestion(
        code="limits-side",
        form=AnswerForm.CHOICE,
        choices=(*sides, _NO_SIDE),
        right=right,
        mistakes=gather_mistakes(right, _side_slips(case, bool(heavy))),
        usual=Slip(Cause.AREA_WRONG, "side-misread"),
        clause=ask.clause,
        facts={**_case_facts(case), "side": right[0][0]},
        why="limits-side" if heavy else "limits-side-none",
    )
    return ask.exercise(_scene(ask, case, asked=False), (question,))


def _side_slips(case: LimitCase, is_over: bool) -> Iterator[tuple[Answer, Slip]]:
    lies = area_totals(case.wagers)
    light, heavy = sorted(lies, key=lambda area: lies[area])
    yield (light,), Slip(Cause.AREA_WRONG, "lighter-side")
    if is_over:
        yield (_NO_SIDE,), Slip(Cause.AREA_MISSED, "excess-not-seen")
    else:
        yield (heavy,), Slip(Cause.AREA_WRONG, "limit-only-reached")


def _ask_overrun(ask: Ask) -> Exercise:
    """By how much a Differential is exceeded."""
    book = ask.table.rules.book
    case = _table_case(ask, ask.chance())
    over = differential_overrun(book, case.limits, case.wagers)
    right: tuple[Answer, ...] = (_amount(over),)
    question = DrillQuestion(
        code="limits-overrun",
        form=AnswerForm.AMOUNT,
        right=right,
        mistakes=gather_mistakes(right, _overrun_slips(book, case)),
        usual=Slip(Cause.PAY_ARITHMETIC, "added-wrong"),
        clause=ask.clause,
        facts={**_case_facts(case), "over": str(over)},
        why="limits-overrun",
    )
    return ask.exercise(_scene(ask, case, asked=False), (question,))


def _overrun_slips(book: Rulebook, case: LimitCase) -> Iterator[tuple[Answer, Slip]]:
    for heavy in heavy_sides(book, case.limits, case.wagers):
        limit = case.limits.differentials[heavy.differential.code]
        lighter = heavy.allowed - limit
        yield _amount(heavy.total - lighter), Slip(Cause.PAY_ARITHMETIC, "limit-not-deducted")
        yield _amount(max(0, heavy.total - limit)), Slip(Cause.PAY_ARITHMETIC, "lighter-side-forgotten")


# Who is advised, and who decides


def _ask_below(ask: Ask) -> Exercise:
    """Whose bets are under the minimum: each bettor's own in the box, or all that lies in it (ruling O14)."""
    chance, book = ask.chance(), ask.table.rules.book
    area, places = _side_area(ask, chance), _places(ask)
    other = next(side for one in book.limits.differentials if area in one.sides for side in one.sides if side != area)
    least = chance.choice((4, 5, 10, 20))
    chips = [chance.choice((least - 1, least, chance.randint(1, least - 1), 2 * least)) for _ in range(4)]
    chosen = sorted(chance.sample(places, 4), key=places.index)
    wagers = tuple(
        _bet(ask, chance.choice((area, area, other)), each, who) for each, who in zip(chips, chosen, strict=True)
    )
    limits = TableLimits(general=AreaLimits(minimum=_money(ask, least)))
    below = bets_below_minimum(book, limits, wagers)
    bettors = tuple(bettor_fact((wager.seat, wager.bettor)) for wager in wagers)
    question = DrillQuestion(
        code="limits-below",
        form=AnswerForm.AREAS,
        choices=bettors,
        right=(tuple(bettors[place] for place in below),),
        usual=Slip(Cause.AREA_WRONG, "bets-misread"),
        clause=ask.clause,
        facts={"minimum": str(_money(ask, least)), "count": str(len(below))},
        why=f"limits-below.{book.limits.minimum_of.value}",
        part="bettor",
    )
    case = LimitCase(limits=limits, wagers=wagers, asked=0)
    return ask.exercise(_scene(ask, case, asked=False), (question,))


def _ask_decider(ask: Ask) -> Exercise:
    """From which role on it may be decided, where the limits alone do not say: the one that the document names."""
    rules, chance = ask.table.rules, ask.chance()
    decision = ask.text("decision")
    if not rules.has_decider(decision):
        raise NotAskedError
    if ask.text("case") == "maximum":
        if rules.book.policies.maximum_unnoticed.value is not MaximumUnnoticed.SHIFT_MANAGER:
            raise NotAskedError
        case = _over_maximum(ask, chance)
    else:
        case = _excess_case(ask, chance)[0]
    role, clause = rules.decider(decision)
    roles = [each.code for each in sorted(rules.book.roles, key=lambda each: each.rank)]
    right: tuple[Answer, ...] = ((role,),)
    question = DrillQuestion(
        code=f"limits-decider.{ask.text('case')}",
        part="role",
        form=AnswerForm.CHOICE,
        choices=tuple(roles),
        right=right,
        mistakes=gather_mistakes(right, _role_slips(rules, roles, role)),
        usual=Slip(Cause.IRREGULARITY_APPROVER, "other-role"),
        clause=clause,
        facts={**_case_facts(case), "role": role},
        why=f"limits-decider.{ask.text('case')}",
    )
    return ask.exercise(_scene(ask, case, asked=ask.text("case") == "maximum"), (question,))


def _role_slips(rules: Rules, roles: Sequence[str], right: str) -> Iterator[tuple[Answer, Slip]]:
    """Somebody lower may not; somebody higher may, but is not the first who may."""
    for each in roles:
        code = "role-above" if rules.may_act(each, right) else "role-too-low"
        yield (each,), Slip(Cause.IRREGULARITY_APPROVER, code, {"role": each})


_ASKED: Mapping[str, Callable[[Ask], Exercise]] = {
    "count": _ask_count,
    "accept": _ask_accept,
    "side": _ask_side,
    "overrun": _ask_overrun,
    "below": _ask_below,
    "decider": _ask_decider,
}
