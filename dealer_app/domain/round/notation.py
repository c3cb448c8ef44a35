"""A round in one line of ASCII, and back: the log line, the test input, the bug report.

    LINE     = GAME "/" LAYOUT " #" NUMBER " " PHASE FLAG* " | " BETS " | " CARDS (" | " SEGMENT)*
    FLAG     = " +late" | " +waived" | " +reconstructed" | " +as-they-lie"
    BETS     = "-" | BET (" " BET)*             BET  = [NUMBER ":"] WHO "." AREA "=" STAKE ["/behalf"]
    CARDS    = "-" | CARD (" " CARD)*           CARD = (FACE | "?") ">" ("P" | "B" | "X") ["*"] ["!" DIGEST "!" SALT]
                                                       * lies face down; the rest is the seal of a card in excess
    WHO      = (SEAT | "-") ["s" N | "~" LABEL]     1 seated, 3s1 standing-1 at seat 3, -~red a label without a seat
    SEGMENT  = "insured" ([NUMBER ":"] OFFER "=" STAKE ["/late"] ["/unanswered"] | OFFER "=no")+
             | "offers" STAGE+          offers that are closed; OFFER = WHO "." STAGE "." SIDE
             | "neglected" STAGE+ | "offered-late" STAGE+ | "to-be-named" (STAGE "=" NAME)+
             | "tumbles" N | "dice" N "-" N "-" N | "holds" (SIDE "=" WHO)+ | "refused" (SIDE "=" WHO)+
             | "returned" NUMBER+ | "never-placed" NUMBER+ | "ticked" NUMBER+ | "void" CLAUSE
             | "settled" (NUMBER "=" RESULT "," COUNTS "," GROSS "," COMMISSION "," NET "," PAYABLE)+

A number is left out where it is one more than the number before it (the first after none is 1). Amounts are minor
units, exact ones `7/2`. In a word everything but letters, digits, `_`, `:` and `-` is `%` and two hexadecimal digits.
Only the line that `write_round` makes is read: another order or spelling of the same round is refused. What may be
shown while a card is sealed is the line of `without_sealed_cards`, which has `?` for it and no salt.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round.state import DrawnCard, InsuranceBet, Phase, PlacedBet, Round, Seal, SettledBet, Who
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import SEATED, Area, Bettor, Wager

_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:-")
_STANDING = "standing-"
_BETWEEN = " | "


class NotationError(ValueError):
    """A line that is no round, or not in the one form in which it is written."""


class RoundLine(Struct, frozen=True):
    """What a line says: a round and the game and layout on which it was played."""

    game: str
    layout: str
    round: Round


def write_round(line: RoundLine) -> str:
    round_ = line.round
    flags = [flag for flag, name in _FLAGS.items() if getattr(round_, name)]
    where = f"{_escape_word(line.game)}/{_escape_word(line.layout)}"
    head = " ".join([where, f"#{round_.number}", round_.phase.value, *flags])
    bets = " ".join(_number_words((bet.number, bet_words(bet)) for bet in round_.bets)) or "-"
    cards = " ".join(map(card_words, round_.cards)) or "-"
    segments = ((name, words(round_)) for name, (words, _) in _SEGMENTS.items())
    return _BETWEEN.join([head, bets, cards, *(" ".join([name, *words]) for name, words in segments if words)])


def read_round(text: str) -> RoundLine:
    """The inverse of `write`; raises NotationError for any line that `write` does not make."""
    try:
        line = _parse_round(text)
    except (ValueError, KeyError, IndexError, TypeError, UnicodeError) as problem:
        raise NotationError(f"no round in one line: {text!r}") from problem
    if write_round(line) != text:
        raise NotationError(f"not as a round is written: {text!r}; it is {write_round(line)!r}")
    return line


def _parse_round(text: str) -> RoundLine:
    head, bets, cards, *segments = text.split(_BETWEEN)
    where, number, phase, *flags = head.split(" ")
    game, _, layout = where.partition("/")
    changes: dict[str, Any] = {_FLAGS[flag]: True for flag in flags}
    changes["bets"] = tuple(_read_bet(*one) for one in _split_numbers(_split_words(bets)))
    changes["cards"] = tuple(_read_card(word) for word in _split_words(cards))
    for segment in segments:
        name, *words = segment.split(" ")
        changes.update(_SEGMENTS[name][1](words))
    round_ = Round(number=int(number.removeprefix("#")), phase=Phase(phase), **changes)
    return RoundLine(_unescape_word(game), _unescape_word(layout), round_)


_FLAGS = {
    "+late": "closed_late",
    "+waived": "insurance_waived",
    "+reconstructed": "reconstructed",
    "+as-they-lie": "as_they_lie",
}


def _escape_word(text: str) -> str:
    return "".join(one if one in _PLAIN else "".join(f"%{byte:02X}" for byte in one.encode()) for one in text)


def _unescape_word(word: str) -> str:
    plain, *coded = word.split("%")
    found = [plain.encode()]
    for piece in coded:
        found += [bytes.fromhex(piece[:2]), piece[2:].encode()]
    return b"".join(found).decode()


def _split_words(segment: str) -> list[str]:
    return [] if segment == "-" else segment.split(" ")


def _number_words(things: Iterable[tuple[int, str]]) -> list[str]:
    words, before = [], 0
    for number, text in things:
        words.append(text if number == before + 1 else f"{number}:{text}")
        before = number
    return words


def _split_numbers(words: Iterable[str]) -> list[tuple[int, str]]:
    found, before = [], 0
    for word in words:
        number, colon, rest = word.partition(":")
        given = bool(colon) and number.isdecimal()
        before = int(number) if given else before + 1
        found.append((before, rest if given else word))
    return found


# Bettors, bets, cards: also the words of scripts and traces


def who_word(who: Who) -> str:
    seat, bettor = who
    start = "-" if seat is None else str(seat)
    if bettor == SEATED:
        return start
    standing = bettor.removeprefix(_STANDING)
    if standing != bettor and standing.isascii() and standing.isdecimal():
        return f"{start}s{standing}"
    return f"{start}~{_escape_word(bettor)}"


def read_who(word: str) -> Who:
    place, labelled, label = word.partition("~")
    seat, standing, number = place.partition("s")
    if labelled:
        bettor = Bettor(_unescape_word(label))
    elif standing:
        bettor = Bettor(f"{_STANDING}{number}")
    else:
        bettor = SEATED
    return None if seat == "-" else int(seat), bettor


def bet_words(bet: PlacedBet) -> str:
    stake = f"{who_word(bet.who)}.{_escape_word(bet.wager.area)}={bet.wager.stake}"
    return f"{stake}/behalf" if bet.on_behalf else stake


def _read_bet(number: int, word: str) -> PlacedBet:
    place, _, amount = word.partition("=")
    who, _, area = place.partition(".")
    stake, behalf, _ = amount.partition("/behalf")
    seat, bettor = read_who(who)
    wager = Wager(area=Area(_unescape_word(area)), stake=Money(int(stake)), seat=seat, bettor=bettor)
    return PlacedBet(number=number, wager=wager, on_behalf=bool(behalf))


def card_words(drawn: DrawnCard) -> str:
    face = "?" if drawn.card is None else drawn.card.text
    seal = "" if drawn.seal is None else f"!{_escape_word(drawn.seal.digest)}!{_escape_word(drawn.seal.salt)}"
    return f"{face}>{drawn.put.value}{'' if drawn.turned else '*'}{seal}"


def _read_card(word: str) -> DrawnCard:
    face, _, rest = word.partition(">")
    lies, *sealed = rest.split("!")
    seal = Seal(*map(_unescape_word, sealed)) if sealed else None
    card = None if face == "?" else CARDS[face]
    return DrawnCard(card, Place(lies.removesuffix("*")), not lies.endswith("*"), seal)


def without_sealed_cards(round_: Round) -> Round:
    """The round without what a seal keeps: the card is unknown and its salt is left out."""
    cards = tuple(
        drawn if drawn.seal is None else replace(drawn, card=None, seal=Seal(drawn.seal.digest, ""))
        for drawn in round_.cards
    )
    return replace(round_, cards=cards)


# Segments: how each is written (nothing if it has nothing to say) and what it adds to the round

_Segment = tuple[Callable[[Round], list[str]], Callable[[list[str]], dict[str, Any]]]
_OfferKey = tuple[Who, InsuranceStage, Side]


def _offer_words(offer: _OfferKey) -> str:
    who, stage, side = offer
    return f"{who_word(who)}.{stage.value}.{side.value}"


def _read_offer(words: str) -> _OfferKey:
    who, stage, side = words.split(".")
    return read_who(who), InsuranceStage(stage), Side(side)


def _insurance_words(round_: Round) -> list[str]:
    bets, staked = [], set()
    for bet in round_.insurance:
        offer = (bet.who, bet.stage, bet.side)
        staked.add(offer)
        marks = ("/late" if bet.late else "") + ("" if offer in round_.answered else "/unanswered")
        bets.append((bet.number, f"{_offer_words(offer)}={bet.stake}{marks}"))
    return _number_words(bets) + sorted(f"{_offer_words(offer)}=no" for offer in round_.answered - staked)


def _read_insurance(words: list[str]) -> dict[str, Any]:
    insurance, answered = [], set()
    for number, word in _split_numbers(words):
        place, _, said = word.partition("=")
        who, stage, side = _read_offer(place)
        stake, *marks = said.split("/")
        if "unanswered" not in marks:
            answered.add((who, stage, side))
        if stake != "no":
            taken = InsuranceBet(
                number=number, who=who, stage=stage, side=side, stake=Money(int(stake)), late="late" in marks
            )
            insurance.append(taken)
    return {"insurance": tuple(insurance), "answered": frozenset(answered)}


def _settlement_words(round_: Round) -> list[str]:
    return [
        f"{line.number}={_escape_word(line.result)},{line.counts},{line.gross},{line.commission},{line.net},"
        f"{'-' if line.payable is None else line.payable}"
        for line in round_.settled
    ]


def _read_settled_bet(word: str) -> SettledBet:
    number, _, rest = word.partition("=")
    result, counts, gross, commission, net, payable = rest.split(",")
    return SettledBet(
        number=int(number),
        result=_unescape_word(result),
        counts=Fraction(counts),
        gross=Fraction(gross),
        commission=Fraction(commission),
        net=Fraction(net),
        payable=None if payable == "-" else Money(int(payable)),
    )


def _number_segment(name: str) -> _Segment:
    """A segment that is a set of numbers."""
    return (
        lambda round_: [str(number) for number in sorted(getattr(round_, name))],
        lambda words: {name: frozenset(map(int, words))},
    )


def _stage_segment(name: str) -> _Segment:
    """A segment that is a set of offers of insurance."""
    return (
        lambda round_: sorted(stage.value for stage in getattr(round_, name)),
        lambda words: {name: frozenset(map(InsuranceStage, words))},
    )


def _read_reporter(word: str) -> tuple[InsuranceStage, str]:
    stage, _, by = word.partition("=")
    return InsuranceStage(stage), _unescape_word(by)


def _read_dice(words: list[str]) -> dict[str, Any]:
    first, second, third = map(int, words[0].split("-"))
    return {"dice": (first, second, third)}


def _read_holders(words: list[str]) -> dict[str, Any]:
    return {"holders": dict(map(_read_hand, words))}


def _read_hand(word: str) -> tuple[Side, Who]:
    side, _, who = word.partition("=")
    return Side(side), read_who(who)


_SEGMENTS: Mapping[str, _Segment] = {
    "insured": (_insurance_words, _read_insurance),
    "offers": _stage_segment("offers_closed"),
    "neglected": _stage_segment("neglected"),
    "offered-late": _stage_segment("offered_late"),
    "to-be-named": (
        lambda round_: sorted(f"{stage.value}={_escape_word(by)}" for stage, by in round_.to_be_named.items()),
        lambda words: {"to_be_named": dict(map(_read_reporter, words))},
    ),
    "tumbles": (
        lambda round_: [] if round_.tumbles is None else [str(round_.tumbles)],
        lambda words: {"tumbles": int(words[0])},
    ),
    "dice": (lambda round_: [] if round_.dice is None else ["-".join(map(str, round_.dice))], _read_dice),
    "holds": (
        lambda round_: [f"{side.value}={who_word(round_.holders[side])}" for side in Side if side in round_.holders],
        _read_holders,
    ),
    "refused": (
        lambda round_: sorted(f"{side.value}={who_word(who)}" for side, who in round_.refused_cards),
        lambda words: {"refused_cards": frozenset(map(_read_hand, words))},
    ),
    "returned": _number_segment("returned"),
    "never-placed": _number_segment("never_placed"),
    "settled": (_settlement_words, lambda words: {"settled": tuple(map(_read_settled_bet, words))}),
    "ticked": _number_segment("ticked"),
    "void": (
        lambda round_: [] if round_.void_clause is None else [_escape_word(round_.void_clause)],
        lambda words: {"void_clause": _unescape_word(words[0])},
    ),
}
