"""Script verbs for the table, the shoe, irregularities and rounds of an outage.

The verbs for the normal course of a round are in `verbs`.
"""

from collections.abc import Collection
from itertools import takewhile

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.commands import Effect, Option, ShoeWork
from dealer_app.domain.round.correction_commands import CardRound, DiceRound, OutageRound
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS
from dealer_app.domain.round.irregularities.kinds import REPORTABLE_KINDS
from dealer_app.domain.round.needs import blind_reading_text, parse_blind_reading
from dealer_app.domain.round.state import GuestAnswer
from dealer_app.scripts.correction_verbs import CORRECTION_VERBS, amount_words, read_amounts
from dealer_app.scripts.verbs import (
    ROUND_VERBS,
    CommandFields,
    ScriptVerb,
    WordsError,
    bare_verb,
    bettor_word,
    constant_verb,
    place_words,
    read_announced,
    read_bettor,
    read_card,
    read_number,
    read_places,
    read_stage,
    text_verb,
    word_reader,
    write_announced,
)
from dealer_app.texts.catalogue import type_code

_read_winner = word_reader({winner.value: winner for winner in Winner})
_read_answer = word_reader({answer.value: answer for answer in GuestAnswer})


def _read_outage(words: list[str]) -> CommandFields:
    """`played on player; banker 4H 9S KD 5C: noted by the dealer`; at a game with dice `dice 2 5 6; dice ?`."""
    rounds, colon, text = " ".join(words).partition(":")
    if not colon:
        raise WordsError("after the rounds comes `:` and how the chips went")
    dealt = filter(None, (one.split() for one in rounds.split(";")))
    return {"rounds": tuple(map(_read_outage_round, dealt)), "text": text.strip()}


def _read_outage_round(words: list[str]) -> OutageRound:
    match words:
        case ["dice", "?"]:
            return DiceRound(None)
        case ["dice", first, second, third]:
            return DiceRound((read_number(first), read_number(second), read_number(third)))
        case [winner, *cards]:
            return CardRound(_read_winner(winner), tuple(map(read_card, cards)))
        case _:
            raise WordsError("a round is its winner and its cards, or `dice` and how they lay")


def _write_outage(command: correction_commands.EnterOutageRounds) -> str:
    return f"{'; '.join(map(_outage_round_words, command.rounds))}: {command.text}".rstrip()


def _outage_round_words(dealt: OutageRound) -> str:
    match dealt:
        case CardRound(winner, cards):
            return " ".join([winner.value, *(card.text for card in cards)])
        case DiceRound(dice):
            return "dice ?" if dice is None else f"dice {' '.join(map(str, dice))}"


OUTAGE_VERBS: tuple[ScriptVerb, ...] = (
    ScriptVerb(
        "played on",
        "WINNER [CARDS]|dice A B C|dice ? [; ...] : WORDS",
        correction_commands.EnterOutageRounds,
        _read_outage,
        _write_outage,
    ),
)


_read_option = word_reader({option.value: option for option in Option})
_read_kind = word_reader(
    {trouble.value: trouble.value for trouble in sorted(REPORTABLE_KINDS, key=lambda one: one.value)}
)
_read_effect = word_reader({effect.value: effect for effect in Effect})


def _read_new_cards(words: list[str]) -> CommandFields:
    set_name, decks, *colour = words
    return {"set_name": set_name, "decks": read_number(decks), "colour": " ".join(colour)}


def _read_dice_changed(words: list[str]) -> CommandFields:
    set_name, inspector = words
    return {"set_name": set_name, "inspected_by": inspector}


def _work_verb(work: ShoeWork, usage: str) -> ScriptVerb:
    """`check NAME`, `shuffle pre-shuffled`, `cut NAME behind N`."""

    def read(words: list[str]) -> CommandFields:
        fields: CommandFields = {"work": work}
        if work is ShoeWork.SHUFFLE and words[-1:] == [_PRE_SHUFFLED]:
            fields["pre_shuffled"], words = True, words[:-1]
        if work is ShoeWork.CUT and words[-2:-1] == ["behind"]:
            fields["cutting_card"], words = read_number(words[-1]), words[:-2]
        return {**fields, "second": " ".join(words) or None}

    return ScriptVerb(work.value, usage, commands.DoShoeWork, read, lambda command: _write_work(command, work))


_PRE_SHUFFLED = "pre-shuffled"


def _write_work(command: commands.DoShoeWork, work: ShoeWork) -> str | None:
    if command.work is not work:
        return None
    behind = "" if command.cutting_card is None else f"behind {command.cutting_card}"
    shuffled = _PRE_SHUFFLED if command.pre_shuffled else ""
    return " ".join(filter(None, (command.second, shuffled, behind)))


def _read_burn(words: list[str]) -> CommandFields:
    *cards, unseen = words
    return {"cards": tuple(map(read_card, cards)), "unseen": read_number(unseen)}


def _read_end(words: list[str]) -> CommandFields:
    """`counted 30 finished; one card was torn`; only the reason must be there."""
    counted = words[:1] == ["counted"]
    reason, _, difference = " ".join(words[2:] if counted else words).partition(";")
    fields: CommandFields = {"reason": reason.strip(), "difference": difference.strip()}
    return {**fields, "counted": read_number(words[1])} if counted else fields


def _write_end(command: commands.EndShoe) -> str:
    counted = "" if command.counted is None else f"counted {command.counted} "
    return f"{counted}{command.reason}{f'; {command.difference}' if command.difference else ''}"


def _read_report(words: list[str]) -> CommandFields:
    """`left-with-card by 3 at 3 4 : the words`, `missed-insurance of after_p3`; all but the code may be left out.

    `excess-card-seen at 5 = 9H` has the value of a card that no device knows.
    """
    said, _, after = " ".join(words).partition(":")
    trouble, *rest = said.split()
    fields: CommandFields = {"trouble": _read_kind(trouble), "text": after.strip()}
    if rest[:1] == ["of"]:
        fields["stage"], rest = read_stage(rest[1]), rest[2:]
    if rest[:1] == ["by"]:
        fields["who"], rest = read_bettor(rest[1]), rest[2:]
    if rest[:1] in (["out"], ["back"]):
        due = read_number(rest[1])
        fields["due"], rest = Money(due if rest[0] == "out" else -due), rest[2:]
    if rest[:1] not in ([], ["at"]):
        raise WordsError(
            "after the code comes `of` and an offer, `by` and a bettor, `out` or `back` and an amount, "
            "`at` and places, or `:` and words"
        )
    at = rest.index("=") if "=" in rest else len(rest)
    if rest[at + 1 :]:
        fields["cards"] = tuple(map(read_card, rest[at + 1 :]))
    return {**fields, "places": read_places(rest[1:at])}


def _write_report(command: commands.Report) -> str:
    at = f" at {place_words(command.places)}" if command.places else ""
    by = "" if command.who is None else f" by {bettor_word(command.who)}"
    of = "" if command.stage is None else f" of {command.stage.value}"
    due = command.due
    chips = "" if due is None else f" {'back' if due < 0 else 'out'} {abs(due)}"
    keyed = "".join(f" {card.text}" for card in command.cards)
    cards = f"{'' if at else ' at'} ={keyed}" if keyed else ""
    return f"{command.trouble}{of}{by}{chips}{at}{cards}{f' : {command.text}' if command.text else ''}"


def split_blind_reading(words: list[str]) -> tuple[list[str], list[str]]:
    """The words at the beginning that are a reading, and the rest."""
    counts = (count for count in (1, 3) if parse_blind_reading("-".join(words[:count]).upper()) is not None)
    count = next(counts, 0)
    return words[:count], words[count:]


def _read_approval(words: list[str]) -> CommandFields:
    """`approve 4S`, `approve 2 5 6`: the card or the dice as the approver sees them, without knowing what is asked
    for.
    """
    read = parse_blind_reading("-".join(words).upper())
    if words and read is None:
        raise WordsError(f"{' '.join(words)!r} is neither a card nor dice")
    return {"read": read}


def _write_approval(command: commands.Approve) -> str:
    return "" if command.read is None else blind_reading_text(command.read).replace("-", " ")


def _read_inspect(words: list[str]) -> CommandFields:
    (found,) = words
    return {"card": None if found == "foreign" else read_card(found)}


def _read_choice(words: list[str]) -> CommandFields:
    who, option = words
    return {"who": read_bettor(who), "option": _read_option(option)}


def _read_ruling(words: list[str]) -> CommandFields:
    effect, *rest = words
    counting = list(takewhile(lambda word: "=" in word, rest))
    return {"effect": _read_effect(effect), "counts": read_amounts(counting), "text": " ".join(rest[len(counting) :])}


def _write_ruling(command: commands.GiveRuling) -> str:
    counts = f" {amount_words(command.counts)}" if command.counts else ""
    return f"{command.effect.value}{counts} {command.text}"


def _read_claim(words: list[str]) -> CommandFields:
    """`claim a bet was not paid`, `claim by 3 : claims-unpaid`."""
    match words:
        case ["by", bettor, ":", *said]:
            return {"who": read_bettor(bettor), "text": " ".join(said)}
        case _:
            return {"text": " ".join(words)}


def _write_claim(command: commands.HoldForClaim) -> str:
    by = "" if command.who is None else f"by {bettor_word(command.who)} : "
    return f"{by}{command.text}"


def _read_claim_closed(words: list[str]) -> CommandFields:
    """`close claim 5.14 stands; camera 4`, `close claim 5.14 stands; ; 500; accepts; a meal`."""
    clause, *rest = words
    parts = [part.strip() for part in " ".join(rest).split(";", 4)]
    decision, surveillance, difference, answer, offered = (*parts, *[""] * (5 - len(parts)))
    return {
        "clause": clause.replace("-", " "),
        "decision": decision,
        "surveillance": surveillance,
        "difference": Money(read_number(difference)) if difference else None,
        "answer": _read_answer(answer) if answer else None,
        "offered": offered,
    }


def _write_claim_closed(command: commands.CloseClaim) -> str:
    difference = "" if command.difference is None else str(command.difference)
    answer = "" if command.answer is None else command.answer.value
    said = f"{command.decision}; {command.surveillance}; {difference}; {answer}; {command.offered}"
    return f"{command.clause.replace(' ', '-')} {said.rstrip('; ')}"


TABLE_VERBS: tuple[ScriptVerb, ...] = (
    bare_verb("close table", commands.CloseTable),
    ScriptVerb(
        "cards in",
        "SET DECKS [COLOUR]",
        commands.BringCards,
        _read_new_cards,
        lambda command: f"{command.set_name} {command.decks} {command.colour}".rstrip(),
    ),
    _work_verb(ShoeWork.CHECK, "[NAME]"),
    _work_verb(ShoeWork.SHUFFLE, "[NAME] [pre-shuffled]"),
    _work_verb(ShoeWork.CUT, "[NAME] [behind N]"),
    ScriptVerb(
        "burn",
        "[CARDS] UNSEEN",
        commands.BurnCards,
        _read_burn,
        lambda command: " ".join([*(card.text for card in command.cards), str(command.unseen)]),
    ),
    ScriptVerb(
        "dice changed",
        "SET INSPECTOR",
        correction_commands.ChangeDice,
        _read_dice_changed,
        lambda command: f"{command.set_name} {command.inspected_by}",
    ),
    bare_verb("cutting card", commands.CuttingCardOut),
    ScriptVerb("end shoe", "[counted N] REASON [; WHY THE COUNT DIFFERS]", commands.EndShoe, _read_end, _write_end),
)

IRREGULARITY_VERBS: tuple[ScriptVerb, ...] = (
    ScriptVerb(
        "report",
        "CODE [of STAGE] [by BETTOR] [out|back AMOUNT] [at PLACES [= CARDS]] [: WORDS]",
        commands.Report,
        _read_report,
        _write_report,
    ),
    ScriptVerb("announced", "[without N ...]", commands.Answer, read_announced, write_announced),
    constant_verb("not announced", commands.Answer, "announced", value=False),
    ScriptVerb("approve", "[CARD|A B C]", commands.Approve, _read_approval, _write_approval),
    text_verb("refuse", commands.Refuse, "reason"),
    ScriptVerb(
        "inspect",
        "CARD|foreign",
        commands.Inspect,
        _read_inspect,
        lambda command: "foreign" if command.card is None else command.card.text,
    ),
    ScriptVerb(
        "order",
        "PLACES",
        commands.DecideOrder,
        lambda words: {"order": read_places(words)},
        lambda command: place_words(command.order),
    ),
    ScriptVerb(
        "choose",
        "BETTOR continue|return",
        commands.ChooseOption,
        _read_choice,
        lambda command: f"{bettor_word(command.who)} {command.option.value}",
    ),
    bare_verb("options applied", commands.ApplyOptions),
    bare_verb("reconstruct", commands.ConfirmReconstruction),
    bare_verb("void", commands.ConfirmVoid),
    ScriptVerb(
        "ruling",
        "continue|void [N=COUNTS ...] WORDS",
        commands.GiveRuling,
        _read_ruling,
        _write_ruling,
    ),
    ScriptVerb("claim", "[by BETTOR :] TEXT", commands.HoldForClaim, _read_claim, _write_claim),
    ScriptVerb(
        "close claim",
        "CLAUSE DECISION [; SURVEILLANCE [; DIFFERENCE [; accepts|declines [; OFFERED]]]]",
        commands.CloseClaim,
        _read_claim_closed,
        _write_claim_closed,
    ),
)

_VERBS_WITH_WORDS = (*ROUND_VERBS, *TABLE_VERBS, *IRREGULARITY_VERBS, *CORRECTION_VERBS, *OUTAGE_VERBS)


def bare_need_verbs(said: Collection[ScriptVerb]) -> tuple[ScriptVerb, ...]:
    """Of the commands that say only that a thing is done those that no verb here gives, each by its own name."""
    given = {verb.command for verb in said}
    return tuple(
        bare_verb(type_code(command).replace("-", " "), command)
        for command in BARE_NEED_COMMANDS.values()
        if command not in given
    )


VERBS = (*_VERBS_WITH_WORDS, *bare_need_verbs(_VERBS_WITH_WORDS))
