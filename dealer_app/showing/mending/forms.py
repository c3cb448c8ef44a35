"""What else is put right from the list of irregularities: cards laid elsewhere, claims, bets found wrong, persons.

Each form makes one command of the engine; those that a higher position decides are signed here.
"""

from collections.abc import Callable, Mapping, Sequence

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.planning import reconstruction_decision
from dealer_app.domain.round.mending_commands import BetFault
from dealer_app.domain.round.persons import person_of
from dealer_app.domain.round.state import Who
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Keys, Note, Row
from dealer_app.showing.chips import against_chips
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.bettors import (
    bet_choices,
    everybody,
    may_be_new,
    may_be_one,
    round_at_hand,
    who_keys,
    who_picked,
)
from dealer_app.showing.mending.card_by_hand import CAME, card_came
from dealer_app.showing.mending.cards_shown import drawn_order
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.picking import (
    amount_blocks,
    choice,
    money_keyed,
    paged,
    reason_blocks,
    reason_of,
    text_entry,
)
from dealer_app.showing.mending.saying import bettor_text, primary, rules_of, say, trouble_line, trouble_name
from dealer_app.showing.mending.signing import signature
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_WAGERS = "wagers"


def _form(
    seeing: Seeing, command: type[Command], left: tuple[Block, ...], given: Command | None, waits: Line = EMPTY
) -> Overlay:
    """A form of the dealer's own."""
    title = line(seeing.words, lambda words: words.command(command))
    act = None if given is None or waits else Give(command=given, then=seeing.fingers.closed())
    return panel(seeing, "form", title, left=left, primary=primary("form", title, act=act, waits=waits), icon="pencil")


def _signed(  # noqa: PLR0913 - what is decided, by whom, and what is still missing
    seeing: Seeing,
    command: type[Command],
    left: tuple[Block, ...],
    given: Command | None,
    *,
    decision: str,
    waits: Line = EMPTY,
    asked_by: str = "",
) -> Overlay:
    """A form that a higher position signs."""
    title = line(seeing.words, lambda words: words.command(command))
    role, clause = rules_of(seeing).decider(decision)
    sign = signature(seeing, role, clause, asked_by=asked_by)
    waits = waits or sign.waits
    act = None if given is None or waits else Give(command=given, by=sign.by, then=seeing.fingers.closed())
    return panel(
        seeing,
        "form",
        title,
        left=left,
        right=sign.blocks,
        primary=primary("form", title, act=act, waits=waits),
        icon="shield",
    )


# Cards


_PLACES = {Place.PLAYER: "place-player", Place.BANKER: "place-banker", Place.NEITHER: "place-neither"}


def lay_cards(seeing: Seeing) -> Overlay:
    """Where each card really lies: only the dealer knows."""
    round_, fingers = round_at_hand(seeing), seeing.fingers
    drawn = () if round_ is None else round_.cards
    put = tuple(Place(fingers.pick(f"put:{at}", card.put.value)) for at, card in enumerate(drawn))
    rows = tuple(
        Row(
            name=f"put:{at}",
            title=say(seeing, "card-number", number=str(at + 1)).first,
            controls=tuple(
                Control(
                    name=f"put:{at}:{place.value}",
                    label=say(seeing, code),
                    act=Change(fingers.picked(f"put:{at}", place.value)),
                    picked=lies is place,
                )
                for place, code in _PLACES.items()
            ),
        )
        for at, lies in enumerate(put)
    )
    left: list[Block] = [] if round_ is None else [drawn_order(seeing, round_)]
    left.append(paged(seeing, rows, 6))
    # A settled round is taken up again only for a card that lies elsewhere.
    same = seeing.state.table.round is None and put == tuple(card.put for card in drawn)
    waits = say(seeing, "waits-lies-elsewhere") if same else EMPTY
    return _form(seeing, mending_commands.LayCards, tuple(left), asking(mending_commands.LayCards, put=put), waits)


def cannot_reconstruct(seeing: Seeing) -> Overlay:
    cases = seeing.state.table.cases
    reason = reason_of(seeing)
    return _signed(
        seeing,
        mending_commands.CannotReconstruct,
        reason_blocks(seeing, ("order-not-known", "cards-moved", "cards-mixed")),
        asking(mending_commands.CannotReconstruct, reason=reason),
        decision=reconstruction_decision(rules_of(seeing), cases[-1].trouble if cases else ""),
        waits=EMPTY if reason else say(seeing, "waits-reason"),
        asked_by=cases[-1].reported_by if cases else "",
    )


def cutting_card_out(seeing: Seeing) -> Overlay:
    left = (Note(text=say(seeing, "cutting-card-line")),)
    return _form(seeing, commands.CuttingCardOut, left, asking(commands.CuttingCardOut))


def replace_cards(seeing: Seeing) -> Overlay:
    """The round that is on is finished with the old ones (v4 5.11.2, MBS 5.13)."""
    reason = reason_of(seeing)
    return _signed(
        seeing,
        mending_commands.ReplaceCards,
        reason_blocks(seeing, ("cards-worn", "cards-marked", "house-decides")),
        asking(mending_commands.ReplaceCards, reason=reason),
        decision="replacement_of_cards",
        waits=EMPTY if reason else say(seeing, "waits-reason"),
    )


def return_carried(seeing: Seeing) -> Overlay:
    return _signed(
        seeing,
        mending_commands.ReturnCarriedCards,
        (Note(text=say(seeing, "return-carried-line")),),
        asking(mending_commands.ReturnCarriedCards),
        decision="return_of_a_carried_card",
    )


# Bets


def allow_wagers(seeing: Seeing) -> Overlay:
    """Fewer wagers an area than the document allows, or again as many as it does (MBS 3.7.1)."""
    rules, chosen = rules_of(seeing), seeing.fingers.pick(_WAGERS)
    most = rules.book.limits.most_wagers_per_area
    assert most is not None, "listed only where wagers are counted"
    fewer = tuple(choice(seeing, _WAGERS, str(each), Line(str(each)), key=str(each)) for each in range(1, most))
    as_many = choice(seeing, _WAGERS, str(most), say(seeing, "as-the-document", most=str(most)), key=str(most))
    wanted = None if chosen in ("", str(most)) else int(chosen)
    return _signed(
        seeing,
        commands.AllowWagers,
        (Keys(controls=(*fewer, as_many), columns=3, title=say(seeing, "wagers-title")),),
        asking(commands.AllowWagers, most=wanted),
        decision="fewer_wagers_per_area",
        waits=EMPTY if chosen else say(seeing, "waits-wagers"),
    )


def bet_fault(fault: BetFault, trouble: str) -> Callable[[Seeing], Overlay]:
    """A bet that came, grew, went or moved after closing, or is no money; one that was not keyed has no number."""

    def form(seeing: Seeing) -> Overlay:
        fingers, round_ = seeing.fingers, round_at_hand(seeing)
        bets = () if round_ is None else round_.in_play
        chosen = fingers.pick("bet")
        bet = next((one for one in bets if str(one.number) == chosen), None)
        left: list[Block] = [Note(text=trouble_line(seeing, trouble), framed=True)]
        if bets:
            left.append(bet_choices(seeing, "bet", bets))
        accepted = None
        if fault is BetFault.LATE and bet is not None:
            accepted = money_keyed(seeing, fingers.digits or "0")
            left.append(Note(text=say(seeing, "lay-at-closing", amount=str(accepted or 0)), framed=True))
            left += amount_blocks(seeing)
        # Of a late bet digits are what lay there: they never begin a text that nobody touched.
        seen = text_entry(seeing, "text", say(seeing, "what-was-seen"), waits_for_touch=fault is BetFault.LATE)
        left.append(seen)
        given = asking(
            mending_commands.ReportBet,
            fault=fault,
            number=None if bet is None else bet.number,
            accepted=accepted,
            text=fingers.text("text").strip(),
        )
        title = trouble_name(seeing, trouble)
        wrong = bet is not None and accepted is not None and accepted >= bet.wager.stake
        waits = say(seeing, "waits-less") if wrong else against_chips(seeing, accepted)
        act = None if waits else Give(command=given, then=fingers.closed())
        step = primary("form", say(seeing, "report"), act=act, waits=waits)
        return panel(seeing, "form", title, left=tuple(left), primary=step, icon="warning")

    return form


# People


def hold_for_claim(seeing: Seeing) -> Overlay:
    """What is claimed, in the words of the table, and whose claim it is where somebody says it."""
    reason, who = reason_of(seeing), who_picked(seeing, "who")
    waits = EMPTY if reason else say(seeing, "waits-claim")
    said = reason_blocks(seeing, _claims(seeing), label="claim-text")
    there = everybody(seeing) if rules_of(seeing).layout.seats else ()
    left = (*said, who_keys(seeing, "who", there, columns=6)) if there else said
    text = reason if who is None else f"{bettor_text(seeing, who)}: {reason}"
    return _form(seeing, commands.HoldForClaim, left, asking(commands.HoldForClaim, text=text), waits)


def _claims(seeing: Seeing) -> tuple[str, ...]:
    """What bettors usually claim: of a payment, of a bet, of the result, and of an offer where there are any."""
    usual = ("claims-unpaid", "claims-payment", "claims-collected", "claims-bet", "claims-result")
    return (*usual, "claims-offer") if rules_of(seeing).book.insurance is not None else usual


def new_player(seeing: Seeing) -> Overlay:
    who = who_picked(seeing, "who")
    given = None if who is None else asking(mending_commands.NewPlayer, who=who)
    left = (who_keys(seeing, "who", may_be_new(seeing)),)
    waits = EMPTY if who is not None else say(seeing, "waits-who")
    return _form(seeing, mending_commands.NewPlayer, left, given, waits)


def same_person(seeing: Seeing) -> Overlay:
    """Two places that are not one person yet, and have not chosen differently."""
    one = who_picked(seeing, "who")
    others = () if one is None else tuple(may_be_one(seeing, one))
    return _two(seeing, mending_commands.SamePerson, everybody(seeing), others)


def two_persons(seeing: Seeing) -> Overlay:
    """Two places that are one person."""
    table = seeing.state.table
    one = who_picked(seeing, "who")
    person = frozenset() if one is None else person_of(table, one) - {one}
    known = [who for each in table.persons for who in sorted(each, key=str)]
    return _two(seeing, mending_commands.TwoPersons, known, sorted(person, key=str))


def _two(
    seeing: Seeing,
    command: type[mending_commands.SamePerson | mending_commands.TwoPersons],
    first: Sequence[Who],
    second: Sequence[Who],
) -> Overlay:
    one, other = who_picked(seeing, "who"), who_picked(seeing, "other")
    left = (who_keys(seeing, "who", first), who_keys(seeing, "other", second))
    both = one is not None and other in second
    given = asking(command, one=one, other=other) if both else None
    return _form(seeing, command, left, given, EMPTY if both else say(seeing, "waits-two"))


def hand_over(seeing: Seeing) -> Overlay:
    """Winnings kept for a bettor who had left."""
    who, reason = who_picked(seeing, "who"), reason_of(seeing)
    kept = tuple(dict.fromkeys(owed for owed, _ in seeing.state.table.unclaimed))
    given = None if who is None else asking(mending_commands.HandOver, who=who, text=reason)
    waits = say(seeing, "waits-who") if who is None else EMPTY
    return _signed(
        seeing,
        mending_commands.HandOver,
        (who_keys(seeing, "who", kept), *reason_blocks(seeing, ("came-back", "taken-in-charge"))),
        given,
        decision="claim",
        waits=waits or (EMPTY if reason else say(seeing, "waits-reason")),
    )


FORMS: Mapping[str, Callable[[Seeing], Overlay]] = {
    CAME: card_came,
    "lay-cards": lay_cards,
    "cannot-reconstruct": cannot_reconstruct,
    "cutting-card-out": cutting_card_out,
    "replace-cards": replace_cards,
    "return-carried-cards": return_carried,
    "allow-wagers": allow_wagers,
    "late-bet": bet_fault(BetFault.LATE, "late-bet"),
    "withdrawn-bet": bet_fault(BetFault.WITHDRAWN, "withdrawn-bet"),
    "moved-bet": bet_fault(BetFault.MOVED, "moved-bet"),
    "stake-without-value": bet_fault(BetFault.WITHOUT_VALUE, "stake-without-value"),
    "hold-for-claim": hold_for_claim,
    "new-player": new_player,
    "same-person": same_person,
    "two-persons": two_persons,
    "hand-over": hand_over,
}
"""By the code under which each stands in the list of irregularities."""
