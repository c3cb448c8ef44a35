"""The words of one language, asked by code. A code or a fact without words is a bug of ours, never a person's fault."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import assert_never

from msgspec import Struct

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.money import odds_from_text
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.guided import Guide, Step
from dealer_app.domain.round.needs import Need
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase, ShoeStep
from dealer_app.domain.wagers import Area, Prize
from dealer_app.journal.trouble import JournalError
from dealer_app.people.standing import Held
from dealer_app.station.listening.questions import Awaiting, What
from dealer_app.wording.amounts import amount
from dealer_app.wording.checking import check
from dealer_app.wording.reading import FREE_PLACES, HIGHEST_NUMBER, SPECIAL_FACTS, Section, code_of
from dealer_app.wording.template import Kind, Place

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


class Irregularity(Struct, frozen=True):
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
        return _loaded(language)

    # What the guide says

    def instruction(self, guide: Guide) -> str:
        """What to do now."""
        return self._of_guide("step", guide)

    def reason(self, guide: Guide) -> str:
        """Why this is next; the clause stands beside it."""
        return self._of_guide("why", guide)

    def announcement(self, guide: Guide, game: str, *, result: str = "") -> str:
        """What the dealer says, empty if nothing. Results and totals are made by `results`, of what lies open."""
        if not guide.say:
            return ""
        if guide.say in MADE_OF_CARDS:
            return result
        own = f"say.{game}"
        return self.put(own if guide.say in self.sections.get(own, {}) else "say", guide.say, guide.facts)

    def refusal(self, refusal: Refusal) -> str:
        """What cannot be done, why, and what to do instead."""
        known = (section for section in _REFUSALS if refusal.code in self.sections[section])
        return self.put(next(known, _REFUSALS[0]), refusal.code, refusal.facts)

    def device_question(self, entry: Awaiting) -> str:
        """What the dealer is asked of a device. It never names a card."""
        return self.put("device-question", self.question_code(entry), {"device": entry.device, **entry.facts})

    def question_code(self, entry: Awaiting) -> str:
        """What may not have been heard is asked of dice in words of their own."""
        of_dice = f"{entry.question.value}.dice"
        unheard = entry.what is What.DICE_UNHEARD and of_dice in self.sections["device-question"]
        return of_dice if unheard else entry.question.value

    def port_fault(self, code: str, port: str, reason: str = "") -> str:
        """What is wrong with a port, what to do, and what the system said of it, if it said anything."""
        said = self.put("port-fault", code, {"port": port, **_TYPED})
        return f"{said} ({reason})" if reason else said

    def trouble(self, code: str) -> Irregularity:
        return Irregularity(self.put("trouble", code), self.put("meaning", code))

    def need(self, need: Need) -> str:
        return self.put("need", code_of(type(need)))

    def command(self, command: type[Command]) -> str:
        """What may be done, as on a button."""
        return self.put("command", code_of(command))

    def established(self, is_established: bool) -> str:
        return self.put("established", "yes" if is_established else "no")

    def journal(self, problem: JournalError) -> str:
        """What is wrong with the journal, and what to do. A fact that the error does not have is a question mark."""
        folder = problem.facts.get("folder", "?")
        typed = {name: f"{command} --data-dir {folder}" for name, command in _TYPED_AT_A_FOLDER.items()}
        facts = {"file": folder, **typed, **problem.facts}
        entry = self.sections["journal"][problem.fault.value]
        unknown = {place.fact: "?" for place in entry.places}
        return self.put("journal", problem.fault.value, unknown | facts)

    def no_backup(self, why: str, detail: str) -> str:
        """Why a backup was not made, and what the system said of it, if it said anything."""
        said = self.put("no-backup", why)
        return f"{said} ({detail})" if detail else said

    # Names

    def area(self, area: str) -> str:
        """The name of a betting area; of dice bets with its numbers."""
        kind, colon, digits = area.partition(":")
        if not colon:
            return self.put("area", area)
        return self.put("area", kind, {"numbers": digits if kind == "sum" else " ".join(digits)})

    def spoken_area(self, area: Area) -> str:
        return self.put("spoken", area)

    def prize(self, prize: Prize) -> str:
        return self.put("prize", prize.value)

    def role(self, code: str) -> str:
        return self.put("role", code)

    def position(self, held: Held) -> str:
        """The position in which somebody stands, and that he only acts in it."""
        return self.put("held", "acting" if held.acting else "own", {"position": held.position.value})

    def title(self, title: str) -> str:
        """A position by the name that its document gives it."""
        return self.put("title", title)

    def card(self, card: Card) -> str:
        facts = {"rank": self.put("rank", card.rank.value), "suit": self.put("suit", card.suit.value)}
        return self.put("card", "face", facts)

    def phase(self, phase: Phase) -> str:
        return self.put("phase", phase.value)

    def shoe(self, step: ShoeStep) -> str:
        return self.put("shoe", step.value)

    def joined(self, how: str, *texts: str) -> str:
        return self.put("joined", how).join(texts)

    # Putting codes and facts in words

    def put(self, section: str, code: str, facts: Mapping[str, str] | None = None) -> str:
        """The entry of this code, with its facts put in words."""
        entry = self.sections[section].get(code)
        assert entry is not None, f"{self.language.value} has no words for {section}.{code}"
        return "".join(part if isinstance(part, str) else self._fact(part, facts or {}) for part in entry.parts)

    def _of_guide(self, section: str, guide: Guide) -> str:
        """The words of the first special case that has any, or else those of the step."""
        codes = (f"{guide.step.value}.{case}" for case in _special_cases(guide))
        code = next((code for code in codes if code in self.sections[section]), guide.step.value)
        return self.put(section, code, {**guide.facts, "role": guide.who})

    def _fact(self, place: Place, facts: Mapping[str, str]) -> str:
        assert place.fact in facts, f"the fact {place.fact} is missing; there are {sorted(facts)}"
        value = facts[place.fact]
        match place.kind:
            case Kind.PLAIN:
                return value
            case Kind.AMOUNT:
                return amount(Fraction(value), self.decimals)
            case Kind.AREA:
                # A code that a person made up is told back to him as it is.
                return self.area(value) if self._is_area(value) else value
            case Kind.BETTOR:
                return self._bettor(value)
            case Kind.CARD:
                return self.card(CARDS[value])
            case Kind.POSITION | Kind.ROLE | Kind.SCOPE | Kind.SHOE | Kind.TITLE | Kind.TROUBLE:
                return self.put(place.kind.value, value)
            case Kind.HANDS:
                return self.joined("hands", *(self.put("hand", side) for side, _ in _offers(value)))
            case Kind.LAMMERS:
                return self.joined("hands", *(self._odds("lammer", side, odds) for side, odds in _offers(value)))
            case Kind.WINNERS:
                return self.joined("chances", *(self._winner(area, odds) for area, odds in _offers(value)))
            case Kind.NUMBER:
                return self.put("number", value) if int(value) <= HIGHEST_NUMBER else value
            case Kind.OFFERS:
                return self.joined("sentences", *(self._odds("offer", side, odds) for side, odds in _offers(value)))
            case _:
                assert_never(place.kind)

    def _is_area(self, value: str) -> bool:
        """Only dice bets have numbers, and they never go without."""
        kind, _, digits = value.partition(":")
        entry = self.sections["area"].get(kind)
        return entry is not None and bool(entry.places) == digits.isdecimal()

    def _odds(self, section: str, side: str, text: str) -> str:
        odds = odds_from_text(text)
        return self.put(section, side, {"win": str(odds.win), "stake": str(odds.stake)})

    def _winner(self, area: str, text: str) -> str:
        odds = odds_from_text(text)
        return self.put("winner", "area", {"area": area, "win": str(odds.win), "stake": str(odds.stake)})

    def _bettor(self, value: str) -> str:
        """`3 seated`, `5 standing-1`, or `red` (also `None red`) where the table has no seats."""
        seat, _, place = value.removeprefix("None ").partition(" ")
        if not seat.isdecimal() or not place:
            free = value.removeprefix("None ")
            known = FREE_PLACES.get(free)
            return self.put("bettor", known) if known else self.put("bettor", "free", {"place": free})
        if place == "seated":
            return self.put("bettor", "seated", {"seat": seat})
        if place.startswith(_STANDING):
            return self.put("bettor", "standing", {"seat": seat, "place": place.removeprefix(_STANDING)})
        return self.put("bettor", "place", {"seat": seat, "place": place})


def _special_cases(guide: Guide) -> Iterator[str]:
    """An irregularity, a fact that makes a difference by being there, a third card."""
    yield guide.facts.get("trouble", "")
    yield from (fact for fact in SPECIAL_FACTS if fact in guide.facts)
    if guide.step in (Step.DRAW_PLAYER, Step.DRAW_BANKER) and int(guide.facts["card"]) > INITIAL_CARDS:
        yield "third"


def _offers(value: str) -> list[tuple[str, str]]:
    """`player 3/2, banker 5/2` as side, or area, and odds."""
    return [(side, odds) for side, _, odds in (offer.partition(" ") for offer in value.split(", ") if offer)]


@cache
def _loaded(language: Language) -> Words:
    sections: dict[str, Section] = {}
    for found in check(language.value):
        sections |= found
    return Words(language=language, sections=sections)


class Both(Struct, frozen=True):
    """Two languages at once: the first is read, the second helps."""

    first: Words
    second: Words

    def of(self, ask: Callable[[Words], str]) -> tuple[str, str]:
        """The same question to both: `both(...).of(lambda words: words.instruction(guide))`."""
        return ask(self.first), ask(self.second)

    def line(self, ask: Callable[[Words], str]) -> str:
        """The same in one line; nothing where nothing is said."""
        return "  ".join(text for text in self.of(ask) if text)


def both(first: Language, second: Language) -> Both:
    """The words of two languages."""
    return Both(Words.load(first), Words.load(second))
