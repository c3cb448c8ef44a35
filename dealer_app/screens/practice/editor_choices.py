"""What the scenario editor offers to choose from: troubles, moments at which they come, guests, settings, words.

All of it is what a file could say too; nothing here is keyed or shown.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from msgspec import Struct

from dealer_app.device_questions import DeviceKind
from dealer_app.domain.round.guide import Step
from dealer_app.domain.wagers import SEATED, Area
from dealer_app.practice.device_reports import DEVICE_FAULTS
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.scenario_draft import LABELS, DraftReport
from dealer_app.practice.scenarios import (
    LANGUAGES,
    MOST_SECONDS,
    OFFER_MADE,
    Handlers,
    Happening,
    Scenario,
    Trigger,
    is_device_line,
    rate_an_hour,
)
from dealer_app.practice.troubles import RATES, trigger_events
from dealer_app.rulebooks import load_rulebook
from dealer_app.texts import Language, Words

WITHIN = (0, 6, 10, 12, 20, 30, 60)
"""Seconds within which something is expected; 0 is the usual limit."""
TRIGGERS = ("state", "event", "card", "seconds", "trainer", "rate")
"""The kinds of triggers, in the places of their digits."""
_DICE_TRIGGERS = ("state", "event", "seconds", "trainer", "rate")
_MOST_CARDS = 8
_SECONDS = 2
_CARD_STATES = (
    Step.NO_MORE_BETS,
    Step.REJECT_EXCESS,
    Step.DRAW_PLAYER,
    Step.DRAW_BANKER,
    Step.TURN_CARDS,
    Step.OFFER_INSURANCE,
)
_DICE_STATES = (Step.NO_MORE_BETS, Step.REJECT_EXCESS, Step.TUMBLE, Step.READ_DICE)
_LATER_STATES = (
    Step.ANNOUNCE_RESULT,
    Step.SETTLE,
    Step.OPTIONS,
    Step.DECIDE_ORDER,
    Step.CHOOSE_CARRIED_USE,
    Step.RULING,
)
_LATER_EVENTS = ("case-opened", "round-concluded")
_STANDING = "standing-1"
Choice = TypeVar("Choice")


def next_choice(choices: tuple[Choice, ...], now: Choice, step: int = 1) -> Choice:
    """The one after this, or before it; from the last to the first."""
    return choices[(choices.index(now) + step) % len(choices)] if now in choices else choices[0]


# The table


def area_list(table: DrillTable) -> tuple[Area, ...]:
    """The areas on which guests bet."""
    return tuple(table.rules.layout.areas)


def bettors(table: DrillTable) -> tuple[str, ...]:
    """Whose chips can lie there: of a seat the seated guest and one who stands, else colours."""
    return (SEATED, _STANDING) if table.rules.layout.seats else LABELS


def table_settings(book: str) -> tuple[str, ...]:
    """How a table can be opened, in the words of a script."""
    rules = load_rulebook(book)
    found = ["", "min=10000", *(f"{each.code}=50000" for each in rules.limits.differentials[:1] if each.code)]
    if rules.dice is None:
        found.append("dealing=face-down")
    if rules.insurance is not None:
        found += ["insurance=not-offered", "dealing=face-down insurance=not-offered"]
    return tuple(found)


def decks_offered(book: str) -> tuple[int, ...]:
    """The numbers of decks of a document; 0 is the usual one."""
    decks = load_rulebook(book).decks
    return () if decks is None or decks.fewest == decks.most else (0, *range(decks.fewest, decks.most + 1))


# What happens


class TroubleChoice(Struct, frozen=True, kw_only=True):
    """Something that a step can do, by its code; what it is called is for the page."""

    code: str
    handler: str = ""
    fault: str = ""
    guest: str = ""


def list_choices(table: DrillTable, draft: Scenario, handlers: Handlers) -> tuple[TroubleChoice, ...]:
    """What can happen at this table: handlers first, then guests, words, and the faults of the device."""
    kind = DeviceKind.TUMBLER if table.rules.baccarat is None else DeviceKind.SHOE
    own = (each for each in handlers.values() if not each.books or draft.book in each.books)
    return (
        *(TroubleChoice(code=f"handler:{each.id}", handler=each.id) for each in own),
        *(TroubleChoice(code=f"leaves:{guest}", guest=guest) for guest in _guests(draft)),
        *((TroubleChoice(code="bet"),) if draft.bet else ()),
        TroubleChoice(code="say"),
        *(TroubleChoice(code=f"device:{kind.value} {fault}", fault=fault) for fault in DEVICE_FAULTS[kind]),
    )


def _guests(draft: Scenario) -> tuple[str, ...]:
    """Who can walk away, as a file names them."""
    return tuple(dict.fromkeys(str(bet.seat) if bet.seat else bet.bettor for bet in draft.bet))


def choice_happening(
    table: DrillTable, draft: Scenario, handlers: Handlers, code: str
) -> tuple[Happening, Trigger | None]:
    """What a choice does, and when it usually comes; nothing where that is for who writes it."""
    kind, _, value = code.partition(":")
    match kind:
        case "handler":
            return Happening(handler=value), handlers[value].when
        case "device":
            return Happening(inject=(value,)), Trigger(event="bets-closed")
        case "leaves":
            return Happening(leaves=value), Trigger(event="bets-closed")
        case "bet":
            return Happening(bet=_more_chips(draft)), Trigger(state=Step.NO_MORE_BETS.value)
        case _:
            return Happening(), first_trigger(table)


def _more_chips(draft: Scenario) -> str:
    """A guest puts as much once more, in the words of a script."""
    return draft.bet[-1].line.removeprefix("bet ")


# When


def trigger_kind(when: Trigger) -> str:
    """Which of the kinds it is."""
    return next((kind for kind in TRIGGERS if getattr(when, kind)), TRIGGERS[0])


def list_triggers(table: DrillTable) -> tuple[str, ...]:
    """The kinds of triggers that this table has."""
    return _DICE_TRIGGERS if table.rules.baccarat is None else TRIGGERS


def list_states(table: DrillTable) -> tuple[str, ...]:
    """The steps of the guide at which something can come, in their order."""
    first = _DICE_STATES if table.rules.baccarat is None else _CARD_STATES
    states = [each for each in first if each is not Step.OFFER_INSURANCE or table.rules.book.insurance is not None]
    offer = (OFFER_MADE,) if table.rules.book.insurance is not None else ()
    return (*(each.value for each in states), *offer, *(each.value for each in _LATER_STATES))


def list_events(table: DrillTable) -> tuple[str, ...]:
    """The events after which something can come."""
    return (*trigger_events(table.rules), *_LATER_EVENTS)


def first_trigger(table: DrillTable, kind: str = "") -> Trigger:
    """The usual one of a kind; of none, what is usual at this table."""
    match kind or ("event" if table.rules.baccarat is None else "card"):
        case "state":
            return Trigger(state=list_states(table)[0])
        case "event":
            return Trigger(event="bets-closed")
        case "card":
            return Trigger(card=4)
        case "seconds":
            return Trigger(seconds=8)
        case "trainer":
            return Trigger(trainer=True)
        case _:
            return Trigger(rate=f"{RATES[0]}/hour")


def next_trigger(table: DrillTable, when: Trigger, step: int) -> Trigger:
    """The same kind with its next parameter, or the one before it."""
    match trigger_kind(when):
        case "state":
            return Trigger(state=next_choice(list_states(table), when.state, step))
        case "event":
            return Trigger(event=next_choice(list_events(table), when.event, step))
        case "card":
            return Trigger(card=(when.card - 1 + step) % _MOST_CARDS + 1)
        case "seconds":
            return Trigger(seconds=min(MOST_SECONDS, max(_SECONDS, when.seconds + _SECONDS * step)))
        case "rate":
            return Trigger(rate=f"{next_choice(RATES, rate_an_hour(when.rate), step)}/hour")
        case _:
            return when


# Words


def suggest_texts(
    draft: Scenario, report: DraftReport, handlers: Handlers
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Title and debrief in three languages, from what it comes to when it is played."""
    kinds = tuple(dict.fromkeys(case.trouble for case in report.rehearsal.cases))
    title, debrief = {}, {}
    for language in LANGUAGES:
        words = Words.load(Language(language))
        names = [words.irregularity(kind).name for kind in kinds] or list(_handler_titles(draft, handlers, language))
        lines = [words.irregularity(kind).line for kind in kinds]
        title[language] = words.join_texts("list", *names) if names else words.text("editor", "usual-round")
        debrief[language] = words.join_texts("sentences", *lines) if lines else words.text("editor", "usual-debrief")
    return title, debrief


def _handler_titles(draft: Scenario, handlers: Handlers, language: str) -> Iterator[str]:
    for step in draft.step:
        known = handlers.get(step.do.handler)
        if known is not None:
            yield known.title[language]


def suggest_say(do: Happening, handlers: Handlers) -> Mapping[str, str]:
    """What a trainee could hear or see of it, in three languages."""
    known = handlers.get(do.handler)
    if known is not None:
        return known.do.say or {language: f"{known.title[language]}{_full_stop(language)}" for language in LANGUAGES}
    device = next((line for line in do.inject if is_device_line(line)), "")
    code = "say-device" if device else "say-leaves" if do.leaves else "say-power" if do.power_cut else "say-look"
    return {language: Words.load(Language(language)).text("editor", code) for language in LANGUAGES}


def _full_stop(language: str) -> str:
    return "." if language == Language.EN.value else "。"
