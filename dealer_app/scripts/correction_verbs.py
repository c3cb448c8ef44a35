"""The words for corrections, for bets found wrong after closing, and for the rarer courses that a clause prescribes."""

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import BetFault, CarriedUse, Intention
from dealer_app.domain.round.needs import Insured
from dealer_app.domain.rulebook import Side
from dealer_app.scripts.verbs import (
    CommandFields,
    ScriptVerb,
    WordsError,
    bare_verb,
    bettor_word,
    number_verb,
    optional_stake_word,
    read_bettor,
    read_card,
    read_number,
    read_optional_stake,
    read_place,
    read_side,
    read_stage,
    read_wager,
    text_verb,
    wager_words,
    word_reader,
)

_read_fault = word_reader({fault.value: fault for fault in BetFault})
_read_use = word_reader({use.value: use for use in CarriedUse})


def _read_correct_bet(words: list[str]) -> CommandFields:
    """`correct bet 3 to 1 player 100: why`; `new` for a bet not keyed, `none` for one that there was not.

    Of an insurance only the stake is said, `correct bet 5 to 600: why`, unless whose it was, or on what, is another:
    `correct bet new to 2 insurance banker after_four 600: why`.
    """
    said, _, reason = " ".join(words).partition(":")
    number, to, *rest = said.split()
    if to != "to":
        raise WordsError("after the number comes `to`")
    if rest[1:2] == ["insurance"]:
        return _read_insured(number, rest, reason)
    stake = Money(read_number(rest[0])) if len(rest) == 1 and rest != ["none"] else None
    return {
        "number": None if number == "new" else read_number(number),
        "wager": None if len(rest) == 1 else read_wager(rest),
        "stake": stake,
        "reason": reason.strip(),
    }


def _read_insured(number: str, words: list[str], reason: str) -> CommandFields:
    who, _, side, stage, stake = words
    return {
        "number": None if number == "new" else read_number(number),
        "wager": None,
        "stake": Money(read_number(stake)),
        "insured": Insured(read_bettor(who), read_stage(stage), read_side(side)),
        "reason": reason.strip(),
    }


def _write_correct_bet(command: correction_commands.CorrectBet) -> str:
    number = "new" if command.number is None else str(command.number)
    wager = "none" if command.stake is None else str(command.stake)
    if command.wager is not None:
        wager = wager_words(command.wager)
    if command.insured is not None:
        insured = command.insured
        wager = f"{bettor_word(insured.who)} insurance {insured.side.value} {insured.stage.value} {command.stake}"
    return f"{number} to {wager} : {command.reason}"


def _read_correct_card(words: list[str]) -> CommandFields:
    place, to, card, *reason = words
    if to != "to":
        raise WordsError("after the place comes `to`")
    return {"place": read_number(place) - 1, "card": read_card(card), "reason": " ".join(reason)}


def _read_correct_dice(words: list[str]) -> CommandFields:
    first, second, third, *reason = words
    return {"dice": (read_number(first), read_number(second), read_number(third)), "reason": " ".join(reason)}


def _read_bet_fault(words: list[str]) -> CommandFields:
    """`late 3 accepted 50 : words`, or with a bet in place of the number where it was not keyed."""
    said, _, after = " ".join(words).partition(":")
    fault, *rest = said.split()
    fields: CommandFields = {"fault": _read_fault(fault), "text": after.strip()}
    if rest and rest[0].isdecimal() and (len(rest) == 1 or rest[1] == "accepted"):
        fields["number"] = read_number(rest.pop(0))
    elif rest and rest[0] != "accepted":
        fields["wager"] = read_wager(rest)
        rest = []
    if rest[:1] == ["accepted"]:
        fields["accepted"] = Money(read_number(rest[1]))
    return fields


def _write_bet_fault(command: correction_commands.ReportBet) -> str:
    number = "" if command.number is None else f" {command.number}"
    if command.wager is not None:
        number = f" {wager_words(command.wager)}"
    accepted = "" if command.accepted is None else f" accepted {command.accepted}"
    return f"{command.fault.value}{number}{accepted}{f' : {command.text}' if command.text else ''}"


def _read_bettor(words: list[str]) -> CommandFields:
    (who,) = words
    return {"who": read_bettor(who)}


def _read_two_bettors(words: list[str]) -> CommandFields:
    one, other = words
    return {"one": read_bettor(one), "other": read_bettor(other)}


def _two_bettor_verb(
    phrase: str, command: type[correction_commands.SamePerson | correction_commands.TwoPersons]
) -> ScriptVerb:
    return ScriptVerb(
        phrase,
        "BETTOR BETTOR",
        command,
        _read_two_bettors,
        lambda command: f"{bettor_word(command.one)} {bettor_word(command.other)}",
    )


def _read_late_insurance(words: list[str]) -> CommandFields:
    who, stage, side, *stake = words
    return {
        "who": read_bettor(who),
        "stage": read_stage(stage),
        "side": read_side(side),
        "stake": read_optional_stake(stake),
    }


def _write_late_insurance(command: commands.OfferLate) -> str:
    return f"{bettor_word(command.who)} {command.stage.value} {command.side.value}{optional_stake_word(command.stake)}"


def _read_intentions(words: list[str]) -> CommandFields:
    """`1 player said so before; 2 banker always does`, or nothing if nobody had."""
    named = []
    for one in filter(None, (part.split() for part in " ".join(words).split(";"))):
        who, side, *reason = one
        named.append(Intention(read_bettor(who), read_side(side), " ".join(reason)))
    return {"named": tuple(named)}


def _intention_words(named: tuple[Intention, ...]) -> str:
    return "; ".join(f"{bettor_word(one.who)} {Side(one.side).value} {one.reason}" for one in named)


def read_amounts(words: list[str]) -> tuple[tuple[int, Money], ...]:
    """`3=50 4=0`: by the number of a bet, an amount."""
    pairs = (word.partition("=") for word in words)
    return tuple((read_number(number), Money(read_number(amount))) for number, _, amount in pairs)


def amount_words(amounts: tuple[tuple[int, Money], ...]) -> str:
    return " ".join(f"{number}={amount}" for number, amount in amounts)


def _read_change(words: list[str]) -> CommandFields:
    number, stake = words
    return {"number": read_number(number), "stake": Money(read_number(stake))}


def _read_handed_winnings(words: list[str]) -> CommandFields:
    who, *said = words
    return {"who": read_bettor(who), "text": " ".join(said)}


def _read_carried(words: list[str]) -> CommandFields:
    use, *said = words
    return {"use": _read_use(use), "text": " ".join(said)}


def _read_affected(words: list[str]) -> CommandFields:
    first, *rest = words
    if rest and rest[0] != "gone":
        raise WordsError("after the round comes `gone` and the bettors who have left")
    return {"first": read_number(first), "gone": frozenset(map(read_bettor, rest[1:]))}


_read_effect = word_reader({"affected": True, "unaffected": False})


def _read_device_fault(words: list[str]) -> CommandFields:
    effect, *text = words
    return {"affected": _read_effect(effect), "text": " ".join(text)}


def _write_device_fault(command: correction_commands.StateDeviceFault) -> str:
    return f"{'affected' if command.affected else 'unaffected'} {command.text}"


def _write_affected(command: correction_commands.StateAffectedRounds) -> str:
    gone = " ".join(sorted(map(bettor_word, command.gone)))
    return f"{command.first}{f' gone {gone}' if gone else ''}"


CORRECTION_VERBS: tuple[ScriptVerb, ...] = (
    ScriptVerb(
        "cards lie",
        "P|B|X ...",
        correction_commands.LayCards,
        lambda words: {"put": tuple(map(read_place, words))},
        lambda command: " ".join(place.value for place in command.put),
    ),
    text_verb("cannot reconstruct", correction_commands.CannotReconstruct, "reason"),
    ScriptVerb(
        "correct bet",
        "N|new to BETTOR AREA STAKE|BETTOR insurance SIDE STAGE STAKE|STAKE|none : WHY",
        correction_commands.CorrectBet,
        _read_correct_bet,
        _write_correct_bet,
    ),
    ScriptVerb(
        "correct card",
        "PLACE to CARD WHY",
        correction_commands.CorrectCard,
        _read_correct_card,
        lambda command: f"{command.place + 1} to {command.card.text} {command.reason}",
    ),
    ScriptVerb(
        "correct dice",
        "A B C WHY",
        correction_commands.CorrectDice,
        _read_correct_dice,
        lambda command: f"{' '.join(map(str, command.dice))} {command.reason}",
    ),
    ScriptVerb(
        "bet found",
        "late|withdrawn|moved|without-value [N|BET] [accepted STAKE] [: WORDS]",
        correction_commands.ReportBet,
        _read_bet_fault,
        _write_bet_fault,
    ),
    ScriptVerb(
        "hand over",
        "BETTOR WORDS",
        correction_commands.HandOver,
        _read_handed_winnings,
        lambda command: f"{bettor_word(command.who)} {command.text}",
    ),
    ScriptVerb(
        "new player",
        "BETTOR",
        correction_commands.NewPlayer,
        _read_bettor,
        lambda command: bettor_word(command.who),
    ),
    _two_bettor_verb("same person", correction_commands.SamePerson),
    _two_bettor_verb("two persons", correction_commands.TwoPersons),
    ScriptVerb(
        "late insurance",
        "BETTOR STAGE SIDE [STAKE]",
        commands.OfferLate,
        _read_late_insurance,
        _write_late_insurance,
    ),
    bare_verb("late offer closed", correction_commands.CloseLateOffer),
    ScriptVerb(
        "intended",
        "[BETTOR SIDE WHY; ...]",
        correction_commands.NameIntentions,
        _read_intentions,
        lambda command: _intention_words(command.named),
    ),
    bare_verb("compared", correction_commands.ConfirmComparison),
    bare_verb("correction withdrawn", correction_commands.WithdrawCorrection),
    bare_verb("report withdrawn", correction_commands.WithdrawReport),
    bare_verb("present", correction_commands.SignAttendance),
    number_verb("cards aside", correction_commands.SetCardsAside, "cards"),
    ScriptVerb(
        "missing",
        "CARDS",
        correction_commands.NameMissingCards,
        lambda words: {"cards": tuple(map(read_card, words))},
        lambda command: " ".join(card.text for card in command.cards),
    ),
    bare_verb("replaced", correction_commands.ReplaceMissingCards),
    bare_verb("device reset", correction_commands.ConfirmReset),
    ScriptVerb(
        "wager",
        "N STAKE",
        correction_commands.ChangeWager,
        _read_change,
        lambda command: f"{command.number} {command.stake}",
    ),
    bare_verb("changes ended", correction_commands.EndChanges),
    ScriptVerb(
        "remove",
        "N=LEFT ...",
        correction_commands.RemoveWagers,
        lambda words: {"left": read_amounts(words)},
        lambda command: amount_words(command.left),
    ),
    ScriptVerb(
        "carried",
        "use|free-hand|burn WORDS",
        correction_commands.ChooseCarriedUse,
        _read_carried,
        lambda command: f"{command.use.value} {command.text}",
    ),
    bare_verb("carried back", correction_commands.ReturnCarriedCards),
    bare_verb("free hand", correction_commands.DealFreeHand),
    text_verb("replace cards", correction_commands.ReplaceCards, "reason"),
    ScriptVerb(
        "device fault",
        "affected|unaffected WORDS",
        correction_commands.StateDeviceFault,
        _read_device_fault,
        _write_device_fault,
    ),
    ScriptVerb(
        "dice damaged since",
        "ROUND [gone BETTORS]",
        correction_commands.StateAffectedRounds,
        _read_affected,
        _write_affected,
    ),
)
