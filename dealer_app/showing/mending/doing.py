"""What the dealer does with cards, chips and the dealing device in a case, and says that it is done."""

from collections.abc import Mapping

from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide.over_limits import differential_excess, over_differential
from dealer_app.domain.round.decide.planning import reconstruction_decision
from dealer_app.domain.round.needs import (
    CardsAsideNeeded,
    ChangesNeeded,
    ComparisonNeeded,
    ReconstructionNeeded,
    ReplacementNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.state import Case, InsuranceBet, PlacedBet
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, CardRow, CardShown, Control, Face, Gap, Heading, Keys, Note, Row, Weight
from dealer_app.showing.card_signs import card_keyed
from dealer_app.showing.chips import against_chips
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import Tone
from dealer_app.showing.mending.answering import Work
from dealer_app.showing.mending.bettors import bets_keyed, round_at_hand
from dealer_app.showing.mending.part_of import opens_form, who_decides
from dealer_app.showing.mending.picking import amount_blocks, card_pad, money_keyed, paged
from dealer_app.showing.mending.saying import (
    area_text,
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

VOID = "void-round"
_BETS_SHOWN, _BETS_OF_A_PAGE = 6, 4
"""With the keys that turn the page the void still stands below them in a small window, apart from all else."""


def done(seeing: Seeing, code: str, command: Command, *, note: str) -> Work:
    """A sentence of what to do, and that it is done."""
    act = Give(command=command, then=seeing.fingers.closed())
    return (Note(text=say(seeing, note)),), primary(code, say(seeing, code), act=act)


def reconstruction(seeing: Seeing, need: ReconstructionNeeded) -> Work:
    """The page shows where each card goes; that it cannot be done is for somebody else to say (ruling O7)."""
    rules, case = rules_of(seeing), seeing.state.table.cases[-1]
    role, clause = rules.decider(reconstruction_decision(rules, case.trouble))
    beyond = opens_form(seeing, "cannot-reconstruct", say(seeing, "cannot-reconstruct"), icon="warning")
    work = (
        Note(text=say(seeing, "lay-line"), clauses=clauses_of(seeing, need.clause)),
        Keys(controls=(opens_form(seeing, "lay-cards", say(seeing, "not-what-happened")), beyond), columns=2),
        who_decides(seeing, role, clause),
    )
    act = Give(command=asking(commands.ConfirmReconstruction), then=seeing.fingers.closed())
    return work, primary("reconstructed", say(seeing, "reconstructed"), act=act)


def comparison(seeing: Seeing, need: ComparisonNeeded) -> Work:
    """Neither shoe nor display prevails: what lies otherwise is corrected, then it is as recorded."""
    correct = Control(
        name="correct-instead",
        label=say(seeing, "lies-otherwise"),
        act=Change(seeing.fingers.closed().but(panel=Panel.CORRECT)),
        icon="pencil",
    )
    work = (
        Note(text=say(seeing, "compare-line"), clauses=clauses_of(seeing, need.clause)),
        Keys(controls=(correct,), columns=1),
    )
    act = Give(command=asking(mending_commands.ConfirmComparison), then=seeing.fingers.closed())
    return work, primary("compared", say(seeing, "compared"), act=act)


def void(seeing: Seeing, need: VoidNeeded) -> Work:
    """Grave: it is pressed twice and never by Enter; before it stands what goes back to whom."""
    fingers = seeing.fingers
    confirming = fingers.confirming == VOID
    grave = Control(
        name=VOID,
        label=say(seeing, "void-confirm" if confirming else "void"),
        act=Give(command=asking(commands.ConfirmVoid), then=fingers.closed())
        if confirming
        else Change(fingers.but(confirming=VOID)),
        weight=Weight.GRAVE,
        icon="stop",
    )
    rows = _returned_rows(seeing)
    round_ = round_at_hand(seeing)
    total = "" if round_ is None or not bets_keyed(seeing) else money(seeing, round_.lying)
    work: list[Block] = [
        Heading(text=say(seeing, "bets-go-back"), right=total, clauses=clauses_of(seeing, need.clause), tone=Tone.STOP),
        paged(seeing, rows, _BETS_SHOWN if len(rows) <= _BETS_SHOWN else _BETS_OF_A_PAGE),
    ]
    if need.closes:
        work.append(Note(text=say(seeing, "shoe-closes"), tone=Tone.ATTENTION, clauses=clauses_of(seeing, need.closes)))
    # Nothing stands beside what is grave: a list of several pages has its keys just above (ui 1.9).
    work += [Gap(), Keys(controls=(grave,), columns=1)]
    return tuple(work), primary("void-waits", say(seeing, "return-bets"), waits=say(seeing, "waits-void"))


def _returned_rows(seeing: Seeing) -> list[Row]:
    """Every bet whose chips still lie there, insurance too."""
    round_ = round_at_hand(seeing)
    if round_ is None:
        return []
    rows = [_bet_row(seeing, bet) for bet in round_.in_play]
    for bet in round_.insurance:
        if bet.number not in round_.returned:
            area = area_text(seeing, f"{bet.side.value}_insurance")
            rows.append(_back(seeing, bet, area, bet.stake))
    return rows or [Row(name="back:none", title=say(seeing, "no-bets-tracked").first)]


def _bet_row(seeing: Seeing, bet: PlacedBet) -> Row:
    return _back(seeing, bet, area_text(seeing, bet.wager.area), bet.wager.stake)


def _back(seeing: Seeing, bet: PlacedBet | InsuranceBet, area: str, stake: int) -> Row:
    """Whose it is says the badge; who has no seat has a name in its place."""
    badge = badge_text(seeing, bet.who)
    whose = "" if badge else f"{bettor_text(seeing, bet.who)} · "
    return Row(name=f"back:{bet.number}", title=f"{whose}{area}", badge=badge, right=money(seeing, stake))


# A player left with a card (MBS 5.11)


def cards_aside(seeing: Seeing, need: CardsAsideNeeded) -> Work:
    work = (Note(text=say(seeing, "aside-line", cards=str(need.cards)), clauses=clauses_of(seeing, need.clause)),)
    act = Give(command=asking(mending_commands.SetCardsAside, cards=need.cards), then=seeing.fingers.closed())
    return work, primary("cards-aside", say(seeing, "cards-aside"), act=act)


def missing_cards(seeing: Seeing, case: Case) -> Work:
    """As many as the search is about are keyed, one after the other, in drawn order."""
    fingers, wanted = seeing.fingers, _missing(seeing, case)
    named = [CARDS[text] for text in fingers.pick("missing").split()]
    keyed = card_keyed(fingers)
    row = CardRow(cards=tuple(_shown(place, named) for place in range(wanted)))
    work: list[Block] = [Heading(text=say(seeing, "missing-title", cards=str(wanted))), row, *card_pad(seeing)]
    if len(named) < wanted and keyed is not None:
        more = " ".join(card.text for card in (*named, keyed))
        act: Give | Change = Change(fingers.picked("missing", more).but(rank="", suit=""))
        return tuple(work), primary("next-missing", say(seeing, "next-missing"), act=act)
    if len(named) < wanted:
        return tuple(work), primary("name-missing", say(seeing, "name-missing"), waits=say(seeing, "waits-card"))
    act = Give(command=asking(mending_commands.NameMissingCards, cards=tuple(named)), then=fingers.closed())
    again = Control(name="missing:again", label=say(seeing, "again"), act=Change(fingers.picked("missing", "")))
    work.append(Keys(controls=(again,), columns=1))
    return tuple(work), primary("name-missing", say(seeing, "name-missing"), act=act)


def _missing(seeing: Seeing, case: Case) -> int:
    """The count is told by the search itself, never by what the station knows of a card."""
    round_ = seeing.state.table.round
    assert round_ is not None, "a card is missed only in a round"
    return sum(round_.cards[place].card is None for place in case.places)


def _shown(place: int, named: list[Card]) -> CardShown:
    if place < len(named):
        return CardShown(face=Face.OPEN, card=named[place].text, number=place + 1)
    return CardShown(face=Face.PLACE, number=place + 1)


def replacement(seeing: Seeing, need: ReplacementNeeded) -> Work:
    cards = CardRow(cards=tuple(CardShown(face=Face.OPEN, card=card.text) for card in need.cards))
    act = Give(command=asking(mending_commands.ReplaceMissingCards), then=seeing.fingers.closed())
    work = (Note(text=say(seeing, "replace-line"), clauses=clauses_of(seeing, need.clause)), cards)
    return work, primary("replaced", say(seeing, "replaced"), act=act)


# Wagers once more (MBS 5.18)


def changes(seeing: Seeing, need: ChangesNeeded) -> Work:
    """Less on the heavier hand, more on the lighter; then it is ended, and what is left over is for somebody else."""
    round_, fingers = seeing.state.table.round, seeing.fingers
    assert round_ is not None, "wagers change only in a round"
    sides = over_differential(rules_of(seeing), seeing.state.table)
    work: list[Block] = [Note(text=say(seeing, "changes-line"), clauses=clauses_of(seeing, need.clause))]
    changed = () if sides is None else tuple(bet for bet in round_.in_play if bet.wager.area in sides)
    framed = next((bet for bet in changed if str(bet.number) == fingers.framed), None)
    work.append(differential_note(seeing))
    if sides is not None:
        work.append(paged(seeing, [_change_row(seeing, bet, sides[0]) for bet in changed], 5))
        if framed is not None:
            work += amount_blocks(seeing)
    if fingers.digits and framed is not None:
        # What is keyed is taken first: to end the changes never drops it.
        stake = money_keyed(seeing, fingers.digits) or Money(0)
        command = asking(mending_commands.ChangeWager, number=framed.number, stake=stake)
        waits = against_chips(seeing, stake)
        change = None if waits else Give(command=command, then=fingers.but(digits="", framed=""))
        return tuple(work), primary(
            f"change:{framed.number}", say(seeing, "change-to", amount=str(stake)), act=change, waits=waits
        )
    act = Give(command=asking(mending_commands.EndChanges), then=fingers.closed())
    return tuple(work), primary("changes-ended", say(seeing, "changes-ended"), act=act)


def differential_note(seeing: Seeing, left: Mapping[int, Money] | None = None) -> Note:
    """By how much the differential is still exceeded, also if only so much were left of some bets."""
    over = differential_excess(rules_of(seeing), seeing.state.table, left)
    if over:
        return Note(text=say(seeing, "differential-over", over=money(seeing, over)), tone=Tone.ATTENTION)
    return Note(text=say(seeing, "differential-met"), tone=Tone.GOOD)


def _change_row(seeing: Seeing, bet: PlacedBet, heavy: str) -> Row:
    fingers = seeing.fingers
    framed = fingers.framed == str(bet.number)
    return Row(
        name=f"wager:{bet.number}",
        title=bettor_text(seeing, bet.who),
        badge=badge_text(seeing, bet.who),
        lines=(bet_text(seeing, bet),),
        right=say(seeing, "less" if bet.wager.area == heavy else "more").first,
        framed=framed,
        act=Change(fingers.but(framed="" if framed else str(bet.number), digits="", writes="")),
    )
