"""The texts of one language by code, or of two at once: guide, announcements, results, amounts.

A code or a fact without a text is a fault of the program, never of a person. Amounts are exact and never pass
through a float.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import assert_never

from msgspec import Struct

from dealer_app.device_questions import EntrySubject, QueueEntry, fact_texts
from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, Coup, make_coup
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import Tumble
from dealer_app.domain.money import odds_from_text
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Phase, Round, ShoeStep
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.round.visible import is_offer_just_closed, open_cards
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area, Prize, Result, Verdict
from dealer_app.journal_errors import JournalError
from dealer_app.rulebooks.clauses import Clause
from dealer_app.station_events import DeviceAsked
from dealer_app.texts.catalogue import (
    FREE_PLACES,
    HIGHEST_NUMBER,
    SPECIAL_FACTS,
    FactKind,
    FactSlot,
    Section,
    check_language,
    clause_summaries,
    type_code,
)


def amount_text(minor: Fraction | int, decimals: int = 2) -> str:
    """`262.50` for 26250 minor units, `1,200` for 120000; what no decimal can write is a fraction, `33 1/3`."""
    value = Fraction(minor) / 10**decimals
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole:,}"
    places = _decimal_places(rest.denominator)
    if places is None:
        part = f"{rest.numerator}/{rest.denominator}"
        return f"{sign}{whole:,} {part}" if whole else f"{sign}{part}"
    width = max(decimals, places)
    digits = rest.numerator * 10**width // rest.denominator
    return f"{sign}{whole:,}.{digits:0{width}d}"


def _decimal_places(denominator: int) -> int | None:
    """How many decimals write a fraction of this denominator in lowest terms; None if no number of them does."""
    counts = []
    for prime in (2, 5):
        count = 0
        while denominator % prime == 0:
            denominator //= prime
            count += 1
        counts.append(count)
    return max(counts) if denominator == 1 else None


_STANDING = "standing-"
RESULT = "result"
TOTALS = "totals"
MADE_OF_CARDS = frozenset({RESULT, TOTALS})
"""Said of what lies open, which no guide carries."""
_REFUSALS = ("refusal", "people-refusal", "station-refusal")


_TYPED = {
    "list": "`devices list`",
    "socket": "socket://host:port",
    "network": "rfc2217://host:port",
    "usb": "usb:VENDOR:PRODUCT[:SERIAL]",
    "group": "dialout",
    "join": "sudo usermod -aG dialout USER",
    "library": "pyserial",
    "install": "dealer-station[window]",
}
"""What is typed to a computer, and so is the same in every language."""
_TYPED_AT_A_FOLDER = {
    "secure": "dealer-station folder secure",
    "without": "dealer-station folder without-second-head",
}


class Language(Enum):
    """The languages of the station; English is that of the announcements of record."""

    EN = "en"
    ZH_HANT = "zh-Hant"
    ZH_HANS = "zh-Hans"


class IrregularityText(Struct, frozen=True):
    """An irregularity as on its button, and in one line."""

    name: str
    line: str


class Words(Struct, frozen=True, kw_only=True):
    """Everything that the station says in one language."""

    language: Language
    sections: Mapping[str, Section]
    decimals: int = 2
    """Of the money; none where amounts are keyed and read in minor units."""

    @staticmethod
    def load(language: Language) -> "Words":
        """The words that come with the station. Raises WordsFaultsError."""
        return _load_words(language)

    # What the guide says

    def instruction(self, guide: Guide) -> str:
        """What to do now."""
        return self._guide_text("step", guide)

    def reason(self, guide: Guide) -> str:
        """Why this is next; the clause is shown beside it."""
        return self._guide_text("why", guide)

    def announcement(self, guide: Guide, game: str, *, result: str = "") -> str:
        """What the dealer says, empty if nothing. Results and totals come from `result_text`, of what lies open."""
        if not guide.say:
            return ""
        if guide.say in MADE_OF_CARDS:
            return result
        own = f"say.{game}"
        return self.text(own if guide.say in self.sections.get(own, {}) else "say", guide.say, guide.facts)

    def refusal(self, refusal: Refusal) -> str:
        """What cannot be done, why, and what to do instead."""
        known = (section for section in _REFUSALS if refusal.code in self.sections[section])
        return self.text(next(known, _REFUSALS[0]), refusal.code, refusal.facts)

    def device_question(self, entry: QueueEntry) -> str:
        """What the dealer is asked of a device. It never names a card."""
        facts = {"device": entry.device, **fact_texts(entry.facts)}
        return self.text("device-question", self.question_code(entry), facts)

    def question_code(self, entry: QueueEntry | DeviceAsked) -> str:
        """The code of a question's words: those about dice are asked in words of their own."""
        of_dice = f"{entry.question.value}.dice"
        unheard = entry.what is EntrySubject.DICE_UNHEARD and of_dice in self.sections["device-question"]
        return of_dice if unheard else entry.question.value

    def port_fault(self, code: str, port: str, reason: str = "") -> str:
        """What is wrong with a port, what to do, and what the system said of it, if it said anything."""
        said = self.text("port-fault", code, {"port": port, **_TYPED})
        return f"{said} ({reason})" if reason else said

    def irregularity(self, code: str) -> IrregularityText:
        return IrregularityText(self.text("trouble", code), self.text("meaning", code))

    def need(self, need: Need) -> str:
        return self.text("need", type_code(type(need)))

    def command(self, command: type[Command]) -> str:
        """What may be done, as on a button."""
        return self.text("command", type_code(command))

    def outcome_established_text(self, is_established: bool) -> str:
        return self.text("established", "yes" if is_established else "no")

    def journal(self, problem: JournalError) -> str:
        """What is wrong with the journal, and what to do. A fact that the error does not have is a question mark."""
        folder = problem.facts.get("folder", "?")
        typed = {name: f"{command} --data-dir {folder}" for name, command in _TYPED_AT_A_FOLDER.items()}
        facts = {"file": folder, **typed, **problem.facts}
        entry = self.sections["journal"][problem.fault.value]
        unknown = {place.fact: "?" for place in entry.slots}
        return self.text("journal", problem.fault.value, unknown | facts)

    def no_backup(self, why: str, detail: str) -> str:
        """Why a backup was not made, and what the system said of it, if it said anything."""
        said = self.text("no-backup", why)
        return f"{said} ({detail})" if detail else said

    # Names

    def area(self, area: str) -> str:
        """The name of a betting area; of dice bets with its numbers."""
        kind, colon, digits = area.partition(":")
        if not colon:
            return self.text("area", area)
        return self.text("area", kind, {"numbers": digits if kind == "sum" else " ".join(digits)})

    def area_speech(self, area: Area) -> str:
        return self.text("spoken", area)

    def prize(self, prize: Prize) -> str:
        return self.text("prize", prize.value)

    def role(self, code: str) -> str:
        return self.text("role", code)

    def reason_words(self, reason: str) -> str:
        """Why somebody asked, refused or decided: a usual reason by its code, any other as it was written."""
        return self.text("reason", reason) if reason in self.sections["reason"] else reason

    def position(self, code: str, *, acting: bool) -> str:
        """The position that somebody holds, and whether they only act in it."""
        return self.text("held", "acting" if acting else "own", {"position": code})

    def title(self, title: str) -> str:
        """A position by the name that its document gives it."""
        return self.text("title", title)

    def card(self, card: Card) -> str:
        facts = {"rank": self.text("rank", card.rank.value), "suit": self.text("suit", card.suit.value)}
        return self.text("card", "face", facts)

    def phase(self, phase: Phase) -> str:
        return self.text("phase", phase.value)

    def shoe(self, step: ShoeStep) -> str:
        return self.text("shoe", step.value)

    def join_texts(self, how: str, *texts: str) -> str:
        return self.text("joined", how).join(texts)

    def clause_summary(self, clause: Clause) -> str:
        """What a clause is about; in English it is beside the documents, which are English too."""
        if self.language is Language.EN:
            return clause.summary
        return clause_summaries(self.language.value)[clause.book][clause.number]

    # Putting codes and facts in words

    def text(self, section: str, code: str, facts: Mapping[str, str] | None = None) -> str:
        """The entry of this code, with its facts put in words."""
        entry = self.sections[section].get(code)
        assert entry is not None, f"{self.language.value} has no words for {section}.{code}"
        said = [part if isinstance(part, str) else self._fact_text(part, facts or {}) for part in entry.parts]
        return "".join(said) if self.language is Language.EN else _join_spaced(said)

    def _guide_text(self, section: str, guide: Guide) -> str:
        """The words of the first special case that has any, or else those of the step."""
        codes = (f"{guide.step.value}.{case}" for case in _special_cases(guide))
        code = next((code for code in codes if code in self.sections[section]), guide.step.value)
        return self.text(section, code, {**guide.facts, "role": guide.who})

    def _fact_text(self, place: FactSlot, facts: Mapping[str, str]) -> str:
        assert place.fact in facts, f"the fact {place.fact} is missing; there are {sorted(facts)}"
        value = facts[place.fact]
        match place.kind:
            case FactKind.PLAIN:
                return value
            case FactKind.AMOUNT:
                return amount_text(Fraction(value), self.decimals)
            case FactKind.AREA:
                # A code that a person made up is shown to them as it is.
                return self.area(value) if self._is_area(value) else value
            case FactKind.BETTOR:
                return self._bettor_text(value)
            case FactKind.CARD:
                return self.card(CARDS[value])
            case FactKind.POSITION | FactKind.ROLE | FactKind.SCOPE | FactKind.SHOE | FactKind.TITLE | FactKind.TROUBLE:
                return self.text(place.kind.value, value)
            case FactKind.REASON:
                return self.reason_words(value)
            case FactKind.HANDS:
                return self.join_texts("hands", *(self.text("hand", side) for side, _ in _split_offers(value)))
            case FactKind.LAMMERS:
                return self.join_texts(
                    "hands", *(self._odds_text("lammer", side, odds) for side, odds in _split_offers(value))
                )
            case FactKind.LIST:
                return self.join_texts("list", *value.split())
            case FactKind.WINNERS:
                return self.join_texts(
                    "chances", *(self._winner_text(area, odds) for area, odds in _split_offers(value))
                )
            case FactKind.NUMBER:
                return self.text("number", value) if int(value) <= HIGHEST_NUMBER else value
            case FactKind.OFFERS:
                return self.join_texts(
                    "sentences", *(self._odds_text("offer", side, odds) for side, odds in _split_offers(value))
                )
            case _:
                assert_never(place.kind)

    def _is_area(self, value: str) -> bool:
        """Only dice bets have numbers, and they never go without."""
        kind, _, digits = value.partition(":")
        entry = self.sections["area"].get(kind)
        return entry is not None and bool(entry.slots) == digits.isdecimal()

    def _odds_text(self, section: str, side: str, text: str) -> str:
        odds = odds_from_text(text)
        return self.text(section, side, {"win": str(odds.win), "stake": str(odds.stake)})

    def _winner_text(self, area: str, text: str) -> str:
        odds = odds_from_text(text)
        return self.text("winner", "area", {"area": area, "win": str(odds.win), "stake": str(odds.stake)})

    def _bettor_text(self, value: str) -> str:
        """`3 seated`, `5 standing-1`, or `red` (also `None red`) where the table has no seats."""
        seat, _, place = value.removeprefix("None ").partition(" ")
        if not seat.isdecimal() or not place:
            free = value.removeprefix("None ")
            known = FREE_PLACES.get(free)
            return self.text("bettor", known) if known else self.text("bettor", "free", {"place": free})
        if place == "seated":
            return self.text("bettor", "seated", {"seat": seat})
        if place.startswith(_STANDING):
            return self.text("bettor", "standing", {"seat": seat, "place": place.removeprefix(_STANDING)})
        return self.text("bettor", "place", {"seat": seat, "place": place})


def _join_spaced(parts: Sequence[str]) -> str:
    """With a space where Chinese meets a fact in letters or figures: a name is read apart from its sentence."""
    joined = ""
    for part in parts:
        ends = joined[-1:], part[:1]
        joined += " " if any(_is_han(ends[one]) and _is_latin(ends[1 - one]) for one in (0, 1)) else ""
        joined += part
    return joined


def _is_han(sign: str) -> bool:
    return bool(sign) and 0x4E00 <= ord(sign) <= 0x9FFF


def _is_latin(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()


def _special_cases(guide: Guide) -> Iterator[str]:
    """An irregularity, a fact that makes a difference by being there, a third card."""
    yield guide.facts.get("trouble", "")
    yield from (fact for fact in SPECIAL_FACTS if fact in guide.facts)
    if guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER) and int(guide.facts["card"]) > INITIAL_CARDS:
        yield "third"


def _split_offers(value: str) -> list[tuple[str, str]]:
    """`player 3/2, banker 5/2` as side, or area, and odds."""
    return [(side, odds) for side, _, odds in (offer.partition(" ") for offer in value.split(", ") if offer)]


@cache
def _load_words(language: Language) -> Words:
    sections: dict[str, Section] = {}
    for found in check_language(language.value):
        sections |= found
    return Words(language=language, sections=sections)


class LanguagePair(Struct, frozen=True):
    """Two languages at once: the first is read, the second helps."""

    first: Words
    second: Words

    def both_texts(self, ask: Callable[[Words], str]) -> tuple[str, str]:
        """The same question to both: `pair.both_texts(lambda words: words.instruction(guide))`."""
        return ask(self.first), ask(self.second)

    def line(self, ask: Callable[[Words], str]) -> str:
        """The same in one line; nothing where nothing is said."""
        return "  ".join(text for text in self.both_texts(ask) if text)


def language_pair(first: Language, second: Language) -> LanguagePair:
    """The words of two languages."""
    return LanguagePair(Words.load(first), Words.load(second))


WINNER_AREAS = frozenset({Area("player"), Area("banker"), Area("tie")})
CHANCE_AREAS = (Area("small"), Area("big"), Area("odd"), Area("even"), Area("any_triple"))


def prizes_won(layout: Layout, row: Sequence[Verdict]) -> Mapping[Area, Prize]:
    """Which areas of the layout won, and which of their prizes, in the order of the pay tables."""
    return {
        area: _find_prize(layout, area, verdict)
        for area, verdict in zip(layout.areas, row, strict=True)
        if verdict.result is Result.WIN
    }


def _find_prize(layout: Layout, area: Area, verdict: Verdict) -> Prize:
    """The prize with these odds: within one bet no two pay alike."""
    (prize,) = (prize for prize, odds in layout.prizes(area).items() if odds == verdict.odds)
    return prize


def coup_result_text(words: Words, coup: Coup, won: Mapping[Area, Prize]) -> str:
    """`Banker wins, six over five. Tiger, three cards. Tiger Pair, single.`"""
    winner = coup.winner
    assert winner is not None, "announced only once the hands are finished"
    code = f"{winner.value}.natural" if coup.is_natural else winner.value
    points = sorted((coup.player.points, coup.banker.points))
    facts = {"winner": str(points[1]), "loser": str(points[0]), "points": str(points[0])}
    side_bets = (_side_bet_text(words, area, prize) for area, prize in won.items() if area not in WINNER_AREAS)
    return words.join_texts("sentences", words.text("result", code, facts), *side_bets)


def totals_text(words: Words, coup: Coup) -> str:
    """`Player five, Banker three.`, before a third card is dealt (MBS 3.15)."""
    return words.text("result", "totals", {"player": str(coup.player.points), "banker": str(coup.banker.points)})


def _side_bet_text(words: Words, area: Area, prize: Prize) -> str:
    facts = {"area": words.area_speech(area), "prize": words.prize(prize)}
    return words.text("result", "won" if prize is Prize.WIN else "won.prize", facts)


def tumble_result_text(words: Words, tumble: Tumble, won: Mapping[Area, Prize]) -> str:
    """`Two, five, six. Thirteen. Big, odd.`"""
    first, second, third = sorted(tumble.dice)
    chances = words.join_texts("chances", *(words.area_speech(area) for area in CHANCE_AREAS if area in won))
    sentences = (
        words.text("result", "dice", {"first": str(first), "second": str(second), "third": str(third)}),
        words.text("result", "total", {"total": str(tumble.total)}),
        words.text("result", "chances", {"chances": chances}),
    )
    return words.join_texts("sentences", *(text[:1].upper() + text[1:] for text in sentences))


def announcement_text(words: Words, step: Guide, rules: Rules, round_: Round | None) -> str:
    """Empty where nothing is announced. A closed offer is announced first, and so is the last round of a shoe."""
    before = _first_codes(step, round_)
    said = _step_announcement(words, step, rules, round_)
    return words.join_texts("sentences", *(words.text("before", code) for code in before), *([said] if said else []))


def _first_codes(step: Guide, round_: Round | None) -> tuple[str, ...]:
    if round_ is not None and is_insurance_closed(step, round_):
        return ("insurance-closed",)
    return ("last-round",) if "last_round" in step.facts else ()


def is_insurance_closed(step: Guide, round_: Round) -> bool:
    """Nobody is left to answer the offer, or it was closed and its next card has not come yet (5.3)."""
    if step.step is Step.OFFER_INSURANCE:
        return "answered" in step.facts
    return is_offer_just_closed(round_) and step.step in _NEXT_CARD


_NEXT_CARD = frozenset({Step.DRAW_PLAYER, Step.DRAW_BANKER, Step.TURN_CARDS})


def _step_announcement(words: Words, step: Guide, rules: Rules, round_: Round | None) -> str:
    if step.step is Step.OFFER_INSURANCE and "answered" in step.facts:
        return ""
    made = ""
    if round_ is not None and step.say == RESULT:
        made = result_text(words, rules, round_)
    elif round_ is not None and step.say == TOTALS:
        made = totals_text(words, make_coup(open_cards(round_)))
    return words.announcement(step, rules.book.game, result=made)


def result_text(words: Words, rules: Rules, round_: Round) -> str:
    """The result as it is spoken, once the hands are finished and open, or the dice lie."""
    if rules.baccarat is None:
        if round_.dice is None:
            return ""
        assert rules.tai_sai is not None, "without cards there are dice"
        tumble = Tumble(round_.dice)
        return tumble_result_text(words, tumble, prizes_won(rules.layout, rules.tai_sai.verdict_row(tumble)))
    cards = open_cards(round_)
    ended = make_coup(cards)
    if ended.winner is None:
        return ""
    return coup_result_text(words, ended, prizes_won(rules.layout, rules.baccarat.judge.coup_row(cards)))
