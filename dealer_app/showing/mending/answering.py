"""What is asked of the dealer and of the bettors in a case: was it announced, and who goes on."""

from collections.abc import Sequence

from dealer_app.domain.round import commands
from dealer_app.domain.round.commands import Option
from dealer_app.domain.round.decide.card_plans import withheld_options
from dealer_app.domain.round.decide.choosing import bettors, may_apply_options, options_return
from dealer_app.domain.round.needs import OptionsNeeded
from dealer_app.domain.round.persons import one_of_each
from dealer_app.domain.round.state import Case, Phase, PlacedBet, Round, Who
from dealer_app.domain.round.trouble import Trouble
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Note, Row
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.mending.bettors import bets_keyed, bets_line, people_at_table
from dealer_app.showing.mending.picking import choice, is_on, paged, toggle
from dealer_app.showing.mending.saying import (
    badge_text,
    bet_text,
    bettor_text,
    clauses_of,
    money,
    primary,
    rules_of,
    say,
)
from dealer_app.showing.seeing import Seeing

Work = tuple[tuple[Block, ...], Control]
"""What stands on the rail, and its next step."""

_ROWS_SHOWN, _ROWS_OF_A_PAGE = 9, 8
_OFFER = Trouble.CARD_DURING_OFFER.value


def answer(seeing: Seeing, case: Case) -> Work:
    """Was it announced? Both answers are picked first: neither is the default, for one of them may void the round."""
    offer = case.trouble == _OFFER
    codes = ("offered-refused", "not-offered") if offer else ("announced", "not-announced")
    keys = tuple(
        choice(seeing, "announced", value, say(seeing, code), key=str(place))
        for place, (value, code) in enumerate(zip(("yes", "no"), codes, strict=True), start=1)
    )
    picked = seeing.fingers.pick("announced")
    work: list[Block] = [Keys(controls=keys, columns=1)]
    if picked == "yes" and not offer:
        work += _on_behalf(seeing)
    act = None
    if picked:
        missing = _without_chips(seeing) if picked == "yes" else frozenset()
        command = asking(commands.Answer, announced=picked == "yes", without_chips=missing)
        act = Give(command=command, then=seeing.fingers.closed())
    return tuple(work), primary("answer", say(seeing, "give-answer"), act=act, waits=say(seeing, "waits-answer"))


def _on_behalf(seeing: Seeing) -> tuple[Block, ...]:
    """A bet on behalf exists only with its chips on the layout."""
    rows = [
        Row(
            name=f"behalf:{bet.number}",
            title=bettor_text(seeing, bet.who),
            badge=badge_text(seeing, bet.who),
            lines=(bet_text(seeing, bet),),
            controls=(toggle(seeing, f"no-chips:{bet.number}", say(seeing, "no-chips")),),
        )
        for bet in _bets_on_behalf(seeing)
    ]
    return (Heading(text=say(seeing, "on-behalf")), paged(seeing, rows, 4)) if rows else ()


def _bets_on_behalf(seeing: Seeing) -> tuple[PlacedBet, ...]:
    """Only while bets are open: afterwards it has been said of each whether its chips lay there."""
    round_ = seeing.state.table.round
    if round_ is None or round_.phase is not Phase.BETTING:
        return ()
    return tuple(bet for bet in round_.in_play if bet.on_behalf)


def _without_chips(seeing: Seeing) -> frozenset[int]:
    return frozenset(bet.number for bet in _bets_on_behalf(seeing) if is_on(seeing.fingers, f"no-chips:{bet.number}"))


# Options


def options(seeing: Seeing, case: Case, need: OptionsNeeded) -> Work:
    """Every bettor goes on or has his bets returned; one choice a person (ruling O10)."""
    table, rules = seeing.state.table, rules_of(seeing)
    people = one_of_each(table, bettors(table)) if bets_keyed(seeing) else people_at_table(seeing)
    silent = [who for who in people if who not in case.chosen]
    framed = _framed(seeing, people, silent)
    rows = [_option_row(seeing, case, who, framed=who == framed) for who in [*silent, *_answered(people, case)]]
    answered = say(seeing, "answered-of", answered=str(len(people) - len(silent)), all=str(len(people)))
    heading = Heading(text=say(seeing, "options"), right=answered.first, clauses=clauses_of(seeing, need.clause))
    why_not = may_apply_options(rules, table)
    act = None if why_not is not None else Give(command=asking(commands.ApplyOptions), then=seeing.fingers.closed())
    waits = say(seeing, "waits-bettor", bettor=_word(silent[0])) if silent else say(seeing, "waits-answer")
    of_a_page = _ROWS_SHOWN if len(rows) <= _ROWS_SHOWN else _ROWS_OF_A_PAGE
    return (heading, paged(seeing, rows, of_a_page)), primary(
        "apply-options", say(seeing, "apply-options"), act=act, sub=_goes_back(seeing), waits=waits
    )


def options_withheld(seeing: Seeing, case: Case) -> tuple[Block, ...]:
    """The options that nobody has, because an outcome is established: every bet stands (ruling O4)."""
    clause = withheld_options(rules_of(seeing), case.trouble, established=bool(case.established))
    if clause is None:
        return ()
    note = say(seeing, "not-given")
    heading = Heading(text=say(seeing, "options"), right=note.first, clauses=clauses_of(seeing, clause))
    return heading, Note(text=say(seeing, "all-stand"), tone=Tone.QUIET, spare=True)


def _goes_back(seeing: Seeing) -> Line:
    """What the choices come to in chips."""
    rules, table = rules_of(seeing), seeing.state.table
    if table.round is None or may_apply_options(rules, table) is not None:
        return EMPTY
    return returned_then(seeing, table.round, options_return(rules, table))


def returned_then(seeing: Seeing, round_: Round, numbers: frozenset[int]) -> Line:
    """What the dealer returns with this step, the one time that he is told to: `Return 1: 1,100 · 3S: 500`."""
    back: dict[Who, int] = {}
    for number, who, stake in round_.chips:
        if number in numbers:
            back[who] = back.get(who, 0) + stake
    told = (
        f"{badge_text(seeing, who) or bettor_text(seeing, who)}: {money(seeing, amount)}"
        for who, amount in back.items()
    )
    return say(seeing, "apply-returns", amounts=" · ".join(told)) if back else EMPTY


def _answered(people: Sequence[Who], case: Case) -> list[Who]:
    return [who for who in people if who in case.chosen]


def _framed(seeing: Seeing, people: Sequence[Who], silent: Sequence[Who]) -> Who | None:
    """Digits choose for this row: the one that was touched, or the first that has not answered."""
    touched = next((who for who in people if _word(who) == seeing.fingers.framed), None)
    return touched or (silent[0] if silent else None)


def _word(who: Who) -> str:
    seat, bettor = who
    return bettor if seat is None else f"{seat} {bettor}"


def _option_row(seeing: Seeing, case: Case, who: Who, *, framed: bool) -> Row:
    chosen = case.chosen.get(who)

    def key(option: Option, digit: str) -> Control:
        return Control(
            name=f"option:{_word(who)}:{option.value}",
            label=say(seeing, f"option-{option.value}"),
            act=Give(command=asking(commands.ChooseOption, who=who, option=option), then=seeing.fingers.but(framed="")),
            key=digit if framed else "",
            picked=chosen == option.value,
        )

    amount, *areas = bets_line(seeing, who) or ("",)
    # The disc has the seat; a bettor without one is named.
    named = () if badge_text(seeing, who) or not amount else (bettor_text(seeing, who),)
    return Row(
        name=f"bettor:{_word(who)}",
        title=amount or bettor_text(seeing, who),
        badge=badge_text(seeing, who),
        lines=(*named, *areas),
        controls=(key(Option.CONTINUE, "1"), key(Option.RETURN, "2")),
        framed=framed,
        done=chosen is not None,
        act=Change(seeing.fingers.but(framed=_word(who))),
    )
