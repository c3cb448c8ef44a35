"""Texts for every part of a screen, in both languages: labels by code, refusals, money, bettors, cards, devices."""

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction

from dealer_app.device_questions import DeviceKind
from dealer_app.domain.cards import CARDS, Card, Rank, Suit
from dealer_app.domain.money import Money
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal
from dealer_app.domain.round.state import Round, Who
from dealer_app.domain.round.table_settings import smallest_chip, unit_refusal
from dealer_app.domain.values import cache_last
from dealer_app.domain.wagers import SEATED, Area, Bettor
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText, Weight
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.screen import Announcement
from dealer_app.station.device_fold import absent_device_names
from dealer_app.texts import Language, LanguagePair, Words, amount_text

_SHORT, _DICE = ".short", ".dice"


def bilingual_text(words: LanguagePair, ask: Callable[[Words], str]) -> ScreenText:
    """Whatever the words have, in both languages: `line(words, lambda each: each.area("tie"))`."""
    return ScreenText(*words.both_texts(ask))


class _LabelCache:
    """The labels and the names of areas in the languages that were asked for last."""

    def __init__(self) -> None:
        self.words: LanguagePair | None = None
        self.labels: dict[tuple[str, str], ScreenText] = {}
        self.areas: dict[Area, ScreenText] = {}
        self.seats: dict[int, str] = {}

    def for_words(self, words: LanguagePair) -> "_LabelCache":
        if self.words is not words:
            self.words, self.labels, self.areas, self.seats = words, {}, {}, {}
        return self


_label_cache = _LabelCache()


def label_text(context: ScreenContext, code: str, **facts: str | ScreenText) -> ScreenText:
    """A label of a screen in both languages, by its section and its code there: `house.close`."""
    section, _, within = code.partition(".")
    return section_text(context.words, section, within, **facts)


def table_label(context: ScreenContext, code: str) -> ScreenText:
    """A label in the words of the open table: where there are dice in place of cards, an entry with `.dice` behind."""
    has_dice = context.rules is not None and context.rules.book.dice is not None
    return label_text(context, code + _DICE if has_dice else code)


HOLD = "hold "
"""Before the sign of a key that is held."""


def long_press_text(context: ScreenContext, key: str) -> str:
    """`. held`: the sign of a key that is held, and that it is."""
    return f"{key.removeprefix(HOLD)} {label_text(context, 'house.held').first}"


def section_text(words: LanguagePair, section: str, code: str, **facts: str | ScreenText) -> ScreenText:
    """A label of this section: kept once made, but for one with facts, which is made each time."""
    if facts:
        return _make_label(words, section, code, facts)
    labels = _label_cache.for_words(words).labels
    found = labels.get((section, code))
    if found is None:
        found = labels[section, code] = _make_label(words, section, code, facts)
    return found


def _make_label(words: LanguagePair, section: str, code: str, facts: Mapping[str, str | ScreenText]) -> ScreenText:
    """Where the file has an entry with `.short` behind the code, that is the short form.

    A fact that is a `ScreenText` is put into each language by its own wording there.
    """
    read = {name: fact.first if isinstance(fact, ScreenText) else fact for name, fact in facts.items()}
    helping = {
        name: fact.second or fact.first if isinstance(fact, ScreenText) else fact for name, fact in facts.items()
    }
    short = ""
    if code + _SHORT in words.first.sections[section]:
        short = words.first.text(section, code + _SHORT, read)
    return ScreenText(words.first.text(section, code, read), words.second.text(section, code, helping), short)


def list_text(words: LanguagePair, items: Iterable[str]) -> ScreenText:
    """`1, 2, 3`, and `1、2、3` in Chinese: the mark goes by the language, whichever is read first."""
    named = tuple(items)
    return bilingual_text(words, lambda each: each.join_texts("list", *named))


def amounts_text(words: LanguagePair, amounts: Iterable[tuple[ScreenText, str]]) -> ScreenText:
    """Whose amount each is: `1: 1,100 · Red: 500`, each name and colon in the language of its line."""
    named = tuple(amounts)

    def join(each: Words) -> str:
        return " · ".join(
            each.join_texts("of", who.first if each is words.first else who.second or who.first, amount)
            for who, amount in named
        )

    return bilingual_text(words, join)


def refusal_text(context: ScreenContext, refusal: Refusal | None) -> ScreenText:
    """What the table says, or would say, to something that it does not allow; nothing to what it does."""
    return NO_TEXT if refusal is None else bilingual_text(context.words, lambda words: words.refusal(refusal))


def reason_label(context: ScreenContext, reason: str) -> ScreenText:
    """Why somebody asked, refused or decided, in the languages of who reads it."""
    return bilingual_text(context.words, lambda words: words.reason_words(reason))


def dispute_text(context: ScreenContext, text: str, who: Who | None) -> ScreenText:
    """What is disputed in the languages of who reads it, and by whom, where that was said."""
    if who is not None:
        return label_text(context, "mending.quoted-of", bettor=bettor_fact(who), text=text)
    said = label_text(context, "mending.quoted", text=text)
    in_own_words = reason_label(context, text) == ScreenText(text, text)
    return ScreenText(said.first) if in_own_words else said


def money_text(context: ScreenContext, minor: Fraction | int) -> str:
    return amount_text(minor, context.words.first.decimals)


def duration_text(microseconds: int) -> str:
    """How long something has lasted, in minutes and seconds."""
    seconds = microseconds // 1_000_000
    return f"{seconds // 60}:{seconds % 60:02d}"


def device_name_text(words: LanguagePair, kind: str, name: str) -> ScreenText:
    """At the table a device is called by what it is; the name that it was set up by only where that is not known."""
    if kind in words.first.sections["device-name"]:
        return section_text(words, "device-name", kind)
    return ScreenText(name)


def device_name(context: ScreenContext, device: str) -> ScreenText:
    """What the device of this name is, where the station listens to it."""
    return device_name_text(context.words, context.devices.get(device, ""), device)


def person_name(context: ScreenContext, badge: str) -> str:
    """By name; a badge that is not known here stays one."""
    account = context.state.people.accounts.get(badge)
    return badge if account is None else account.name


def clause_control(context: ScreenContext, clause: str) -> Control:
    """A clause in its frame; touched, it opens its summary. What is only the house's policy has none."""
    numbered = clause[:1].isdigit()
    return Control(
        name=f"clause:{clause}",
        label=section_text(context.words, "mending", "house-policy") if clause == HOUSE_POLICY else ScreenText(clause),
        act=SetInput(context.input_state.replace(panel=Panel.CLAUSE, clause=clause)) if numbered else None,
        weight=Weight.CLAUSE,
    )


NO_VALUE = "–"
"""What is shown where something has no value yet."""


def area_name(words: LanguagePair, area: Area) -> ScreenText:
    """The name of a betting area in both languages."""
    areas = _label_cache.for_words(words).areas
    found = areas.get(area)
    if found is None:
        found = areas[area] = bilingual_text(words, lambda each: each.area(area))
    return found


def glyph_in_text(words: LanguagePair, area: Area, printed: str) -> str:
    """The Chinese name of an area as the rest of the screen writes it; what is printed where no Chinese is shown.

    莊 and 庄 are one word in two forms: only the felt keeps the form that is printed.
    """
    name = area_name(words, area)
    for text, each in ((name.first, words.first), (name.second, words.second)):
        if each.language is not Language.EN and text:
            return text
    return printed


def seat_text(words: LanguagePair, seat: int) -> str:
    """`Seat 3`, in the language that is read."""
    seats = _label_cache.for_words(words).seats
    found = seats.get(seat)
    if found is None:
        found = seats[seat] = section_text(words, "play", "seat", seat=str(seat)).first
    return found


STANDING_PREFIX = "standing-"


@cache_last
def round_bettors(round_: Round | None) -> frozenset[Who]:
    """Everybody who has chips in this round, or has answered in it: whom a badge has to distinguish."""
    if round_ is None:
        return frozenset()
    return frozenset(who for _, who, _ in round_.chips) | {who for who, _, _ in round_.answered}


def bettor_badge(who: Who, crowd: Collection[Who]) -> str:
    """`5`, `5S`, `5S2`; nothing where the table has no seats."""
    seat, _ = who
    return "" if seat is None else f"{seat}{stander_mark(who, crowd)}"


def stander_mark(who: Who, crowd: Collection[Who]) -> str:
    """`S`, or `S2` where several stand at one box; nothing for who sits."""
    seat, bettor = who
    if not bettor.startswith(STANDING_PREFIX):
        return ""
    alone = all(where != seat or other in (bettor, SEATED) for where, other in crowd)
    return "S" if alone else f"S{bettor.removeprefix(STANDING_PREFIX)}"


STANDING_PLACES = tuple(Bettor(f"{STANDING_PREFIX}{number}") for number in (1, 2, 3))
COLOURS = tuple(Bettor(colour) for colour in ("red", "yellow", "green", "blue", "violet", "brown"))
"""Where a table has no seats a bettor may have chips of their own colour; most are not distinguished."""


def short_owner(context: ScreenContext, who: Who) -> ScreenText:
    """The badge of a bettor; where there is none, as among bettors by colour, their name."""
    badge = badge_text(context, who)
    return ScreenText(badge) if badge else bettor_name(context.words, who)


def bettor_name(words: LanguagePair, who: Who) -> ScreenText:
    """In words: `Seat 5, standing 1`, `Red`."""
    seat, bettor = who
    if seat is not None and bettor == SEATED:
        return section_text(words, "play", "seat", seat=str(seat))
    if seat is not None:
        return section_text(words, "play", "seat-standing", seat=str(seat), place=bettor.removeprefix(STANDING_PREFIX))
    return (
        section_text(words, "play", f"colour-{bettor}")
        if bettor in COLOURS
        else section_text(words, "play", "all-bettors")
    )


def bettor_fact(who: Who) -> str:
    """A bettor as the wording takes them: `3 seated`, or a label where the table has no seats."""
    seat, bettor = who
    return bettor if seat is None else f"{seat} {bettor}"


def badge_text(context: ScreenContext, who: Who, *others: Who) -> str:
    """Whose it is, in a disc; `others` are distinguished too, though the round does not know of them yet."""
    table = context.state.table
    crowd = round_bettors(table.round or table.last)
    return bettor_badge(who, (*crowd, *others) if others else crowd)


def bettor_colour(words: LanguagePair, who: Who) -> str:
    """`Red`, where there are no seats; empty where bettors are not distinguished."""
    return bettor_name(words, who).first if who[0] is None and who[1] in COLOURS else ""


def chip_colour(who: Who) -> str:
    """`red`: the colour of the chips of a bettor who has no seat; empty where bettors are known by their seat."""
    return str(who[1]) if who[0] is None and who[1] in COLOURS else ""


def colour_icon(who: Who) -> str:
    """The icon of that colour: a disc, beside the word."""
    return f"colour-{colour}" if (colour := chip_colour(who)) else ""


def bettor_row_name(kind: str, who: Who, more: str = "") -> str:
    """The name of a row of a bettor: of its own on the screen."""
    seat, bettor = who
    return ":".join(part for part in (kind, "" if seat is None else str(seat), bettor, more) if part)


SUIT_SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
_RANK_FACES = {"T": "10"}
_RANK_KEY_CODES = {"A": "1", "T": "0", "J": "/", "Q": "*", "K": "-"}

RANK_KEYS = tuple(
    (rank.value, _RANK_FACES.get(rank.value, rank.value), _RANK_KEY_CODES.get(rank.value, rank.value)) for rank in Rank
)
"""Each rank with what is printed on it and its key: 1 is the Ace, 0 a Ten, / a Jack, * a Queen, - a King."""
SUIT_KEYS = tuple((suit, sign, str(place)) for place, (suit, sign) in enumerate(SUIT_SIGNS.items(), start=1))
"""The same of the suits, whose keys are 1 to 4 once a rank is keyed."""
assert {suit for suit, _, _ in SUIT_KEYS} == {suit.value for suit in Suit}, "every suit has its key"


def input_card(input_state: InputState) -> Card | None:
    """The card, once rank and suit are keyed."""
    return CARDS.get(input_state.rank + input_state.suit)


def rank_face(rank: str) -> str:
    """`10` for `T`."""
    return _RANK_FACES.get(rank, rank)


def card_text(card: str) -> str:
    """`10♠` for `TS`."""
    return f"{rank_face(card[:-1])}{SUIT_SIGNS[card[-1]]}"


def card_label(card: Card | None) -> ScreenText:
    """The card that is keyed, alike in every language; a dash in its place while none is, so that no key moves."""
    return ScreenText("\N{EN DASH}" if card is None else card_text(card.text))


def make_announcement(context: ScreenContext, say: Callable[[Words], str]) -> Announcement | None:
    """Nothing where nothing is said."""
    looks = context.looks
    helps = looks.second if looks.first is Language.EN else looks.first
    english = say(Words.load(Language.EN))
    if not english:
        return None
    second = "" if helps is Language.EN else say(Words.load(helps))
    text = ScreenText(_quote(Words.load(Language.EN), english), _quote(Words.load(helps), second) if second else "")
    read_second = bool(second) and looks.first is not Language.EN
    return Announcement(caption=section_text(context.words, "play", "say"), text=text, is_read_second=read_second)


def _quote(words: Words, text: str) -> str:
    """In the quotation marks of its language: these are the words that are spoken."""
    return words.text("play", "spoken", {"text": text})


def outage_text(context: ScreenContext) -> ScreenText:
    round_ = context.state.table.round
    if round_ is None:
        return section_text(context.words, "mending", "cut-off-between")
    return section_text(context.words, "mending", "cut-off-in", round=str(round_.number))


_BULLET = "\N{BULLET}"
_PIN_LIKE = 4
"""So many digits that begin no badge may be a PIN that is keyed in the wrong entry."""


def badge_entry_text(context: ScreenContext, text: str) -> str:
    """What is keyed of a badge; digits that are no badge of this house may be a PIN, and are never shown.

    Nor are they behind a badge of the house, where the key between badge and PIN was missed.
    """
    typed, badges = text.upper(), context.state.people.accounts
    if any(badge.startswith(typed) for badge in badges):
        return text
    whole = [len(badge) for badge in badges if typed.startswith(badge) and not typed.isdecimal()]
    start = max(whole, default=0)
    digits = text[start:]
    return text[:start] + _BULLET * len(digits) if digits.isdecimal() and len(digits) >= _PIN_LIKE else text


def chip_fault_text(context: ScreenContext, amount: int | None) -> ScreenText:
    """`Not in chips of 2.50`; nothing where they make it, or nothing is keyed."""
    table, rules = context.state.table.table, context.rules
    unit = None if table is None or rules is None else smallest_chip(rules, table)
    return unit_fault_text(context, unit, amount)


def unit_fault_text(context: ScreenContext, unit: Money | None, amount: int | None) -> ScreenText:
    """The same where the smallest chip is keyed on the same page, as at an opening."""
    refusal = None if amount is None else unit_refusal(unit, amount)
    return refusal_text(context, refusal)


def absent_devices(context: ScreenContext) -> Mapping[str, str]:
    """What each is, by its name. One of which a journal of before does not say it is what the game uses."""
    set_up, here = context.state.set_up, {name: DeviceKind(kind) for name, kind in context.devices.items()}
    dice = context.rules is not None and context.rules.book.dice is not None
    used = DeviceKind.TUMBLER if dice else DeviceKind.SHOE
    return {
        name: kind.value
        for kind in DeviceKind
        for name in absent_device_names(set_up, here, kind)
        if (set_up.at_table[name] or used) is kind
    }
