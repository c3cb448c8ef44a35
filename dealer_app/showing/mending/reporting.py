"""Reporting what the station could not see: for each irregularity what it still has to be told, and the report."""

from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.excess_seen import beside_the_hands
from dealer_app.domain.round.decide.leaving import bettors_with_chips
from dealer_app.domain.round.decide.plans import plan
from dealer_app.domain.round.decide.reportable import missed_stages
from dealer_app.domain.round.decide.reporting import unknown
from dealer_app.domain.round.state import Round, Who
from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.showing.acts import Change, Give, asking
from dealer_app.showing.blocks import Block, Control, Keys, Note
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.bettors import people_at_table, who_keys, who_picked
from dealer_app.showing.mending.cards_shown import drawn_order
from dealer_app.showing.mending.excess_seen import excess_seen, value_seen
from dealer_app.showing.mending.forms import FORMS
from dealer_app.showing.mending.irregularities import listed
from dealer_app.showing.mending.paid_wrongly import paid_wrongly
from dealer_app.showing.mending.panel import panel
from dealer_app.showing.mending.picking import choice, text_entry
from dealer_app.showing.mending.saying import clauses_of, primary, rules_of, say, trouble_line, trouble_name
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing

_WITH_PLACES = frozenset(
    {
        Trouble.EXPOSED_CARD,
        Trouble.DAMAGED_CARD,
        Trouble.CARD_TO_WRONG_PERSON,
        Trouble.TOGETHER_ORDER_KNOWN,
        Trouble.TOGETHER_ORDER_LOST,
        Trouble.LEFT_WITH_CARD,
    }
)
_TOGETHER = frozenset({Trouble.TOGETHER_ORDER_KNOWN, Trouble.TOGETHER_ORDER_LOST})
_WITH_BETTOR = frozenset({Trouble.PLAYER_LEFT, Trouble.LEFT_WITH_CARD})
_CODES = {trouble.value: trouble for trouble in REPORTABLE}


def reporting(seeing: Seeing) -> Overlay | None:
    """One of the list, as long as it can still have happened."""
    chosen = seeing.fingers.pick("report")
    if chosen not in listed(seeing):
        return None
    if chosen in FORMS:
        return FORMS[chosen](seeing)
    return _report(seeing, _CODES[chosen])


def _report(seeing: Seeing, trouble: Trouble) -> Overlay:
    places: tuple[int, ...] = ()
    missing = EMPTY
    left: list[Block] = [Note(text=trouble_line(seeing, trouble.value), framed=True)]
    round_ = seeing.state.table.round
    if trouble in _WITH_PLACES and round_ is not None:
        left += [drawn_order(seeing, round_), _place_keys(seeing, trouble)]
        places, missing = _places(seeing, trouble)
    cards: tuple[Card, ...] = ()
    if trouble is Trouble.EXCESS_CARD_SEEN:
        if round_ is not None and round_.cards:
            left.append(drawn_order(seeing, round_))
        blocks, places, cards, missing = excess_seen(seeing)
        left += blocks
    if trouble is Trouble.EXPOSED_CARD and round_ is not None and unknown(round_, places):
        blocks, cards, wanting = value_seen(seeing)
        left += blocks
        missing = missing or wanting
    left += _plays_on(seeing, trouble, places)
    who: Who | None = None
    if trouble in _WITH_BETTOR:
        there = _who_can_leave(seeing)
        left.append(who_keys(seeing, "who-left", there))
        who = who_picked(seeing, "who-left")
        if who is None and there:
            missing = missing or say(seeing, "waits-who-left")
    due = None
    if trouble is Trouble.WRONG_TAKE_OR_PAY:
        blocks, who, due, wanting = paid_wrongly(seeing)
        left += blocks
        missing = missing or wanting
    stage = None
    if trouble is Trouble.MISSED_INSURANCE:
        block, stage, wanting = _stage(seeing)
        left.append(block)
        missing = missing or wanting
    left.append(text_entry(seeing, "text", say(seeing, "what-was-seen")))
    command = asking(
        commands.Report,
        trouble=trouble.value,
        places=places,
        cards=cards,
        who=who,
        text=seeing.fingers.text("text").strip(),
        stage=stage,
        due=due,
    )
    act = None if missing else Give(command=command, then=seeing.fingers.closed())
    return panel(
        seeing,
        "report",
        trouble_name(seeing, trouble.value),
        left=tuple(left),
        primary=primary("report", say(seeing, "report"), act=act, waits=missing),
        icon="warning",
    )


def _who_can_leave(seeing: Seeing) -> tuple[Who, ...]:
    """Whose chips are moved back, and who has a bet or may have one."""
    return tuple(dict.fromkeys((*bettors_with_chips(seeing.state.table), *people_at_table(seeing))))


def _plays_on(seeing: Seeing, trouble: Trouble, places: tuple[int, ...]) -> tuple[Note, ...]:
    """Said before it is reported, because nothing is asked for after it: the outcome stands (MBS 5.7.1)."""
    if trouble is not Trouble.EXPOSED_CARD or seeing.state.table.round is None:
        return ()
    needed = plan(rules_of(seeing), seeing.state.table, trouble, places)
    if needed.needs:
        return ()
    return (Note(text=say(seeing, "outcome-stands"), framed=True, clauses=clauses_of(seeing, needed.clause)),)


def _place_keys(seeing: Seeing, trouble: Trouble) -> Keys:
    """The cards on the table by number; of a card that was carried away only one that lies face down."""
    round_ = seeing.state.table.round
    assert round_ is not None, "cards lie there only in a round"
    fingers, picked = seeing.fingers, _picked(seeing)
    # While a value is keyed the digits are the card's.
    keying = trouble is Trouble.EXPOSED_CARD and bool(unknown(round_, picked))
    keys = []
    for place, drawn in enumerate(round_.cards):
        if trouble is Trouble.LEFT_WITH_CARD and drawn.turned:
            continue
        if trouble is Trouble.EXPOSED_CARD and place in beside_the_hands(seeing.state.table):
            continue  # No clause on cards dealt face up speaks of it: it is one of those in excess that were seen.
        others = set() if _one_a_time(trouble, round_) else picked
        after = sorted({*others, place} - ({place} if place in picked else set()))
        keys.append(
            Control(
                name=f"place:{place + 1}",
                label=say(seeing, "card-number", number=str(place + 1)),
                act=Change(fingers.picked("places", " ".join(map(str, after)))),
                key="" if keying else str(place + 1),
                picked=place in picked,
            )
        )
    return Keys(controls=tuple(keys), columns=6, title=say(seeing, "which-cards"))


def _one_a_time(trouble: Trouble, round_: Round) -> bool:
    """Of cards that no device knows each is keyed as it was seen."""
    return trouble is Trouble.EXPOSED_CARD and bool(unknown(round_, range(len(round_.cards))))


def _picked(seeing: Seeing) -> frozenset[int]:
    return frozenset(int(place) for place in seeing.fingers.pick("places").split())


def _places(seeing: Seeing, trouble: Trouble) -> tuple[tuple[int, ...], Line]:
    """None are named by default: of two drawn together those are then the last two."""
    places = tuple(sorted(_picked(seeing)))
    if trouble is Trouble.LEFT_WITH_CARD and not places:
        return places, say(seeing, "waits-card-left")
    if trouble is Trouble.EXPOSED_CARD and not places:
        return places, say(seeing, "waits-card-seen")
    if trouble in _TOGETHER and len(places) == 1:
        return places, say(seeing, "waits-two-cards")
    return places, EMPTY


def _stage(seeing: Seeing) -> tuple[Keys, InsuranceStage | None, Line]:
    """Which offer was missed, where it can have been either."""
    due = missed_stages(rules_of(seeing), seeing.state.table)
    keys = tuple(
        choice(seeing, "stage", stage.value, say(seeing, f"stage-{stage.value}"), key=str(place))
        for place, stage in enumerate(due, start=1)
    )
    picked = seeing.fingers.pick("stage")
    block = Keys(controls=keys, columns=1, title=say(seeing, "which-offer"))
    if picked:
        return block, InsuranceStage(picked), EMPTY
    if len(due) == 1:
        return block, due[0], EMPTY
    return block, None, say(seeing, "waits-stage")
