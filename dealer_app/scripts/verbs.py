"""The words of a script: each verb, what follows it, and the command that it is, both ways.

A script line is read by `language`, also the one that opens a table, which takes settings.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.money import Money
from dealer_app.domain.plain_text import quote_text
from dealer_app.domain.round import commands
from dealer_app.domain.round.notation import read_who, who_word
from dealer_app.domain.round.state import Command, Who
from dealer_app.domain.round.table_settings import InsuranceShown, Method
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Area, Bettor, Wager

CommandFields = dict[str, Any]


class WordsError(ValueError):
    """The words after a verb are not what belongs there; says what is wrong with them."""


class ScriptVerb(Struct, frozen=True):
    """`read` makes a command's fields of the words after the phrase; `write` is its inverse.

    `write` answers None for a command of this type that another verb says (`announced`, `not announced`).
    """

    phrase: str
    after: str
    command: type[Command]
    read: Callable[[list[str]], CommandFields]
    write: Callable[[Any], str | None]

    @property
    def usage(self) -> str:
        return f"{self.phrase} {self.after}".rstrip()


def read_card(word: str) -> Card:
    found = CARDS.get(word.upper())
    if found is None:
        raise WordsError(f"{quote_text(word)} is not a card; cards are written 6S, TD, AH")
    return found


def read_number(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise WordsError(f"{quote_text(word)} is not a whole number")
    return int(word)


def read_bettor(word: str) -> Who:
    """A seat `1`, a standing bettor `3s1`, or a label `red` where there are no seats."""
    if word[:1].isalpha():
        return None, Bettor(word)
    try:
        return read_who(word)
    except ValueError:
        raise WordsError(f"{quote_text(word)} is not a bettor; they are written 1, 3s1, - or red") from None


def bettor_word(who: Who) -> str:
    seat, bettor = who
    plain = seat is None and bettor.isascii() and bettor.isalpha() and bettor not in ("seated", "back")
    return bettor if plain else who_word(who)


def word_reader(choices: Mapping[str, Any]) -> Callable[[str], Any]:
    def chosen(word: str) -> Any:
        if word not in choices:
            raise WordsError(f"{quote_text(word)} is none of {', '.join(choices)}")
        return choices[word]

    return chosen


read_side = word_reader({side.value: side for side in Side})
read_stage = word_reader({stage.value: stage for stage in InsuranceStage})
read_place = word_reader({place.value: place for place in Place})


def _read_nothing(words: list[str]) -> CommandFields:
    if words:
        raise WordsError(f"nothing comes after it, not {' '.join(words)!r}")
    return {}


def bare_verb(phrase: str, command: type[Command]) -> ScriptVerb:
    return ScriptVerb(phrase, "", command, _read_nothing, lambda _: "")


def constant_verb(phrase: str, command: type[Command], name: str, *, value: object) -> ScriptVerb:
    """A phrase that is one value of a command's only field."""

    def read(words: list[str]) -> CommandFields:
        return {**_read_nothing(words), name: value}

    return ScriptVerb(phrase, "", command, read, lambda command: "" if getattr(command, name) == value else None)


def text_verb(phrase: str, command: type[Command], name: str) -> ScriptVerb:
    return ScriptVerb(
        phrase,
        name.upper(),
        command,
        lambda words: {name: " ".join(words)},
        lambda command: getattr(command, name),
    )


def number_verb(phrase: str, command: type[Command], name: str) -> ScriptVerb:
    def read(words: list[str]) -> CommandFields:
        (number,) = words
        return {name: read_number(number)}

    return ScriptVerb(phrase, "N", command, read, lambda command: str(getattr(command, name)))


def read_wager(words: list[str]) -> Wager:
    who, area, stake = words
    seat, bettor = read_bettor(who)
    return Wager(area=Area(area), stake=Money(read_number(stake)), seat=seat, bettor=bettor)


def wager_words(wager: Wager) -> str:
    return f"{bettor_word((wager.seat, wager.bettor))} {wager.area} {wager.stake}"


def _read_bet(words: list[str]) -> CommandFields:
    behalf = words[-2:] == ["on", "behalf"]
    return {"wager": read_wager(words[:-2] if behalf else words), "on_behalf": behalf}


def _write_bet(command: commands.PlaceBet) -> str:
    return wager_words(command.wager) + (" on behalf" if command.on_behalf else "")


def _read_closing(words: list[str]) -> CommandFields:
    """`no more bets without 3 5`: bets on behalf of which no chips lie there."""
    if words[:1] not in ([], ["without"]) or words == ["without"]:
        raise WordsError("after it comes nothing, or `without` and the bets on behalf that have no chips")
    return {"without_chips": frozenset(map(read_number, words[1:]))}


def _read_reject(words: list[str]) -> CommandFields:
    """`reject first 3 1`: bet 3 was placed before all others, and after it bet 1."""
    if words[:1] not in ([], ["first"]) or words == ["first"]:
        raise WordsError("after it comes nothing, or `first` and the bets that were placed before the others")
    return {"placed_first": tuple(map(read_number, words[1:]))}


def _write_reject(command: commands.RejectExcess) -> str:
    return " ".join(["first", *map(str, command.placed_first)]) if command.placed_first else ""


def read_announced(words: list[str]) -> CommandFields:
    """`announced without 3`: as with closing in time."""
    return {"announced": True, **_read_closing(words)}


def write_announced(command: commands.Answer) -> str | None:
    return _write_closing(command) if command.announced else None


def _write_closing(command: commands.NoMoreBets | commands.Answer) -> str:
    return " ".join(["without", *map(str, sorted(command.without_chips))]) if command.without_chips else ""


def _read_draw(words: list[str]) -> CommandFields:
    face, *rest = words
    fields: CommandFields = {"card": None if face == "?" else read_card(face)}
    while rest:
        match rest:
            case ["to", place, *more]:
                fields["put"] = read_place(place)
            case ["face", "up", *more]:
                fields["face_up"] = True
            case ["face", "down", *more]:
                fields["face_down"] = True
            case ["by", "device", *more]:
                fields["by_device"] = True
            case ["salt", salt, *more]:
                fields["salt"] = salt
            case _:
                known = "`to P`, `to B`, `to X`, `face up`, `face down` or `by device`"
                raise WordsError(f"after a card comes {known}, not {' '.join(rest)!r}")
        rest = more
    return fields


def _write_draw(command: commands.DrawCard) -> str:
    words = ["?" if command.card is None else command.card.text]
    if command.put is not None:
        words += ["to", command.put.value]
    if command.face_up:
        words += ["face", "up"]
    if command.face_down:
        words += ["face", "down"]
    if command.by_device:
        words += ["by", "device"]
    if command.salt:
        words += ["salt", command.salt]
    return " ".join(words)


def read_places(words: list[str]) -> tuple[int, ...]:
    """Places are counted from 1 by people and from 0 in a command."""
    return tuple(read_number(word) - 1 for word in words)


def place_words(places: tuple[int, ...]) -> str:
    return " ".join(str(place + 1) for place in places)


def _read_turn(words: list[str]) -> CommandFields:
    split = words.index("=") if "=" in words else len(words)
    return {"places": read_places(words[:split]), "cards": tuple(map(read_card, words[split + 1 :]))}


def _write_turn(command: commands.TurnCards) -> str:
    cards = " ".join(card.text for card in command.cards)
    return place_words(command.places) + (f" = {cards}" if cards else "")


def _read_offer(words: list[str]) -> CommandFields:
    who, side, *stake = words
    return {"who": read_bettor(who), "side": read_side(side), "stake": read_optional_stake(stake)}


def read_optional_stake(words: list[str]) -> Money:
    """An amount, or nothing, which is allowed where bets are not keyed."""
    if not words:
        return Money(0)
    (stake,) = words
    return Money(read_number(stake))


def optional_stake_word(stake: Money) -> str:
    return f" {stake}" if stake else ""


def _read_decline(words: list[str]) -> CommandFields:
    who, side = words
    return {"who": read_bettor(who), "side": read_side(side)}


def _read_give(words: list[str]) -> CommandFields:
    side, who = words
    return {"side": read_side(side), "who": None if who == "back" else read_bettor(who)}


def _read_device(words: list[str]) -> CommandFields:
    (who,) = words
    return {"who": None if who == "back" else read_bettor(who)}


def _read_insurance_shown(words: list[str]) -> CommandFields:
    shown = {each.value: each for each in InsuranceShown}
    if not words or words[0] not in shown or not set(words[1:]) <= {"private", "notice"}:
        raise WordsError(f"how insurance is shown is one of {', '.join(shown)}, then private, notice")
    return {"shown": shown[words[0]], "is_private": "private" in words, "has_notice": "notice" in words}


def _write_insurance_shown(command: commands.ChangeInsurance) -> str:
    private, notice = " private" * command.is_private, " notice" * command.has_notice
    return f"{command.shown.value}{private}{notice}"


def _read_most(words: list[str]) -> CommandFields:
    (most,) = words
    return {"most": None if most == "all" else read_number(most)}


def _read_hand_refusal(words: list[str]) -> CommandFields:
    side, who = words
    return {"side": read_side(side), "who": read_bettor(who)}


def _read_dice(words: list[str]) -> CommandFields:
    first, second, third, *rest = words
    dice = (read_number(first), read_number(second), read_number(third))
    if not rest:
        return {"dice": dice}
    cocked = {read_number(word) for word in rest[1:]}
    if rest[0] != "cocked" or not cocked or not cocked <= {1, 2, 3}:
        raise WordsError("after the dice comes `cocked` and which of them, 1 to 3")
    return {"dice": dice, "flat": (1 not in cocked, 2 not in cocked, 3 not in cocked)}


def _write_dice(command: commands.ReadDice) -> str:
    cocked = " ".join(str(place) for place, flat in enumerate(command.flat, start=1) if not flat)
    return " ".join(map(str, command.dice)) + (f" cocked {cocked}" if cocked else "")


ROUND_VERBS: tuple[ScriptVerb, ...] = (
    bare_verb("place your bets", commands.PlaceYourBets),
    ScriptVerb("bet", "BETTOR AREA STAKE [on behalf]", commands.PlaceBet, _read_bet, _write_bet),
    number_verb("withdraw", commands.WithdrawBet, "number"),
    ScriptVerb("reject", "[first N ...]", commands.RejectExcess, _read_reject, _write_reject),
    ScriptVerb("no more bets", "[without N ...]", commands.NoMoreBets, _read_closing, _write_closing),
    constant_verb("closing unsaid", commands.TakeBackClosing, "announced", value=False),
    constant_verb("closing said", commands.TakeBackClosing, "announced", value=True),
    ScriptVerb("card", "CARD|? [to P|B|X] [face up|face down] [by device]", commands.DrawCard, _read_draw, _write_draw),
    ScriptVerb("turn", "PLACES [= CARDS]", commands.TurnCards, _read_turn, _write_turn),
    ScriptVerb(
        "give",
        "SIDE BETTOR|back",
        commands.GiveCards,
        _read_give,
        lambda command: f"{command.side.value} {'back' if command.who is None else bettor_word(command.who)}",
    ),
    ScriptVerb(
        "refuses hand",
        "SIDE BETTOR",
        commands.RefuseCards,
        _read_hand_refusal,
        lambda command: f"{command.side.value} {bettor_word(command.who)}",
    ),
    ScriptVerb(
        "insure",
        "BETTOR SIDE [STAKE]",
        commands.TakeInsurance,
        _read_offer,
        lambda command: f"{bettor_word(command.who)} {command.side.value}{optional_stake_word(command.stake)}",
    ),
    ScriptVerb(
        "decline",
        "BETTOR SIDE",
        commands.DeclineInsurance,
        _read_decline,
        lambda command: f"{bettor_word(command.who)} {command.side.value}",
    ),
    bare_verb("offer closed", commands.CloseOffer),
    bare_verb("waive insurance", commands.WaiveInsurance),
    number_verb("tumbles", commands.CountTumbles, "tumbles"),
    ScriptVerb("dice", "A B C [cocked 1..3]", commands.ReadDice, _read_dice, _write_dice),
    bare_verb("result", commands.AnnounceResult),
    number_verb("paid", commands.TickBet, "number"),
    bare_verb("settled", commands.SettleAll),
    bare_verb("undo", commands.Undo),
    ScriptVerb(
        "device to",
        "BETTOR|back",
        commands.PassDevice,
        _read_device,
        lambda command: "back" if command.who is None else bettor_word(command.who),
    ),
    ScriptVerb(
        "allow wagers",
        "N|all",
        commands.AllowWagers,
        _read_most,
        lambda command: "all" if command.most is None else str(command.most),
    ),
    ScriptVerb(
        "insurance shown",
        "not-offered|display|layout|lammer [private] [notice]",
        commands.ChangeInsurance,
        _read_insurance_shown,
        _write_insurance_shown,
    ),
    *(constant_verb(f"method {method.value}", commands.ChooseMethod, "method", value=method) for method in Method),
)
