"""A round as its events tell it: each card with where it came from, each bet with what became of it, the result.

What never lay open is not shown, and what the station cannot know is said to be unknown.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.baccarat.table_of_play import Coup, make_coup
from dealer_app.domain.cards import Card
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.correction_commands import CardRound, OutageRound
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.state import DrawnCard, InsuranceBet, PlacedBet, Round, SettledBet, Source, Who
from dealer_app.domain.round.visible import open_cards, visible_card
from dealer_app.domain.values import replace
from dealer_app.journal.event_registry import ROUND_EVENTS
from dealer_app.people import events as people
from dealer_app.reports.paper_report import TableBlock, TableCell, TableRow, local_time
from dealer_app.reports.periods import PeriodRecord, RecordEvent
from dealer_app.reports.report_context import ReportContext, first_alone
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.screens.labels import card_text, device_name_text
from dealer_app.station.report_orders import ReportError

_DRAW_EVENTS = (events.CardDrawn, events.CardCarriedIn)
_ORDER_EVENTS = (events.CardsReordered, correction_events.CardsTakenAsTheyLie)
_HANDS = {Place.PLAYER: "player", Place.BANKER: "banker", Place.NEITHER: "neither"}
MOST_BETS = 14
"""So many rows of bets leave room for all else on one page."""


class RoundFacts(Struct, frozen=True, kw_only=True, dict=True):
    """A past round and its events. `round` is its state at the end, corrections included; None if entered by hand."""

    number: int
    shoe: int
    happenings: tuple[RecordEvent, ...]
    round: Round | None
    draws: tuple[RecordEvent, ...]
    """For each card, in drawn order, the event with which it came."""
    by_hand: OutageRound | None = None

    @cached_property
    def coup(self) -> Coup | None:
        """What the cards make that lie open; none at a table of dice."""
        return None if self.round is None or not self.round.cards else make_coup(open_cards(self.round))

    def find(self, *kinds: type) -> tuple[RecordEvent, ...]:
        return tuple(each for each in self.happenings if isinstance(each.event, kinds))


def read_round(record: PeriodRecord) -> RoundFacts:
    """Folds the round of a record. What followed its end is part of it where it concerns a round at all."""
    number = record.period.round
    assert number is not None, "made of the record of a round"
    table, found = record.begin.table, None
    draws = list[RecordEvent]()
    for each in record.happenings:
        event = each.event
        if not isinstance(event, events.Event):
            continue
        table = apply_event(table, event)
        now = table.round or table.last
        if now is not None and now.number == number:
            found = now
        if isinstance(event, _DRAW_EVENTS):
            draws.append(each)
        elif isinstance(event, _ORDER_EVENTS) and len(event.cards) <= len(draws):
            draws[: len(event.cards)] = [draws[place] for place in event.cards]
    entered = _entered_round(record, number)
    if found is None and entered is None:
        raise ReportError("no-such-round", {"round": str(number)})
    first = record.happenings[0]
    return RoundFacts(
        number=number,
        shoe=first.shoe,
        happenings=tuple(_own_happenings(record)),
        round=found,
        draws=tuple(draws),
        by_hand=entered,
    )


def _entered_round(record: PeriodRecord, number: int) -> OutageRound | None:
    for each in record.happenings:
        if isinstance(each.event, correction_events.OutageRoundsEntered):
            place = number - each.event.first
            if 0 <= place < len(each.event.rounds):
                return each.event.rounds[place]
    return None


_OTHER_NAMES = frozenset(
    {"approval-asked", "approval-given", "approval-refused", "dispute-began", "dispute-step-noted"}
)


def _own_happenings(record: PeriodRecord) -> Iterator[RecordEvent]:
    """The events of the round, and approvals and steps of a dispute meanwhile."""
    for each in record.happenings:
        if each.entry.name in ROUND_EVENTS or each.entry.name in _OTHER_NAMES or _is_of_device(each.event):
            yield each


def _is_of_device(event: object) -> bool:
    return type(event).__name__ in {"HandDealingAllowed", "DeviceConfirmed", "DeviceIncident", "DealerRelieved"}


# Cards and dice


def deal_block(context: ReportContext, facts: RoundFacts) -> TableBlock:
    """The cards of a round; at a table of dice how the dice came to rest."""
    is_of_dice = context.rules is not None and context.rules.book.decks is None
    return _dice_block(context, facts) if is_of_dice else cards_block(context, facts)


def _dice_block(context: ReportContext, facts: RoundFacts) -> TableBlock:
    """The dice as they were read, and as they were corrected: by which device or person, and when."""
    return TableBlock(
        code="dice",
        title=context.label("dice-in-order"),
        columns=(context.column("dice"), context.column("source", wide=True), context.column("time")),
        rows=tuple(_dice_row(context, each) for each in facts.find(events.DiceRead, correction_events.DiceCorrected)),
        empty=context.label("no-dice"),
    )


def _dice_row(context: ReportContext, each: RecordEvent) -> TableRow:
    event = each.event
    assert isinstance(event, events.DiceRead | correction_events.DiceCorrected), "found by its class"
    dice = "-".join(map(str, event.dice))
    source = source_text(context, event.source)
    more = NO_TEXT
    if isinstance(event, correction_events.DiceCorrected):
        more = context.alone("dice-were", dice="-".join(map(str, event.before)))
    return TableRow(
        cells=(
            TableCell(text=ScreenText(dice), value=dice, strong=True),
            TableCell(text=first_alone(source), sub=more, value=_source_code(event.source)),
            context.time_cell(each),
        )
    )


def cards_block(context: ReportContext, facts: RoundFacts) -> TableBlock:
    """Each card in drawn order: its value where it lay open, its source, its hand, its time."""
    cards = () if facts.round is None else facts.round.cards
    carried = len(facts.draws) - len(cards)
    note = context.alone("cards-carried-on", count=str(carried)) if carried > 0 else _placement_note(context, facts)
    return TableBlock(
        code="cards",
        title=context.label("cards-in-order"),
        columns=(
            context.column("number", right=True),
            context.column("card"),
            context.column("source", wide=True),
            context.column("hand"),
            context.column("time"),
        ),
        rows=tuple(_card_row(context, facts, place, drawn) for place, drawn in enumerate(cards)),
        empty=context.label("no-cards"),
        note=note,
    )


def _placement_note(context: ReportContext, facts: RoundFacts) -> ScreenText:
    moved = facts.find(events.CardsReordered, events.Reconstructed, correction_events.CardsLaid)
    return context.alone("placements-moved" if moved else "placements-as-dealt")


def _card_row(context: ReportContext, facts: RoundFacts, place: int, drawn: DrawnCard) -> TableRow:
    came = facts.draws[place] if place < len(facts.draws) else None
    card = visible_card(drawn)
    shown = TableCell(text=context.label("face-down"), value="face-down")
    if card is not None:
        shown = TableCell(text=ScreenText(card_text(card.text)), value=card.text, strong=True)
    hand = _HANDS[drawn.put]
    mark = hand if hand != "neither" else ""
    label = context.area(mark) if mark else context.label("no-hand")
    return TableRow(
        cells=(
            TableCell(text=ScreenText(str(place + 1)), value=place + 1),
            shown,
            _source_cell(context, facts, place, came),
            TableCell(text=label, value=hand, mark=mark),
            TableCell(text=ScreenText("–")) if came is None else context.time_cell(came),
        )
    )


def _source_cell(context: ReportContext, facts: RoundFacts, place: int, came: RecordEvent | None) -> TableCell:
    """The device, or who keyed it; a later correction is beside it."""
    corrected = [
        each for each in facts.find(correction_events.CardCorrected) if getattr(each.event, "place", -1) == place
    ]
    more = NO_TEXT
    if corrected:
        before = getattr(corrected[-1].event, "before", None)
        was = ScreenText(card_text(before.text)) if isinstance(before, Card) else context.label("face-down")
        more = context.label("card-was", card=was)
    if came is None:
        return TableCell(text=context.label("not-recorded"), sub=more)
    if isinstance(came.event, events.CardCarriedIn):
        return TableCell(text=context.label("source-carried"), sub=more, value="carried-in")
    text = source_text(context, getattr(came.event, "source", None))
    return TableCell(
        text=first_alone(text), sub=first_alone(more), value=_source_code(getattr(came.event, "source", None))
    )


def source_text(context: ReportContext, source: Source | None) -> ScreenText:
    """`Card shoe, reading no. 17`, `keyed in by Dealer D1, approved by Pit Supervisor S1`."""
    if source is None:
        return context.label("not-recorded")
    parts = []
    if source.device:
        kind = context.screen.devices.get(source.device, "")
        name = device_name_text(context.words, kind, source.device)
        parts.append(context.label("source-report", device=name, report=source.report) if source.report else name)
    if source.keyed_by:
        parts.append(context.label("source-keyed", who=context.person(source.keyed_by)))
    if source.approved_by:
        parts.append(context.label("source-approved", who=context.person(source.approved_by)))
    return ScreenText(", ".join(part.first for part in parts), ", ".join(part.second or part.first for part in parts))


def _source_code(source: Source | None) -> str | None:
    """`shoe reading-17 keyed-by-D1`, for a program: the same in every language."""
    if source is None:
        return None
    parts = (
        ("", source.device),
        ("reading-", source.report),
        ("keyed-by-", source.keyed_by),
        ("approved-by-", source.approved_by),
    )
    return " ".join(f"{kind}{value}" for kind, value in parts if value)


# Bets


def bet_rows(context: ReportContext, facts: RoundFacts, disputed: frozenset[Who] = frozenset()) -> tuple[TableRow, ...]:
    """Each bet as it lay at closing, when it was keyed, and what it came to; insurance after them.

    Those of a guest who disputes are marked.
    """
    round_ = facts.round
    if round_ is None:
        return ()
    lines = {line.number: line for line in round_.settled}
    keyed: dict[int, RecordEvent] = {}
    for each in facts.happenings:
        match each.event:
            case events.BetPlaced(bet=bet) | events.InsuranceTaken(bet=bet):
                keyed[bet.number] = each
            case _:
                pass
    every: tuple[PlacedBet | InsuranceBet, ...] = (*round_.bets, *round_.insurance)
    return tuple(
        replace(
            _bet_row(
                context, bet, lines.get(bet.number), keyed.get(bet.number), returned=bet.number in round_.returned
            ),
            marked=bet.who in disputed,
        )
        for bet in every
    )


def _bet_row(
    context: ReportContext,
    bet: PlacedBet | InsuranceBet,
    line: SettledBet | None,
    keyed: RecordEvent | None,
    *,
    returned: bool,
) -> TableRow:
    area = f"{bet.side.value}_insurance" if isinstance(bet, InsuranceBet) else str(bet.wager.area)
    stake = bet.stake if isinstance(bet, InsuranceBet) else bet.wager.stake
    result, pays, net = (
        TableCell(text=context.label("not-settled"), value="open"),
        TableCell(text=ScreenText("–")),
        NO_CELL,
    )
    if returned:
        result, net = TableCell(text=context.label("result-returned"), value="returned"), context.money_cell(0)
    elif line is not None:
        result = TableCell(text=context.label(f"result-{line.result}"), value=line.result)
        net = context.money_cell(line.chip_amount, sign=True)
        if line.result == "win" and line.counts:
            odds = Fraction(line.gross, 1) / line.counts
            pays = TableCell(
                text=context.alone("odds", win=str(odds.numerator), stake=str(odds.denominator)),
                value=f"{odds.numerator}/{odds.denominator}",
            )
    return TableRow(
        cells=(
            TableCell(
                text=first_alone(context.bettor(bet.who)),
                value=" ".join(str(part) for part in bet.who if part is not None),
            ),
            context.area_cell(area),
            context.money_cell(stake),
            TableCell(text=context.label("not-recorded")) if keyed is None else context.time_cell(keyed),
            result,
            pays,
            net,
        )
    )


NO_CELL = TableCell(text=ScreenText("–"))


def bets_block(context: ReportContext, facts: RoundFacts, rows: tuple[TableRow, ...], code: str = "bets") -> TableBlock:
    title = "bets-at-closing" if code == "bets" else "more-bets"
    return TableBlock(
        code=code,
        title=context.label(title),
        columns=(
            context.column("bettor"),
            context.column("area", wide=True),
            context.column("stake", right=True),
            context.column("keyed", right=True),
            context.column("result"),
            context.column("pays", right=True),
            context.column("net", right=True),
        ),
        rows=rows,
        empty=context.label("no-bets"),
        note=_bets_note(context, facts),
        new_page=code != "bets",
    )


def _bets_note(context: ReportContext, facts: RoundFacts) -> ScreenText:
    round_ = facts.round
    if round_ is None or not round_.chips:
        return NO_TEXT
    total = sum(stake for _, _, stake in round_.chips)
    return context.alone("bets-total", count=str(len(round_.chips)), amount=context.money(total))


def settlement_text(context: ReportContext, facts: RoundFacts) -> ScreenText:
    """What the house collected and paid, and when."""
    ended = facts.find(events.RoundConcluded)
    if context.record.is_running:
        return context.label("not-settled-now")
    if not ended:
        return context.label("not-settled-yet")
    event, entry = ended[-1].event, ended[-1].entry
    assert isinstance(event, events.RoundConcluded), "found by its class"
    return context.label(
        "collected-paid",
        collected=context.money(event.collected),
        paid=context.money(event.paid),
        net=context.money(event.collected - event.paid),
        time=local_time(entry.utc, entry.offset).strftime("%H:%M:%S"),
    )


# Approvals


def approval_rows(context: ReportContext, facts: RoundFacts) -> Iterator[TableRow]:
    """Who approved what, in which position, to the second."""
    asked = {each.event.number: each.event for each in facts.happenings if isinstance(each.event, people.ApprovalAsked)}
    for each in facts.happenings:
        event = each.event
        if not isinstance(event, people.ApprovalGiven | people.ApprovalRefused):
            continue
        about = asked.get(event.number)
        position = event.position.value + (" (acting)" if event.acting else "")
        refused = isinstance(event, people.ApprovalRefused)
        yield TableRow(
            cells=(
                context.time_cell(each),
                TableCell(
                    text=first_alone(context.person(event.by, position)),
                    sub=context.label("answer-refused" if refused else "answer-given"),
                    value=event.by,
                ),
                context.clause_cell("" if about is None else about.asked.clause),
                TableCell(text=ScreenText(event.surveillance or "–"), value=event.surveillance),
            )
        )


def approvals_block(context: ReportContext, facts: RoundFacts) -> TableBlock:
    return TableBlock(
        code="approvals",
        title=context.label("approvals"),
        columns=(
            context.column("time"),
            context.column("approved-by", wide=True),
            context.column("clause"),
            context.column("surveillance"),
        ),
        rows=tuple(approval_rows(context, facts)),
        empty=context.label("no-approvals"),
    )


def outcome_text(context: ReportContext, outcome: str) -> ScreenText:
    """`BANKER`, or the dice with their sum."""
    if outcome in ("player", "banker", "tie"):
        return context.area(outcome)
    if outcome.replace("-", "").isdecimal():
        return ScreenText(f"{outcome} = {sum(map(int, outcome.split('-')))}")
    return ScreenText(outcome)


def outage_outcome(entered: OutageRound) -> str:
    if isinstance(entered, CardRound):
        return entered.winner.value
    return "–" if entered.dice is None else "-".join(map(str, entered.dice))
