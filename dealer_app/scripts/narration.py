"""The words of a trace and of a session on the terminal: a command, what happened, and the guide's words with a clause.

A card that is sealed is never named. In the style AT_TABLE no card that lies face down is named either: so it is at a
real table, where others can read it, and not in a trace of a script, which shows what was dealt.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.guide import DEALER_ROLE, Guide
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.notation import (
    RoundLine,
    bet_words,
    card_words,
    who_word,
    without_sealed_cards,
    write_round,
)
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import (
    Case,
    Command,
    DrawnCard,
    InsuranceBet,
    Person,
    PlacedBet,
    Round,
    SettledBet,
    TableState,
)
from dealer_app.domain.round.table_settings import Dealing, Rules, Table
from dealer_app.domain.round.visible import open_coup
from dealer_app.domain.values import replace
from dealer_app.scripts.language import settings_words, write_command
from dealer_app.texts import Language, Words
from dealer_app.texts.texts import amount_text, announcement_text

_ARROW = " => "


def trace_line(
    command: Command,
    happened: Iterable[events.Event],
    next_step: Guide,
    rules: Rules,
    state: TableState,
    style: "NarrationStyle | None" = None,
) -> str:
    """One line of a trace, or of a terminal beside a table."""
    style = style or ENGLISH
    happened = tuple(happened)
    if isinstance(command, commands.DrawCard) and (
        _has_sealed_card(happened)
        or _is_hidden_in_case(command, happened, state)
        or (style.covered and (_has_face_down_draw(happened) or _is_face_down_deal(command, state)))
    ):
        command = replace(command, card=None, salt="")
    line = write_command(command)
    if isinstance(command, commands.Inspect) and command.card is not None and not _names_card(happened, command.card):
        line = line.removesuffix(command.card.text) + "?"
    words = public_event_words(happened, style.amount) if style.covered else map(event_words, happened)
    return _ARROW.join([line, ", ".join(words), style.guide(next_step, rules, state)])


def refusal_line(command: Command, line: str, state: TableState) -> str:
    """The line of a command that was refused, without the cards that may lie face down."""
    round_, open_table = state.round, state.table is not None and state.table.dealing is Dealing.FACE_UP
    match command:
        case commands.DrawCard(card=Card(), face_up=False) if not (open_table and _is_card_open(command, round_)):
            return write_command(replace(command, card=None, salt=""))
        case commands.TurnCards(cards=cards) if cards:
            return write_command(replace(command, cards=())) + " = ?"
        case commands.Inspect(card=Card(text=text)) if state.cases and "card" not in state.cases[-1].facts:
            return write_command(command).removesuffix(text) + "?"
        case correction_commands.CorrectCard(place=place, card=card) if not _is_place_open(round_ or state.last, place):
            return write_command(command).replace(f" to {card.text}", " to ?", 1)
        case _:
            return line


def _is_card_open(command: commands.DrawCard, round_: Round | None) -> bool:
    """Whether a card of a table dealt face up lies open: one of a hand, or one that is keyed and not face down."""
    return _is_hand_next(round_) or not (command.face_down or command.by_device)


def _is_hand_next(round_: Round | None) -> bool:
    """Whether the next card of a table dealt face up is dealt to a hand."""
    return round_ is not None and not open_coup(round_).is_complete and all(drawn.turned for drawn in round_.cards)


def _is_place_open(round_: Round | None, place: int) -> bool:
    return round_ is not None and 0 <= place < len(round_.cards) and round_.cards[place].turned


def _has_sealed_card(happened: Iterable[events.Event]) -> bool:
    return any(isinstance(event, events.CardDrawn) and event.seal is not None for event in happened)


def _is_hidden_in_case(command: commands.DrawCard, happened: Iterable[events.Event], state: TableState) -> bool:
    """A card that a case is about and that lies face down: its value is no fact of the case."""
    cases = [event.case for event in happened if isinstance(event, events.CaseOpened)]
    if any(case.trouble == IrregularityKind.IMPOSSIBLE_CARD.value and "card" not in case.facts for case in cases):
        return True
    return _is_face_down_deal(command, state) and any(case.hidden.get("card") for case in cases)


def _is_face_down_deal(command: commands.DrawCard, state: TableState) -> bool:
    """Whether it is said to lie face down, or the table is dealt so and nothing else is said."""
    dealt_down = state.table is not None and state.table.dealing is Dealing.FACE_DOWN
    return command.face_down or (dealt_down and not command.face_up)


def _has_face_down_draw(happened: Iterable[events.Event]) -> bool:
    return any(isinstance(event, _DRAW_EVENTS) and not event.turned for event in happened)


_DRAW_EVENTS = (events.CardDrawn, correction_events.CardHeldOver)


def _names_card(happened: Iterable[events.Event], card: Card) -> bool:
    return any(isinstance(event, events.NeedMet) and event.said == card.text for event in happened)


def kebab_name(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


WriteAmount = Callable[[Fraction | int], str]
"""An amount in minor units as a trace counts it, which is `str`, or in the unit of the table."""


def event_words(event: events.Event, amount: WriteAmount = str) -> str:
    name = kebab_name(type(event).__name__)
    match event:
        case events.CardDrawn(card=card, put=put, turned=turned, seal=seal):
            return f"{name} {card_words(DrawnCard(None if seal is not None else card, put, turned))}"
        case correction_events.CardHeldOver(card=card, turned=turned, seal=seal):
            return f"{name} {card_words(DrawnCard(None if seal is not None else card, Place.NEITHER, turned))}"
        case events.CardCarriedIn(card=card, put=put, turned=turned, seal=seal):
            return f"{name} {card_words(DrawnCard(None if seal is not None else card, put, turned))}"
        case events.ResultAnnounced(outcome=outcome, settled=settled):
            return " ".join([name, outcome, *(_value_words(line, amount) for line in settled)])
        case events.CardsTurned(places=places):
            return " ".join([name, *(str(place + 1) for place in places)])
        case _:
            told_fields = ((field, getattr(event, field.name)) for field in fields(event) if field.name != "source")
            unusual = ((one.name, value) for one, value in told_fields if not value is one.default is False)
            parts = (_field_words(field, value, amount) for field, value in unusual if _has_content(value))
            return " ".join([name, *parts])


def public_event_words(happened: Iterable[events.Event], amount: WriteAmount = str) -> Iterator[str]:
    """The words of each event of a decision, or of several, where cards that lie face down may be known to nobody."""
    happened = tuple(happened)
    for order, event in enumerate(happened):
        match event:
            case events.CardUnsealed() if _stays_hidden(happened[order + 1 :]):
                # Its salt would tell the card as well: there are but 52 to try.
                yield f"{kebab_name(type(event).__name__)} ?"
            case (
                events.CardDrawn(turned=False)
                | events.CardCarriedIn(turned=False)
                | correction_events.CardHeldOver(turned=False)
            ):
                yield event_words(replace(event, card=None), amount)
            case _:
                yield event_words(event, amount)


def _stays_hidden(after: Iterable[events.Event]) -> bool:
    """A seal that ends as its card opens the round, dealt face down: it lies there until it is turned (ruling O6).

    That follows from the events after it; while these are not known it counts as hidden.
    """
    opened = next((event for event in after if not isinstance(event, events.CardUnsealed)), None)
    return opened is None or (isinstance(opened, events.CardCarriedIn) and not opened.turned)


def _has_content(value: object) -> bool:
    return value is not None and value not in ((), frozenset(), "")


_BY_THEMSELVES = {"bet", "case", "numbers", "number", "clause", "table", "stage", "side"}


def _field_words(name: str, value: object, amount: WriteAmount) -> str:
    words = _part_words(name, value, amount)
    return words if name in _BY_THEMSELVES else f"{name}={words}"


_AMOUNTS = frozenset({"stake", "accepted", "minimum", "maximum"})
"""Fields that hold whole minor units, in whatever value they stand. A fraction is always an amount."""


def _part_words(name: str, value: object, amount: WriteAmount) -> str:
    """A field of an event or of a value in it."""
    if isinstance(value, int) and name in _AMOUNTS:
        return amount(value)
    if isinstance(value, Mapping) and name == "differentials":
        return _pairs_words((each, amount(most)) for each, most in value.items())
    return _value_words(value, amount)


def case_words(case: Case, amount: WriteAmount = str) -> str:
    established = {None: "", True: " established", False: " nothing-established"}[case.established]
    needs = "; ".join(_value_words(need, amount) for need in case.needs)
    moved = case.facts.items() if case.trouble == _LISTING_KIND else ()
    listed = ", ".join(f"{who} {amount(Fraction(due))}" for who, due in moved)
    chips = f" ({listed})" if listed else ""
    return f"{case.number}:{case.trouble} [{case.clause}]{established}{chips} needs {needs or 'nothing'}"


_LISTING_KIND = IrregularityKind.CHIPS_MOVED.value
"""What its case says of each bettor is what goes out to them, or with a minus comes back."""


def _bet_words(bet: PlacedBet, amount: WriteAmount) -> str:
    return f"{bet.number}:{bet_words(bet).replace(f'={bet.wager.stake}', f'={amount(bet.wager.stake)}')}"


def _insurance_words(bet: InsuranceBet, amount: WriteAmount) -> str:
    return f"{bet.number}:{who_word(bet.who)}.{bet.stage.value}.{bet.side.value}={amount(bet.stake)}"


def _settled_words(line: SettledBet, amount: WriteAmount) -> str:
    return f"{line.number}:{line.result} {'+' if line.net > 0 else ''}{amount(line.net)}"


_VALUES: Mapping[type, Callable[[Any, WriteAmount], str]] = {
    Card: lambda value, _amount: value.text,
    Person: lambda value, _amount: f"{value.role}/{value.name}",
    PlacedBet: _bet_words,
    InsuranceBet: _insurance_words,
    SettledBet: _settled_words,
    Case: case_words,
    Table: settings_words,
    Fraction: lambda value, amount: amount(value),
    bool: lambda value, _amount: "yes" if value else "no",
}


def _value_words(value: object, amount: WriteAmount = str) -> str:
    write_value = _VALUES.get(type(value))
    if write_value is not None:
        return write_value(value, amount)
    match value:
        case Enum():
            return str(value.value)
        case (int() | None as seat, str() as bettor):
            return who_word((seat, bettor))  # type: ignore[arg-type]
        case tuple() | list():
            return f"({' '.join(_value_words(one, amount) for one in value)})"
        case frozenset():
            return f"({' '.join(sorted(_value_words(one, amount) for one in value))})"
        case Mapping():
            return _pairs_words((_value_words(name), _value_words(one, amount)) for name, one in value.items())
        case Struct():
            inner = ((field.name, getattr(value, field.name)) for field in fields(value))
            words = " ".join(_part_words(name, one, amount) for name, one in inner if _has_content(one))
            return f"{kebab_name(type(value).__name__)}({words})"
        case _:
            return str(value)


def _pairs_words(pairs: Iterable[tuple[str, str]]) -> str:
    return f"({' '.join(f'{name}={words}' for name, words in pairs)})"


def guide_words(step: Guide, rules: Rules, state: TableState) -> str:
    """The next step in words, who does it if not the dealer, what is said, and by which clause."""
    return _step_words(step, rules, state, _english_words())


def table_guide_words(step: Guide, rules: Rules, state: TableState) -> str:
    """The same with amounts in the unit of the table."""
    return _step_words(step, rules, state, _table_words())


def _step_words(step: Guide, rules: Rules, state: TableState, words: Words) -> str:
    instruction = words.instruction(step)
    said = announcement_text(words, step, rules, state.round)
    who = "" if step.who == DEALER_ROLE else f"{rules.title(step.who)}: "
    return f"[{step.why}] {who}{instruction}" + (f" Say: “{said}”" if said else "")


def reason_words(step: Guide) -> str:
    return _english_words().reason(step)


def table_reason_words(step: Guide) -> str:
    """The same with amounts in the unit of the table."""
    return _table_words().reason(step)


def refusal_words(refusal: Refusal) -> str:
    return f"{refusal.code} [{refusal.clause}] {_english_words().refusal(refusal)}"


def table_refusal_words(refusal: Refusal) -> str:
    """The same with amounts in the unit of the table."""
    return f"{refusal.code} [{refusal.clause}] {_table_words().refusal(refusal)}"


def guide_codes(step: Guide, _rules: Rules, _state: TableState) -> str:
    """The next step as its code and facts, and the code of what is said: what no language can change."""
    who = "" if step.who == DEALER_ROLE else f"{step.who}: "
    said = f" say {step.say}" if step.say else ""
    return f"[{step.why}] {who}{step.step.value}{_fact_words(step.facts)}{said}"


def refusal_codes(refusal: Refusal) -> str:
    return f"{refusal.code} [{refusal.clause}]{_fact_words(refusal.facts)}"


def _fact_words(facts: Mapping[str, str]) -> str:
    return f" ({' '.join(f'{name}={value}' for name, value in facts.items())})" if facts else ""


class NarrationStyle(Struct, frozen=True):
    """How a trace is written: steps and refusals in words or as codes, and whether face-down cards keep their names."""

    guide: Callable[[Guide, Rules, TableState], str]
    refusal: Callable[[Refusal], str]
    covered: bool = False
    amount: WriteAmount = str


ENGLISH = NarrationStyle(guide_words, refusal_words)
AT_TABLE = NarrationStyle(table_guide_words, table_refusal_words, covered=True, amount=amount_text)
"""Beside a table, where others read along: no card that lies face down is named, and amounts are in its unit."""
CODES = NarrationStyle(guide_codes, refusal_codes)


def irregularity_name(code: str) -> str:
    return _english_words().irregularity(code).name


@cache
def _english_words() -> Words:
    """Amounts as they are keyed here: in minor units."""
    return replace(Words.load(Language.EN), decimals=0)


def _table_words() -> Words:
    """Amounts as a window of the table shows them."""
    return Words.load(Language.EN)


def round_words(rules: Rules, round_: Round, *, covered: bool = False) -> str:
    """A round in one line; `covered` without the cards that were never turned."""
    seen = without_sealed_cards(round_)
    if covered:
        cards = (drawn if drawn.turned else replace(drawn, card=None) for drawn in seen.cards)
        seen = replace(seen, cards=tuple(cards))
    return write_round(RoundLine(rules.book.game, rules.layout.letter, seen))
