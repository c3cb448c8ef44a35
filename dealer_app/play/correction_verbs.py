"""The words for corrections, for bets found wrong after closing, and for the rarer courses that a clause prescribes."""

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.mending_commands import BetFault, CarriedUse, Intention
from dealer_app.domain.round.needs import Insured
from dealer_app.domain.rulebook import Side
from dealer_app.play.verbs import (
    Fields,
    Verb,
    WordsError,
    bare,
    bettor_of,
    bettor_word,
    card_of,
    number_of,
    one_number,
    one_of,
    place_of,
    side_of,
    stage_of,
    stake_if_told,
    text,
    told_stake,
    wager_of,
    wager_words,
)

_fault = one_of({fault.value: fault for fault in BetFault})
_use = one_of({use.value: use for use in CarriedUse})


def _read_correct_bet(words: list[str]) -> Fields:
    """`correct bet 3 to 1 player 100: why`; `new` for a bet not keyed, `none` for one that there was not.

    Of an insurance only the stake is said, `correct bet 5 to 600: why`, unless whose it was, or on what, is another:
    `correct bet new to 2 insurance banker after_four 600: why`.
    """
    said, _, reason = " ".join(words).partition(":")
    number, to, *rest = said.split()
    if to != "to":
        raise WordsError("after the number comes `to`")
    if rest[1:2] == ["insurance"]:
        return _insured_words(number, rest, reason)
    stake = Money(number_of(rest[0])) if len(rest) == 1 and rest != ["none"] else None
    return {
        "number": None if number == "new" else number_of(number),
        "wager": None if len(rest) == 1 else wager_of(rest),
        "stake": stake,
        "reason": reason.strip(),
    }


def _insured_words(number: str, words: list[str], reason: str) -> Fields:
    who, _, side, stage, stake = words
    return {
        "number": None if number == "new" else number_of(number),
        "wager": None,
        "stake": Money(number_of(stake)),
        "insured": Insured(bettor_of(who), stage_of(stage), side_of(side)),
        "reason": reason.strip(),
    }


def _write_correct_bet(command: mending_commands.CorrectBet) -> str:
    number = "new" if command.number is None else str(command.number)
    wager = "none" if command.stake is None else str(command.stake)
    if command.wager is not None:
        wager = wager_words(command.wager)
    if command.insured is not None:
        insured = command.insured
        wager = f"{bettor_word(insured.who)} insurance {insured.side.value} {insured.stage.value} {command.stake}"
    return f"{number} to {wager} : {command.reason}"


def _read_correct_card(words: list[str]) -> Fields:
    place, to, card, *reason = words
    if to != "to":
        raise WordsError("after the place comes `to`")
    return {"place": number_of(place) - 1, "card": card_of(card), "reason": " ".join(reason)}


def _read_correct_dice(words: list[str]) -> Fields:
    first, second, third, *reason = words
    return {"dice": (number_of(first), number_of(second), number_of(third)), "reason": " ".join(reason)}


def _read_bet_fault(words: list[str]) -> Fields:
    """`late bet 3 accepted 50 : words`, without a number for a bet that was not keyed."""
    said, _, after = " ".join(words).partition(":")
    fault, *rest = said.split()
    fields: Fields = {"fault": _fault(fault), "text": after.strip()}
    if rest and rest[0] != "accepted":
        fields["number"] = number_of(rest.pop(0))
    if rest[:1] == ["accepted"]:
        fields["accepted"] = Money(number_of(rest[1]))
    return fields


def _write_bet_fault(command: mending_commands.ReportBet) -> str:
    number = "" if command.number is None else f" {command.number}"
    accepted = "" if command.accepted is None else f" accepted {command.accepted}"
    return f"{command.fault.value}{number}{accepted}{f' : {command.text}' if command.text else ''}"


def _read_bettor(words: list[str]) -> Fields:
    (who,) = words
    return {"who": bettor_of(who)}


def _read_two_bettors(words: list[str]) -> Fields:
    one, other = words
    return {"one": bettor_of(one), "other": bettor_of(other)}


def _two_bettors(phrase: str, command: type[mending_commands.SamePerson | mending_commands.TwoPersons]) -> Verb:
    return Verb(
        phrase,
        "BETTOR BETTOR",
        command,
        _read_two_bettors,
        lambda command: f"{bettor_word(command.one)} {bettor_word(command.other)}",
    )


def _read_late_insurance(words: list[str]) -> Fields:
    who, stage, side, *stake = words
    return {
        "who": bettor_of(who),
        "stage": stage_of(stage),
        "side": side_of(side),
        "stake": stake_if_told(stake),
    }


def _write_late_insurance(command: commands.OfferLate) -> str:
    return f"{bettor_word(command.who)} {command.stage.value} {command.side.value}{told_stake(command.stake)}"


def _read_intentions(words: list[str]) -> Fields:
    """`1 player he said so; 2 banker he always does`, or nothing if nobody had."""
    named = []
    for one in filter(None, (part.split() for part in " ".join(words).split(";"))):
        who, side, *reason = one
        named.append(Intention(bettor_of(who), side_of(side), " ".join(reason)))
    return {"named": tuple(named)}


def _intention_words(named: tuple[Intention, ...]) -> str:
    return "; ".join(f"{bettor_word(one.who)} {Side(one.side).value} {one.reason}" for one in named)


def amounts_of(words: list[str]) -> tuple[tuple[int, Money], ...]:
    """`3=50 4=0`: by the number of a bet, an amount."""
    pairs = (word.partition("=") for word in words)
    return tuple((number_of(number), Money(number_of(amount))) for number, _, amount in pairs)


def amount_words(amounts: tuple[tuple[int, Money], ...]) -> str:
    return " ".join(f"{number}={amount}" for number, amount in amounts)


def _read_change(words: list[str]) -> Fields:
    number, stake = words
    return {"number": number_of(number), "stake": Money(number_of(stake))}


def _read_hand_over(words: list[str]) -> Fields:
    who, *said = words
    return {"who": bettor_of(who), "text": " ".join(said)}


def _read_carried(words: list[str]) -> Fields:
    use, *said = words
    return {"use": _use(use), "text": " ".join(said)}


def _read_affected(words: list[str]) -> Fields:
    first, *rest = words
    if rest and rest[0] != "gone":
        raise WordsError("after the round comes `gone` and the bettors who have left")
    return {"first": number_of(first), "gone": frozenset(map(bettor_of, rest[1:]))}


def _write_affected(command: mending_commands.StateAffectedRounds) -> str:
    gone = " ".join(sorted(map(bettor_word, command.gone)))
    return f"{command.first}{f' gone {gone}' if gone else ''}"


CORRECTIONS: tuple[Verb, ...] = (
    Verb(
        "cards lie",
        "P|B|X ...",
        mending_commands.LayCards,
        lambda words: {"put": tuple(map(place_of, words))},
        lambda command: " ".join(place.value for place in command.put),
    ),
    text("cannot reconstruct", mending_commands.CannotReconstruct, "reason"),
    Verb(
        "correct bet",
        "N|new to BETTOR AREA STAKE|BETTOR insurance SIDE STAGE STAKE|STAKE|none : WHY",
        mending_commands.CorrectBet,
        _read_correct_bet,
        _write_correct_bet,
    ),
    Verb(
        "correct card",
        "PLACE to CARD WHY",
        mending_commands.CorrectCard,
        _read_correct_card,
        lambda command: f"{command.place + 1} to {command.card.text} {command.reason}",
    ),
    Verb(
        "correct dice",
        "A B C WHY",
        mending_commands.CorrectDice,
        _read_correct_dice,
        lambda command: f"{' '.join(map(str, command.dice))} {command.reason}",
    ),
    Verb(
        "bet found",
        "late|withdrawn|moved|without-value [N] [accepted STAKE] [: WORDS]",
        mending_commands.ReportBet,
        _read_bet_fault,
        _write_bet_fault,
    ),
    Verb(
        "hand over",
        "BETTOR WORDS",
        mending_commands.HandOver,
        _read_hand_over,
        lambda command: f"{bettor_word(command.who)} {command.text}",
    ),
    Verb(
        "new player",
        "BETTOR",
        mending_commands.NewPlayer,
        _read_bettor,
        lambda command: bettor_word(command.who),
    ),
    _two_bettors("same person", mending_commands.SamePerson),
    _two_bettors("two persons", mending_commands.TwoPersons),
    Verb(
        "late insurance",
        "BETTOR STAGE SIDE [STAKE]",
        commands.OfferLate,
        _read_late_insurance,
        _write_late_insurance,
    ),
    bare("late offer closed", mending_commands.CloseLateOffer),
    Verb(
        "intended",
        "[BETTOR SIDE WHY; ...]",
        mending_commands.NameIntentions,
        _read_intentions,
        lambda command: _intention_words(command.named),
    ),
    bare("compared", mending_commands.ConfirmComparison),
    bare("correction withdrawn", mending_commands.WithdrawCorrection),
    bare("present", mending_commands.SignAttendance),
    one_number("cards aside", mending_commands.SetCardsAside, "cards"),
    Verb(
        "missing",
        "CARDS",
        mending_commands.NameMissingCards,
        lambda words: {"cards": tuple(map(card_of, words))},
        lambda command: " ".join(card.text for card in command.cards),
    ),
    bare("replaced", mending_commands.ReplaceMissingCards),
    bare("device reset", mending_commands.ConfirmReset),
    Verb(
        "wager",
        "N STAKE",
        mending_commands.ChangeWager,
        _read_change,
        lambda command: f"{command.number} {command.stake}",
    ),
    bare("changes ended", mending_commands.EndChanges),
    Verb(
        "remove",
        "N=LEFT ...",
        mending_commands.RemoveWagers,
        lambda words: {"left": amounts_of(words)},
        lambda command: amount_words(command.left),
    ),
    Verb(
        "carried",
        "use|free-hand|burn WORDS",
        mending_commands.ChooseCarriedUse,
        _read_carried,
        lambda command: f"{command.use.value} {command.text}",
    ),
    bare("carried back", mending_commands.ReturnCarriedCards),
    bare("free hand", mending_commands.DealFreeHand),
    text("replace cards", mending_commands.ReplaceCards, "reason"),
    Verb(
        "dice damaged since",
        "ROUND [gone BETTORS]",
        mending_commands.StateAffectedRounds,
        _read_affected,
        _write_affected,
    ),
)
