"""The bettors of a round as rows and as choices: by their bets where these are keyed, by seat where they are not."""

from collections.abc import Iterable, Iterator, Sequence

from dealer_app.domain.money import Money
from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.notation import read_who, who_word
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import UNNAMED_DEALER, Command, InsuranceBet, PlacedBet, Round, Who
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import NO_TEXT, Block, Control, HeadingBlock, KeysBlock, ListRow, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.kit import (
    area_text,
    bet_text,
    bettor_text,
    insurance_text,
    next_step,
)
from dealer_app.screens.labels import badge_text, chip_fault_text, label_text, money_text
from dealer_app.screens.pads import amount_blocks, leave_text, page_rows, parse_money, pick_control
from dealer_app.screens.round.table_context import open_table

_COUNT_PICK = "counts"
NOTHING_LEFT = "0"


def correctable_round(context: ScreenContext) -> Round | None:
    """The round that is on, or the last one as long as it can still be corrected."""
    return context.state.table.round or context.state.table.last


def has_keyed_bets(context: ScreenContext) -> bool:
    return open_table(context).has_keyed_bets


def table_bettors(context: ScreenContext) -> tuple[Who, ...]:
    """Who has a bet in play, seat by seat; if bets are not keyed, everybody who may sit at a seat, or the one bettor
    of a table without.
    """
    round_ = correctable_round(context)
    if has_keyed_bets(context):
        return () if round_ is None else sort_by_seat(dict.fromkeys(bet.who for bet in round_.in_play))
    return seat_bettors(context) or ((None, SEATED),)


def seat_bettors(context: ScreenContext) -> tuple[Who, ...]:
    at = open_table(context)
    return tuple((seat, SEATED) for seat in at.seats) if at.rules.layout.seats else ()


def sort_by_seat(people: Iterable[Who]) -> tuple[Who, ...]:
    """As they sit: the key of a seat keeps its place, no matter who has bet first. Without seats as they came."""
    return tuple(sorted(people, key=lambda who: (0, "") if who[0] is None else who))


def all_bettors(context: ScreenContext) -> tuple[Who, ...]:
    """Who has a bet, who is said to be one person with another, and every seat."""
    known = (who for person in context.state.table.persons for who in sorted(person, key=str))
    return sort_by_seat(dict.fromkeys((*table_bettors(context), *known, *seat_bettors(context))))


def possible_new_players(context: ScreenContext) -> tuple[Who, ...]:
    """The places of which it matters that another person has taken them, as the engine decides it (MBS 5.14)."""
    return tuple(
        who
        for who in all_bettors(context)
        if _is_accepted(context, correction_commands.NewPlayer(by=UNNAMED_DEALER, at=0, who=who))
    )


def possible_same_persons(context: ScreenContext, one: Who) -> Iterator[Who]:
    """The places that may be the same person as this one, as the engine decides it."""
    for other in all_bettors(context):
        if _is_accepted(context, correction_commands.SamePerson(by=UNNAMED_DEALER, at=0, one=one, other=other)):
            yield other


def _is_accepted(context: ScreenContext, command: Command) -> bool:
    decided = decide(rules=open_table(context).rules, state=context.state.table, command=command)
    return not isinstance(decided, Refusal)


def bets_summary(context: ScreenContext, who: Who, *, insured: bool = False) -> tuple[str, ...]:
    """`800`, `BANKER`: the sum of what lies there, and on which areas; `insured` where insurance counts with it."""
    round_ = correctable_round(context)
    if round_ is None:
        return ()
    own = [(area_text(context, bet.wager.area), bet.wager.stake) for bet in round_.in_play if bet.who == who]
    if insured:
        own += [
            (area_text(context, f"{bet.side.value}_insurance"), bet.stake)
            for bet in round_.insurance_in_play
            if bet.who == who
        ]
    if not own:
        return ()
    areas = " · ".join(dict.fromkeys(area for area, _ in own))
    return money_text(context, sum(stake for _, stake in own)), areas


def bettor_keys(
    context: ScreenContext, name: str, people: Sequence[Who], *, columns: int = 4, usual: Who | None = None
) -> KeysBlock:
    """One of these people, as a choice; `bettor_pick` reads it. `usual` is meant while nobody is touched."""
    meant = "" if usual is None else who_word(usual)
    return KeysBlock(
        controls=tuple(
            pick_control(context, name, who_word(who), _bettor_label(context, who), usual=meant) for who in people
        ),
        columns=columns,
        title=label_text(context, f"mending.{name}-title"),
    )


def _bettor_label(context: ScreenContext, who: Who) -> ScreenText:
    return ScreenText(bettor_text(context, who), short=badge_text(context, who))


def bettor_pick(context: ScreenContext, name: str) -> Who | None:
    word = context.input_state.pick(name)
    return read_who(word) if word else None


def bet_choice_rows(
    context: ScreenContext, name: str, bets: Sequence[PlacedBet | InsuranceBet], *, beside: tuple[Control, ...] = ()
) -> Block:
    """One of these bets, as rows that are picked; `beside` each is what else can be said of it."""
    rows = tuple(
        ListRow(
            name=f"{name}:{bet.number}",
            title=bettor_text(context, bet.who),
            badge=badge_text(context, bet.who),
            right=insurance_text(context, bet) if isinstance(bet, InsuranceBet) else bet_text(context, bet),
            controls=beside,
            framed=context.input_state.pick(name) == str(bet.number),
            act=SetInput(leave_text(context.input_state.with_pick(name, str(bet.number)))),
        )
        for bet in bets
    )
    return page_rows(context, rows, 6)


# What counts of each bet


def count_blocks(context: ScreenContext, bets: Sequence[PlacedBet], *, label: str) -> tuple[Block, ...]:
    """Each bet with what is left of it: all, nothing, or an amount that is keyed while its row is framed."""
    input_state = context.input_state
    rows = []
    for bet in bets:
        kept = input_state.pick(f"{_COUNT_PICK}:{bet.number}")
        framed = input_state.framed == str(bet.number)
        rows.append(
            ListRow(
                name=f"{_COUNT_PICK}:{bet.number}",
                title=bettor_text(context, bet.who),
                badge=badge_text(context, bet.who),
                lines=(bet_text(context, bet),),
                right=money_text(context, int(kept)) if kept else "",
                controls=_count_keys(context, bet, kept),
                framed=framed,
                done=bool(kept),
                act=SetInput(input_state.replace(framed="" if framed else str(bet.number), digits="", writes="")),
            )
        )
    blocks: list[Block] = [HeadingBlock(text=label_text(context, f"mending.{label}")), page_rows(context, rows, 5)]
    if any(input_state.framed == str(bet.number) for bet in bets):
        keyed = count_control(context, bets)
        blocks += amount_blocks(context, wrong=None if keyed is None else keyed.waits)
    return tuple(blocks)


def count_control(context: ScreenContext, bets: Sequence[PlacedBet]) -> Control | None:
    """The next step while an amount is keyed of what counts of a bet: it is taken first. Never more than the bet."""
    input_state = context.input_state
    bet = next((one for one in bets if input_state.framed == str(one.number)), None)
    if bet is None or not input_state.digits:
        return None
    typed = parse_money(context, input_state.digits) or Money(0)
    label = label_text(context, "mending.so-much-counts", amount=str(typed))
    waits = label_text(context, "mending.over-cap", most=str(bet.wager.stake)) if typed > bet.wager.stake else NO_TEXT
    waits = waits or chip_fault_text(context, typed)
    if waits:
        return next_step("so-much-counts", label, waits=waits)
    after = input_state.with_pick(f"{_COUNT_PICK}:{bet.number}", str(typed)).replace(framed="", digits="", writes="")
    return next_step("so-much-counts", label, act=SetInput(after))


def _count_keys(context: ScreenContext, bet: PlacedBet, kept: str) -> tuple[Control, ...]:
    input_state, name = context.input_state, f"{_COUNT_PICK}:{bet.number}"

    def key(code: str, value: str) -> Control:
        after = input_state.with_pick(name, value).replace(framed="", digits="")
        return Control(
            name=f"{name}:{code}",
            label=label_text(context, f"mending.{code}"),
            act=SetInput(after),
            picked=kept == value,
        )

    return key("all-counts", ""), key("nothing-counts", NOTHING_LEFT)


def read_counts(context: ScreenContext, bets: Sequence[PlacedBet]) -> tuple[tuple[int, Money], ...]:
    """By number, what is left of each bet of which not everything is."""
    picks = context.input_state.picks
    chosen = ((bet.number, picks.get(f"{_COUNT_PICK}:{bet.number}", "")) for bet in bets)
    return tuple((number, Money(int(kept))) for number, kept in chosen if kept)
