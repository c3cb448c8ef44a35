"""The bettors of a round as rows and as choices: by their bets where these are keyed, by seat where they are not."""

from collections.abc import Iterator, Sequence

from dealer_app.domain.money import Money
from dealer_app.domain.round import mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.notation import read_who, who_word
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DEALER, InsuranceBet, PlacedBet, Round, Who
from dealer_app.domain.round.table import BetKeeping
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Row
from dealer_app.showing.chips import against_chips
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.letters import left
from dealer_app.showing.mending.picking import amount_blocks, choice, money_keyed, paged
from dealer_app.showing.mending.saying import (
    area_text,
    badge_text,
    bet_text,
    bettor_text,
    insurance_text,
    money,
    primary,
    rules_of,
    say,
)
from dealer_app.showing.seeing import Seeing

_COUNTS = "counts"
NOTHING_LEFT = "0"


def round_at_hand(seeing: Seeing) -> Round | None:
    """The round that is on, or the last one as long as it can still be mended."""
    return seeing.state.table.round or seeing.state.table.last


def bets_keyed(seeing: Seeing) -> bool:
    table = seeing.state.table.table
    return table is not None and table.bets is BetKeeping.KEYED


def people_at_table(seeing: Seeing) -> tuple[Who, ...]:
    """Who has a bet in play; bets not keyed, whoever may sit at a seat, or the one bettor of a table without seats."""
    round_ = round_at_hand(seeing)
    if bets_keyed(seeing):
        return () if round_ is None else tuple(dict.fromkeys(bet.who for bet in round_.in_play))
    return seats_of(seeing) or ((None, SEATED),)


def seats_of(seeing: Seeing) -> tuple[Who, ...]:
    table = seeing.state.table.table
    if table is None or not rules_of(seeing).layout.seats:
        return ()
    return tuple((seat, SEATED) for seat in rules_of(seeing).seats(table))


def everybody(seeing: Seeing) -> tuple[Who, ...]:
    """Who has a bet, who is said to be one person with another, and every seat."""
    known = (who for person in seeing.state.table.persons for who in sorted(person, key=str))
    return tuple(dict.fromkeys((*people_at_table(seeing), *known, *seats_of(seeing))))


def may_be_new(seeing: Seeing) -> tuple[Who, ...]:
    """The places of which it matters that another person has taken them, as the engine decides it (MBS 5.14)."""
    return tuple(
        who for who in everybody(seeing) if _heard(seeing, mending_commands.NewPlayer(by=DEALER, at=0, who=who))
    )


def may_be_one(seeing: Seeing, one: Who) -> Iterator[Who]:
    """The places that may be the same person as this one, as the engine decides it."""
    for other in everybody(seeing):
        if _heard(seeing, mending_commands.SamePerson(by=DEALER, at=0, one=one, other=other)):
            yield other


def _heard(seeing: Seeing, command: Command) -> bool:
    decided = decide(rules=rules_of(seeing), state=seeing.state.table, command=command)
    return not isinstance(decided, Refusal)


def bets_line(seeing: Seeing, who: Who) -> tuple[str, ...]:
    """`800`, `BANKER`: the sum of what lies there, and on which areas."""
    round_ = round_at_hand(seeing)
    own = [] if round_ is None else [bet for bet in round_.in_play if bet.who == who]
    if not own:
        return ()
    areas = " · ".join(dict.fromkeys(area_text(seeing, bet.wager.area) for bet in own))
    return money(seeing, sum(bet.wager.stake for bet in own)), areas


def who_keys(seeing: Seeing, name: str, people: Sequence[Who], *, columns: int = 4, usual: Who | None = None) -> Keys:
    """One of these people, as a choice; `who_picked` reads it. `usual` is meant while nobody is touched."""
    meant = "" if usual is None else who_word(usual)
    return Keys(
        controls=tuple(choice(seeing, name, who_word(who), _who_label(seeing, who), usual=meant) for who in people),
        columns=columns,
        title=say(seeing, f"{name}-title"),
    )


def _who_label(seeing: Seeing, who: Who) -> Line:
    return Line(bettor_text(seeing, who), short=badge_text(seeing, who))


def who_picked(seeing: Seeing, name: str) -> Who | None:
    word = seeing.fingers.pick(name)
    return read_who(word) if word else None


def bet_choices(
    seeing: Seeing, name: str, bets: Sequence[PlacedBet | InsuranceBet], *, beside: tuple[Control, ...] = ()
) -> Block:
    """One of these bets, as rows that are picked; `beside` each is what else can be said of it."""
    rows = tuple(
        Row(
            name=f"{name}:{bet.number}",
            title=bettor_text(seeing, bet.who),
            badge=badge_text(seeing, bet.who),
            lines=(say(seeing, "bet-number", number=str(bet.number)).first,),
            right=insurance_text(seeing, bet) if isinstance(bet, InsuranceBet) else bet_text(seeing, bet),
            controls=beside,
            framed=seeing.fingers.pick(name) == str(bet.number),
            act=Change(left(seeing.fingers.picked(name, str(bet.number)))),
        )
        for bet in bets
    )
    return paged(seeing, rows, 6)


# What counts of each bet


def counted_rows(seeing: Seeing, bets: Sequence[PlacedBet], *, label: str) -> tuple[Block, ...]:
    """Each bet with what is left of it: all, nothing, or an amount that is keyed while its row is framed."""
    fingers = seeing.fingers
    rows = []
    for bet in bets:
        kept = fingers.pick(f"{_COUNTS}:{bet.number}")
        framed = fingers.framed == str(bet.number)
        rows.append(
            Row(
                name=f"{_COUNTS}:{bet.number}",
                title=bettor_text(seeing, bet.who),
                badge=badge_text(seeing, bet.who),
                lines=(bet_text(seeing, bet),),
                right=money(seeing, int(kept)) if kept else "",
                controls=_count_keys(seeing, bet, kept),
                framed=framed,
                done=bool(kept),
                act=Change(fingers.but(framed="" if framed else str(bet.number), digits="", writes="")),
            )
        )
    blocks: list[Block] = [Heading(text=say(seeing, label)), paged(seeing, rows, 5)]
    if any(fingers.framed == str(bet.number) for bet in bets):
        keyed = count_keyed(seeing, bets)
        blocks += amount_blocks(seeing, wrong=None if keyed is None else keyed.waits)
    return tuple(blocks)


def count_keyed(seeing: Seeing, bets: Sequence[PlacedBet]) -> Control | None:
    """The next step while an amount is keyed of what counts of a bet: it is taken first. Never more than the bet."""
    fingers = seeing.fingers
    bet = next((one for one in bets if fingers.framed == str(one.number)), None)
    if bet is None or not fingers.digits:
        return None
    typed = money_keyed(seeing, fingers.digits) or Money(0)
    label = say(seeing, "so-much-counts", amount=str(typed))
    waits = say(seeing, "over-cap", most=str(bet.wager.stake)) if typed > bet.wager.stake else EMPTY
    waits = waits or against_chips(seeing, typed)
    if waits:
        return primary("so-much-counts", label, waits=waits)
    after = fingers.picked(f"{_COUNTS}:{bet.number}", str(typed)).but(framed="", digits="", writes="")
    return primary("so-much-counts", label, act=Change(after))


def _count_keys(seeing: Seeing, bet: PlacedBet, kept: str) -> tuple[Control, ...]:
    fingers, name = seeing.fingers, f"{_COUNTS}:{bet.number}"

    def key(code: str, value: str) -> Control:
        after = fingers.picked(name, value).but(framed="", digits="")
        return Control(name=f"{name}:{code}", label=say(seeing, code), act=Change(after), picked=kept == value)

    return key("all-counts", ""), key("nothing-counts", NOTHING_LEFT)


def counts_picked(seeing: Seeing, bets: Sequence[PlacedBet]) -> tuple[tuple[int, Money], ...]:
    """By number, what is left of each bet of which not everything is."""
    picks = seeing.fingers.picks
    chosen = ((bet.number, picks.get(f"{_COUNTS}:{bet.number}", "")) for bet in bets)
    return tuple((number, Money(int(kept))) for number, kept in chosen if kept)
