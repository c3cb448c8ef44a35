"""Bets are open: taken seat by seat, with what the limits say of them, until they are closed."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.guided import Step
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Wager
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Control, Gap, Heading, Note
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.part import Part
from dealer_app.showing.play.area_keys import KIND
from dealer_app.showing.play.asked_of_bettors import asked_of_bettors, said_to_bettors, to_advise
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import bettor_line
from dealer_app.showing.play.holding import holding
from dealer_app.showing.play.limits_watched import ORDER, at_closing, over_limits, placed_first, without_chips
from dealer_app.showing.play.nexts import given, next_step
from dealer_app.showing.play.placing import placing, proposed, seat_unfinished, unfit
from dealer_app.showing.play.same_again import same_again
from dealer_app.showing.play.seat_codes import SeatCodes
from dealer_app.showing.play.totals import bets_by_type
from dealer_app.showing.play.track import track
from dealer_app.showing.play.typing_amounts import too_long
from dealer_app.showing.texts import line

SECOND = 1_000_000


def betting(at: AtTable) -> Part:
    part = Part(work=_work(at), primary=_primary(at), track=track(at))
    asked = asked_of_bettors(at)
    if not asked:
        return _after_asking(at, part) if at.guide.facts.get("under_minimum") else part
    why, clause = line(at.seeing.words, lambda words: words.reason(at.guide)), at.guide.why
    if to_advise(at):
        why = line(at.seeing.words, lambda words: words.put("why", "no-more-bets.under_minimum"))
        clause = at.rules.clause("under-minimum")
    return replace(part, instruction=asked, why=why, clauses=(clause,), say=said_to_bettors(at))


def _after_asking(at: AtTable, part: Part) -> Part:
    """Who bets too little was asked: bets are closed as they always are."""
    step = at.guide.step.value
    instruction = line(at.seeing.words, lambda words: words.put("step", step))
    why = line(at.seeing.words, lambda words: words.put("why", step))
    clauses = (at.rules.clause("bets-close"),)
    return replace(part, instruction=instruction, why=why, clauses=clauses, say=said_to_bettors(at))


def choosing(at: AtTable) -> bool:
    """Whether a bet is being made: a seat, an area or an amount is chosen."""
    fingers = at.fingers
    return at.keyed and (fingers.seat is not None or fingers.area is not None or bool(fingers.digits))


def _work(at: AtTable) -> tuple[Block, ...]:
    if at.guide.step is Step.REJECT_EXCESS and not choosing(at):
        return (*over_limits(at), Gap())
    if not at.keyed:
        note = Note(text=at.label("bets-off"), title=at.label("bets-off-title"), tone=Tone.QUIET, framed=True)
        return (*_countdown(at), note, *holding(at), Gap())
    if choosing(at) or not at.seats:
        return (*placing(at), Gap())
    return (
        *_countdown(at),
        _choose_seat(at),
        *at_closing(at),
        *bets_by_type(at),
        Gap(),
        *same_again(at),
        *holding(at),
    )


def _choose_seat(at: AtTable) -> Note:
    """How a seat is chosen; what is keyed of it stands where its name will stand."""
    typed, codes = at.fingers.seat_digits, SeatCodes(at.seats)
    if typed:
        title = at.label("seat", seat=codes.pending(typed))
        return Note(title=title, text=at.label("rest-of-seat"), framed=True)
    if codes.length == 1:
        return Note(text=at.label("choose-seat"), tone=Tone.QUIET)
    return Note(text=at.label("choose-seat-as-shown", seat=codes.of(at.seats[0])), tone=Tone.QUIET)


def _countdown(at: AtTable) -> tuple[Block, ...]:
    """The house's betting time, which decides nothing: bets are open until the announcement.

    It runs from the moment at which they were opened, whatever else is done meanwhile.
    """
    allowed, since = at.seeing.looks.countdown_seconds, at.seeing.betting_since
    if not allowed or not since:
        return ()
    left = allowed - max(0, at.seeing.moment.counter - since) // SECOND
    tone = Tone.PLAIN if left > 0 else Tone.ATTENTION
    return (Heading(text=at.label("betting-time"), right=at.label("seconds", left=str(max(0, left))).first, tone=tone),)


def _placed(at: AtTable, wager: Wager, facts: dict[str, str | Line]) -> Line:
    """Whose bet it is, in words: who stands at a seat is not who sits there."""
    facts = {**facts, "badge": at.badge((wager.seat, wager.bettor))}
    if wager.seat is None:
        return at.label("bet-placed", **facts)
    if wager.bettor == SEATED:
        return at.label("bet-placed-at", seat=str(wager.seat), **facts)
    return at.label("bet-placed-by", who=bettor_line(at.seeing.words, (wager.seat, wager.bettor)), **facts)


def _primary(at: AtTable) -> Control:
    wager = proposed(at)
    if wager is not None:
        reason = unfit(at, wager)
        facts: dict[str, str | Line] = {"amount": at.money(wager.stake), "area": at.area(wager.area)}
        text = _placed(at, wager, facts)
        if reason is not None:
            return next_step("bet", text, waits=reason)
        behalf = at.fingers.pick("on-behalf") == "yes"
        then = at.fingers.but(area=None, digits="", picks={}, texts={})
        return next_step("bet", text, Give(command=asking(commands.PlaceBet, wager=wager, on_behalf=behalf), then=then))
    if too_long(at.fingers.digits):
        return next_step("bet", at.label("bet-unfinished"), waits=at.label("amount-too-long"))
    if at.keyed and at.seats and at.fingers.seat is None and at.fingers.seat_digits:
        return next_step("bet", at.label("bet-unfinished"), waits=seat_unfinished(at))
    if at.fingers.digits or (at.keyed and at.fingers.seat_digits):
        # The first digit of a seat or an area of two has begun a bet as well.
        return next_step("bet", at.label("bet-unfinished"), waits=at.label("choose-seat-and-area"))
    if at.keyed and at.fingers.pick(KIND):
        return next_step("bet", at.label("bet-unfinished"), waits=at.label("choose-number"))
    if at.keyed and at.fingers.area is not None:
        # A bet was begun here: Enter closes bets only from where nothing is.
        return next_step("bet", at.label("bet-unfinished"), waits=at.label("amount-hint"))
    if at.guide.step is Step.REJECT_EXCESS:
        then = at.fingers.picked(ORDER, "")
        sub = at.label("excess-returned-sub")
        return given(at, commands.RejectExcess, "excess-returned", sub=sub, then=then, placed_first=placed_first(at))
    below = to_advise(at)
    if below:
        advised = at.fingers.advised | {bet.number for bet in below}
        return next_step("advise", at.label("asked-to-raise"), at.change(advised=advised), sub=at.label("advise-sub"))
    missing = without_chips(at)
    sub = at.label("no-more-bets-sub") if not missing else at.label("never-placed", bets=str(len(missing)))
    # The seat that bet last is no longer chosen: in the next round digits choose a seat again.
    return given(at, commands.NoMoreBets, "no-more-bets", sub=sub or EMPTY, then=NOTHING, without_chips=missing)
