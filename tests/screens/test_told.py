"""What happened is told with when, by whom and by which clause; no card before it lies open or is read anew."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

import pytest

from dealer_app.device_questions import DeviceKind
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import correction_commands, correction_events, events
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import OrderNeeded
from dealer_app.domain.round.state import (
    Case,
    GuestAnswer,
    InsuranceBet,
    Person,
    PlacedBet,
    ShoeStep,
    Source,
    TableState,
)
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.round.visible import has_blind_reading
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Bettor, Wager
from dealer_app.journal.event_registry import JOURNAL_EVENTS, PEOPLE_EVENTS, ROUND_EVENTS, STATION_EVENTS
from dealer_app.people.events import ApprovalGiven, ApprovalRefused
from dealer_app.people.positions import Position
from dealer_app.screens.event_texts import event_rows, event_text, visible_events
from dealer_app.screens.labels import card_text
from dealer_app.screens.timeline import (
    EVENT_CODES,
    EVENTS_PER_ROUND,
    ROUNDS_KEPT,
    Timeline,
    TimelineEvent,
    append_event,
    build_timeline,
    merge_timelines,
)
from dealer_app.station_events import (
    ChecklistKind,
    DeviceConfirmed,
    DeviceIncident,
    DisputeStep,
    HandDealingAllowed,
    Incident,
    UncleanStop,
)
from dealer_app.texts import Language, Words, language_pair
from tests.support.journals import play_script
from tests.support.rounds import MBS, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import state_context, table_context
from tests.support.traces import Script, read_scripts

CARD = re.compile(r"(?:10|[A2-9JQK])[♠♥♣♦]")
BETS_CLOSED = events.BetsClosed(late=False)
AT = 1_800_000_000_000_000
"""08:00:00 UTC, which is 16:00:00 at the table."""
DEVICE_ANSWERS = ("nothing", "same", "aside", "counts", "keyed")
MADE = {"station", "bets-closed-late", "offer-closed-late", "card-player", "card-banker", "card-neither"} | {
    "winnings-kept-back",
    "cards-given-nobody",
    "device-passed-back",
    "wagers-allowed-all",
    "result-again",
    "irregularity",
    "a-device",
    "devices-set-up-none",
    "clock-checked-alone",
    *(f"device-settled-{ending}" for ending in ("taken", "overtaken", *DEVICE_ANSWERS)),
    "rounds-voided-lost",
    "need-met-read",
    "need-met-approved",
    "need-met-withdrawn",
    "shoe-step-done-with",
    "outage-answered-yes",
    "outage-answered-no",
    *(f"dispute-step-{step.value}" for step in DisputeStep),
    "device-confirmed-dice",
    *(f"checklist-{kind.value}{faults}" for kind in ChecklistKind for faults in ("", "-faults")),
    "insurance-offer-on",
    "insurance-offer-off",
    "bet-of-no-amount",
    "claim-raised-by",
    *(f"claim-closed-{answer.value}" for answer in GuestAnswer),
    "no-bet",
}


def happened(*found: object, badge: str = "B1", position: str = "dealer") -> Timeline:
    return build_timeline(
        TimelineEvent(event, AT + number * 1_000_000, 480, badge, position) for number, event in enumerate(found)
    )


NOT_SHOWN: Mapping[str, str] = {
    "BetTicked": "one for each bet that is paid; what the round came to is shown",
    "ReportMade": "what the report opens and does is shown, and if it is taken back",
    "NeedsChanged": "what a case still needs is on its page",
    "TableClosed": "nothing is shown of a table that is closed",
}
"""Events of a table that are not on the timeline, and why: a new one is shown, or it stands here."""


def test_an_event_of_a_table_is_on_the_timeline_or_has_its_reason_not_to_be() -> None:
    hidden = {event.__name__ for event in get_args(events.Event) if event not in EVENT_CODES}
    assert hidden == set(NOT_SHOWN)


NOT_OF_A_TABLE = """
account-added account-changed account-disabled account-enabled acting-assigned acting-ended alarm-acknowledged
alarm-ended alarm-raised alarm-shelved approval-asked live-odds-switched look-began look-ended shoe-order-decided
shoe-order-found table-held
currency-demanded currency-shown
approval-lapsed approval-used approval-withdrawn backup-alarm-seen backup-failed backup-made backups-planned
backups-removed clock-checked counter-began-anew device-asked devices-set-up disk-filled-up
keyed-by-hand limits-confirmed lock-ended locked-out new-volume-agreed pin-attempted pin-set rulebook-in-force
result-displayed rulings-confirmed second-head-placed second-head-waived session-ended setting-changed shift-began
shift-ended station-founded supervisor-called supervisor-came tried-too-soon unknown-badge-tried
"""
"""Events of the station and its people that are no matter of a round: who is who, PINs, shifts, settings, backups,
what a device was asked, which its question shows, and the proof of what guests were shown. Alarms, the watch of the
shoe's order and live odds are for supervisors alone, and never on the dealer's screen.
"""


def test_an_event_of_station_or_people_is_on_the_timeline_or_is_known_not_to_be() -> None:
    groups = (STATION_EVENTS, PEOPLE_EVENTS)
    hidden = {name for group in groups for name, event in group.items() if event not in EVENT_CODES}
    assert hidden == set(NOT_OF_A_TABLE.split())


@pytest.mark.parametrize("language", Language)
def test_whatever_is_told_has_its_words_and_no_words_are_over(language: Language) -> None:
    """Of what no timeline has the name in the journal is the code, unless reports have words for it."""
    words = Words.load(language)
    groups = (ROUND_EVENTS, JOURNAL_EVENTS, STATION_EVENTS, PEOPLE_EVENTS)
    others = {name for group in groups for name, event in group.items() if event not in EVENT_CODES}
    codes = set(EVENT_CODES.values()) | MADE | (others - set(words.sections["report-event"]))
    own = {"approval-asked", "approval-withdrawn"}
    made = codes - {"card", "outage-answered", "dispute-step", "device-settled"}
    made -= {"insurance-offer", "checklist"}
    assert set(words.sections["happened"]) == made | own


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.path.stem)
def test_in_every_round_only_what_lies_open_is_told(script: Script, language: Language) -> None:
    words = language_pair(language, Language.EN if language is not Language.EN else Language.ZH_HANT)
    known = play_script(script)
    state, chronicle, lain = TableState(), Timeline(), set[str]()
    for done in known.happened:
        state = fold(state, done)
        for event in done:
            if isinstance(event, events.RoundBegan):
                lain = set()
            chronicle = append_event(chronicle, TimelineEvent(event, AT, 480, "B1", "dealer"))
        at_hand = state.round or state.last
        cards = () if at_hand is None else at_hand.cards
        lain |= {card_text(drawn.card.text) for drawn in cards if drawn.turned and drawn.card is not None}
        if state.table is None:
            continue
        context = state_context(known.rules, state, words=words)
        lines = [event_text(context, one).first for one in chronicle.current_events]
        shown = {found for line in lines for found in CARD.findall(line)}
        disputed = any(isinstance(need, OrderNeeded) for case in state.cases for need in case.needs)
        assert not (shown if disputed or has_blind_reading(state) else shown - lain), (lines[-3:], lain)


def test_a_line_has_its_time_its_actor_and_its_clause() -> None:
    void = events.RoundVoided(clause="5.16")
    rows = event_rows(
        table_context(RoundTable(V4)), visible_events(happened(events.RoundBegan(number=1), void).current_events)
    )
    assert [row.right for row in rows] == ["16:00:01", "16:00:00"]
    assert rows[0].lines == ("Dealer 1, Dealer · 5.16",)
    assert rows[1].title == "Round 1: bets open"


BET = PlacedBet(number=2, wager=Wager(area=Area("player"), stake=Money(50_000), seat=3))
LARGER = replace(BET, wager=replace(BET.wager, stake=Money(80_000)))
INSURED = InsuranceBet(
    number=4, who=(3, SEATED), stage=InsuranceStage.AFTER_FOUR, side=Side.BANKER, stake=Money(20_000)
)
BETS_TOLD: Mapping[str, tuple[object, ...]] = {
    "Seat 3: PLAYER 500 taken back": (events.BetPlaced(bet=BET), events.BetTakenBack(number=2)),
    "Seat 3: PLAYER 500 never placed: no chips there": (
        events.BetPlaced(bet=BET),
        events.BetNeverPlaced(number=2, clause="5.14"),
    ),
    "Seat 3: PLAYER 800, of which 300 counts": (
        events.BetPlaced(bet=BET),
        correction_events.BetCorrected(number=2, bet=LARGER, clause="5.14"),
        events.BetCut(number=2, accepted=Money(30_000)),
    ),
    "Seat 3: PLAYER 300 taken back": (
        events.BetPlaced(bet=BET),
        events.BetCut(number=2, accepted=Money(30_000)),
        events.BetTakenBack(number=2),
    ),
    "Bet corrected: Seat 3: PLAYER 500 → Seat 3: PLAYER 800": (
        events.BetPlaced(bet=BET),
        correction_events.BetCorrected(number=2, bet=LARGER, clause="5.14"),
    ),
    "Bet corrected: Seat 3: PLAYER 500 → no bet": (
        events.BetPlaced(bet=BET),
        correction_events.BetCorrected(number=2, bet=None, clause="5.14"),
    ),
    "Bet corrected: no bet → Seat 3: PLAYER 500": (correction_events.BetCorrected(number=2, bet=BET, clause="5.14"),),
    "Insurance corrected: Seat 3: BANKER INSURANCE 200 → no bet": (
        events.InsuranceTaken(bet=INSURED),
        correction_events.InsuranceCorrected(number=4, bet=None, clause="5.14"),
    ),
    "Seat 3: BANKER INSURANCE, of which 100 counts": (
        events.InsuranceTaken(bet=replace(INSURED, stake=Money(0))),
        correction_events.InsuranceCounted(number=4, counts=Fraction(10_000), clause="3.12.2"),
    ),
}


@pytest.mark.parametrize("told", BETS_TOLD)
def test_a_bet_is_told_by_seat_area_and_amount_and_never_by_its_number(told: str) -> None:
    chronicle = happened(events.RoundBegan(number=1), *BETS_TOLD[told])
    assert event_text(table_context(RoundTable(V4)), chronicle.current_events[-1]).first == told


def test_a_bet_whose_placing_is_no_longer_kept_stops_nothing() -> None:
    """A device whose line comes and goes for hours leaves no room for the first events of a round."""
    lost = DeviceIncident(device="shoe", incident=Incident.LOST, detail="")
    cut, gone = events.BetCut(number=2, accepted=Money(30_000)), events.BetNeverPlaced(number=2, clause="5.14")
    chronicle = happened(events.RoundBegan(number=1), events.BetPlaced(bet=BET), *[lost] * EVENTS_PER_ROUND, cut, gone)
    assert [type(one.event) for one in chronicle.current_events[-2:]] == [events.BetCut, events.BetNeverPlaced]


def test_who_acts_in_another_position_is_told_so_and_nobody_is_the_station_or_the_device() -> None:
    context = table_context(RoundTable(V4))
    acted = happened(events.BetsClosed(late=True), position="pit-supervisor (acting)")
    assert event_rows(context, visible_events(acted.current_events))[0].lines == ("Dealer 1, acting Pit Supervisor",)
    lost = DeviceIncident(device="shoe", incident=Incident.LOST, detail="")
    alone = happened(UncleanStop(last=1, round=None), lost, badge="", position="")
    assert [row.lines for row in event_rows(context, visible_events(alone.current_events))] == [("shoe",), ("Station",)]


def test_an_approval_is_credited_to_who_signs_and_not_to_the_dealer_who_is_signed_in() -> None:
    context = table_context(RoundTable(V4))
    place = Position.PIT_SUPERVISOR
    given = ApprovalGiven(number=3, digest="d", by="S9", position=place, acting=False, surveillance=None)
    refused = ApprovalRefused(
        number=4, digest="d", by="S9", position=place, acting=True, reason="not so", surveillance=None
    )
    rows = event_rows(context, visible_events(happened(given, refused).current_events))
    # The newest first.
    assert [row.lines[0] for row in rows] == ["S9, acting Pit Supervisor", "S9, Pit Supervisor"]


SOURCES = {
    "shoe": Source(device="shoe", report="7"),
    "Dealer 1, Dealer · keyed in by hand": Source(keyed_by="B1"),
    "Dealer 1, Dealer · keyed in by hand, approved by S9": Source(keyed_by="B1", approved_by="S9", approval=3),
    "Dealer 1, Dealer · keyed in by D7, approved by S9": Source(keyed_by="D7", approved_by="S9", approval=3),
    "Dealer 1, Dealer · shoe, keyed in by hand": Source(device="shoe", report="7", keyed_by="B1"),
}


def test_an_irregularity_is_credited_to_who_found_it_and_nobody_ends_what_closed_by_itself() -> None:
    def opened(kind: IrregularityKind, number: int, **facts: Any) -> events.CaseOpened:
        case = Case(
            number=number, trouble=kind.value, clause="5.8", reported_by="D", established=None, needs=(), **facts
        )
        return events.CaseOpened(case=case)

    told = happened(
        opened(IrregularityKind.EXCESS_CARD, 1),
        events.CaseClosed(case=1),
        opened(IrregularityKind.OTHER, 2, withdrawable=True),
        events.NeedMet(case=2, by=Person("S", "pit_supervisor"), said="approved"),
        events.CaseClosed(case=2),
    )
    rows = event_rows(table_context(RoundTable(V4)), visible_events(told.current_events))
    assert [(row.title, row.lines[0]) for row in rows] == [
        ("Something else: closed", "Dealer 1, Dealer"),
        ("Approved: Something else", "Dealer 1, Dealer"),
        ("Irregularity: Something else", "Reported by Dealer 1, Dealer · 5.8"),
        ("Irregularity: Card drawn in excess", "Detected by the station · 5.8"),
    ]


@pytest.mark.parametrize("line", SOURCES)
def test_behind_a_card_stands_where_it_came_from(line: str) -> None:
    card = events.CardDrawn(card=CARDS["9S"], put=Place.PLAYER, turned=True, source=SOURCES[line])
    (row,) = event_rows(table_context(RoundTable(V4)), visible_events(happened(card).current_events))
    assert row.lines == (line,)


def test_that_a_dealer_keys_alone_and_that_a_device_confirms_is_told() -> None:
    allowed = HandDealingAllowed(
        kind=DeviceKind.SHOE, devices=("shoe",), dealer="B1", terminal="table", approved_by="S9", approval=3
    )
    confirmed = (DeviceConfirmed(round=1, place=place, source=Source(device="shoe", report="7")) for place in (1, None))
    rows = event_rows(table_context(RoundTable(V4)), visible_events(happened(allowed, *confirmed).current_events))
    assert [row.title for row in rows] == [
        "shoe confirms the dice",
        "shoe confirms card 2",
        "Dealer 1 keys in alone, allowed by S9",
    ]


def test_what_the_approver_read_is_told_with_his_approval_but_not_while_another_is_to_be_read() -> None:
    table = RoundTable(V4).close().deal("9S 2H KD 3C")
    table.do(correction_commands.CorrectCard, place=1, card=CARDS["TC"], reason="misread").approve(read=CARDS["TC"])

    def told_now() -> list[str]:
        return [
            row.title
            for row in event_rows(table_context(table), visible_events(happened(*table.happened).current_events))
        ]

    assert "Approved: Card read wrongly; read independently: 10♣" in told_now()
    table.do(correction_commands.CorrectCard, place=0, card=CARDS["8S"], reason="misread")
    assert "Approved: Card read wrongly; read independently: ?" in told_now()
    dice = events.NeedMet(case=1, by=Person("Supervisor", "pit_supervisor"), said="approved", read="2-5-6")
    assert (
        event_text(table_context(RoundTable(V4)), happened(dice).current_events[0]).first
        == "Approved: Irregularity; read independently: 2-5-6"
    )


def test_on_a_face_down_table_cards_are_told_by_their_place_alone() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.B).close().deal("9S 2H KD 3C")
    lines = [
        row.title for row in event_rows(table_context(table), visible_events(happened(*table.happened).current_events))
    ]
    assert "Card for PLAYER: face down" in lines
    table.turn_all()
    assert (
        event_rows(table_context(table), visible_events(happened(*table.happened).current_events))[0].title
        == "Turned: card 1, 2, 3, 4"
    )


def test_rounds_are_kept_apart_and_the_oldest_go() -> None:
    chronicle = Timeline()
    for number in range(1, ROUNDS_KEPT + 5):
        for event in (events.RoundBegan(number=number), events.BetsClosed(late=False)):
            chronicle = append_event(chronicle, TimelineEvent(event, AT, 0, "", ""))
    assert chronicle.number == ROUNDS_KEPT + 4
    assert len(chronicle.past_events) == ROUNDS_KEPT
    assert len(chronicle.round_events(ROUNDS_KEPT)) == 2
    assert chronicle.round_events(1) == ()
    for _ in range(EVENTS_PER_ROUND + 5):
        chronicle = append_event(chronicle, TimelineEvent(events.BetsClosed(late=False), AT, 0, "", ""))
    assert len(chronicle.current_events) == EVENTS_PER_ROUND


def test_of_a_whole_shoe_every_round_is_kept() -> None:
    """Ninety rounds of a shoe of eight decks are looked back on, from the first."""
    rounds = {number: [events.RoundBegan(number=number), BETS_CLOSED] for number in range(1, 91)}
    chronicle = happened(*(each for lines in rounds.values() for each in lines))
    assert {number: [one.event for one in chronicle.round_events(number)] for number in rounds} == rounds


@pytest.mark.parametrize("incident", [Incident.NOTED, Incident.RESULT_KEPT, Incident.RESULT_DONE])
def test_what_is_not_told_takes_the_room_of_nothing_that_is(incident: Incident) -> None:
    before = happened(*RoundTable(V4).close().deal("9S 2H KD 3C").happened)
    assert len(before.current_events) > 5
    untold = TimelineEvent(DeviceIncident(device="shoe", incident=incident, detail=""), AT, 480, "", "")
    after_them = before
    for _ in range(EVENTS_PER_ROUND):
        after_them = append_event(after_them, untold)
    assert after_them is before


def test_who_did_each_step_of_a_shoe_and_when_is_kept() -> None:
    steps: list[object] = [
        events.CardsBrought(number=1, set_name="C-1", decks=8),
        *(events.ShoeStepDone(step=step, second=None) for step in ShoeStep),
        events.CardsBurned(cards=(), unseen=10),
        events.ShoeEnded(reason="cutting-card", counted=None, burned_unseen=10),
    ]
    assert [one.event for one in happened(*steps).current_events] == steps


def test_what_was_before_the_desk_lies_under_what_it_has_heard() -> None:
    all_of_it = [
        TimelineEvent(event, AT + place, 0, "", "")
        for place, event in enumerate(RoundTable(V4).close().deal("9S 2H KD 3C").finish().begin().close().happened)
    ]
    whole = build_timeline(all_of_it)
    for cut in range(0, len(all_of_it), 7):
        assert (
            merge_timelines(build_timeline(all_of_it[:cut]), build_timeline(all_of_it[cut:])).current_events
            == whole.current_events
        )


def test_while_a_card_is_read_anew_no_value_is_told() -> None:
    table = RoundTable(V4).close().deal("9S 2H KD 3C")
    assert any(
        CARD.search(row.title)
        for row in event_rows(table_context(table), visible_events(happened(*table.happened).current_events))
    )
    table.do(correction_commands.CorrectCard, place=0, card=CARDS["8S"], reason="misread")
    assert table.state.cases
    assert not any(
        CARD.search(row.title)
        for row in event_rows(table_context(table), visible_events(happened(*table.happened).current_events))
    )


def test_cards_that_two_checked_are_told_with_both() -> None:
    context = table_context(RoundTable(V4))
    checked = events.ShoeStepDone(step=ShoeStep.CHECKED, second="B1")
    (one,) = happened(checked, badge="B2").current_events
    assert event_text(context, one).first == "Shoe: checked, with Dealer 1"
    (cut,) = happened(events.ShoeStepDone(step=ShoeStep.CUT, second="seat 1")).current_events
    assert event_text(context, cut).first == "Shoe: cut"


def test_a_device_that_stays_lost_is_told_lost_once() -> None:
    gone, missing, there = (
        DeviceIncident(device="tumbler", incident=incident, detail=detail)
        for incident, detail in ((Incident.LOST, "gone"), (Incident.LOST, "missing"), (Incident.CONNECTED, ""))
    )
    found = visible_events(happened(gone, missing, there, gone).current_events)
    assert [one.event for one in found] == [gone, there, gone]


@pytest.mark.clause(TAI_SAI, "5.6")
@pytest.mark.parametrize("lost", [0, 700])
def test_what_could_not_be_recovered_of_rounds_void_with_their_dice_is_told_with_them(lost: int) -> None:
    gone = ((1, (None, Bettor("red")), Fraction(lost)),) if lost else ()
    void = correction_events.RoundsVoided(numbers=(1,), nets=(), not_recovered=gone, clause="5.6", kept=())
    line = event_text(table_context(RoundTable(TAI_SAI)), happened(void).current_events[0]).first
    assert line == ("Rounds void with their dice; 7 not recovered" if lost else "Rounds void with their dice")
