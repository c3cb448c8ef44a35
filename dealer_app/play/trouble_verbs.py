"""The words for the table, the shoe and what goes wrong; those for the normal course of a round are in `verbs`."""

from itertools import takewhile

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.commands import Effect, Option, ShoeWork
from dealer_app.domain.round.reading import reading_of, reading_text
from dealer_app.domain.round.trouble import REPORTABLE
from dealer_app.play.correction_verbs import CORRECTIONS, amount_words, amounts_of
from dealer_app.play.outage_verbs import OUTAGE
from dealer_app.play.verbs import (
    NORMAL,
    Fields,
    Verb,
    WordsError,
    bare,
    bettor_of,
    bettor_word,
    card_of,
    fixed,
    number_of,
    one_of,
    place_words,
    places_of,
    read_announced,
    stage_of,
    text,
    write_announced,
)

_option = one_of({option.value: option for option in Option})
_trouble = one_of({trouble.value: trouble.value for trouble in sorted(REPORTABLE, key=lambda one: one.value)})
_effect = one_of({effect.value: effect for effect in Effect})


def _read_cards_in(words: list[str]) -> Fields:
    set_name, decks, *colour = words
    return {"set_name": set_name, "decks": number_of(decks), "colour": " ".join(colour)}


def _read_dice_changed(words: list[str]) -> Fields:
    set_name, inspector = words
    return {"set_name": set_name, "inspected_by": inspector}


def _work(work: ShoeWork, usage: str) -> Verb:
    """`check NAME`, `shuffle pre-shuffled`, `cut NAME behind N`."""

    def read(words: list[str]) -> Fields:
        fields: Fields = {"work": work}
        if work is ShoeWork.SHUFFLE and words[-1:] == [_PRE_SHUFFLED]:
            fields["pre_shuffled"], words = True, words[:-1]
        if work is ShoeWork.CUT and words[-2:-1] == ["behind"]:
            fields["cutting_card"], words = number_of(words[-1]), words[:-2]
        return {**fields, "second": " ".join(words) or None}

    return Verb(work.value, usage, commands.DoShoeWork, read, lambda command: _write_work(command, work))


_PRE_SHUFFLED = "pre-shuffled"


def _write_work(command: commands.DoShoeWork, work: ShoeWork) -> str | None:
    if command.work is not work:
        return None
    behind = "" if command.cutting_card is None else f"behind {command.cutting_card}"
    shuffled = _PRE_SHUFFLED if command.pre_shuffled else ""
    return " ".join(filter(None, (command.second, shuffled, behind)))


def _read_burn(words: list[str]) -> Fields:
    *cards, unseen = words
    return {"cards": tuple(map(card_of, cards)), "unseen": number_of(unseen)}


def _read_end(words: list[str]) -> Fields:
    """`counted 30 finished; one card was torn`; only the reason must be there."""
    counted = words[:1] == ["counted"]
    reason, _, difference = " ".join(words[2:] if counted else words).partition(";")
    fields: Fields = {"reason": reason.strip(), "difference": difference.strip()}
    return {**fields, "counted": number_of(words[1])} if counted else fields


def _write_end(command: commands.EndShoe) -> str:
    counted = "" if command.counted is None else f"counted {command.counted} "
    return f"{counted}{command.reason}{f'; {command.difference}' if command.difference else ''}"


def _read_report(words: list[str]) -> Fields:
    """`left-with-card by 3 at 3 4 : the words`, `missed-insurance of after_p3`; all but the code may be left out.

    `excess-card-seen at 5 = 9H` has the value of a card that no device knows.
    """
    said, _, after = " ".join(words).partition(":")
    trouble, *rest = said.split()
    fields: Fields = {"trouble": _trouble(trouble), "text": after.strip()}
    if rest[:1] == ["of"]:
        fields["stage"], rest = stage_of(rest[1]), rest[2:]
    if rest[:1] == ["by"]:
        fields["who"], rest = bettor_of(rest[1]), rest[2:]
    if rest[:1] in (["out"], ["back"]):
        due = number_of(rest[1])
        fields["due"], rest = Money(due if rest[0] == "out" else -due), rest[2:]
    if rest[:1] not in ([], ["at"]):
        raise WordsError(
            "after the code comes `of` and an offer, `by` and a bettor, `out` or `back` and an amount, "
            "`at` and places, or `:` and words"
        )
    at = rest.index("=") if "=" in rest else len(rest)
    if rest[at + 1 :]:
        fields["cards"] = tuple(map(card_of, rest[at + 1 :]))
    return {**fields, "places": places_of(rest[1:at])}


def _write_report(command: commands.Report) -> str:
    at = f" at {place_words(command.places)}" if command.places else ""
    by = "" if command.who is None else f" by {bettor_word(command.who)}"
    of = "" if command.stage is None else f" of {command.stage.value}"
    due = command.due
    chips = "" if due is None else f" {'back' if due < 0 else 'out'} {abs(due)}"
    keyed = "".join(f" {card.text}" for card in command.cards)
    cards = f"{'' if at else ' at'} ={keyed}" if keyed else ""
    return f"{command.trouble}{of}{by}{chips}{at}{cards}{f' : {command.text}' if command.text else ''}"


def reading_words(words: list[str]) -> tuple[list[str], list[str]]:
    """The words at the beginning that are a reading, and the rest."""
    counts = (count for count in (1, 3) if reading_of("-".join(words[:count]).upper()) is not None)
    count = next(counts, 0)
    return words[:count], words[count:]


def _read_approval(words: list[str]) -> Fields:
    """`approve 4S`, `approve 2 5 6`: the card or the dice as he sees them who has not been told."""
    read = reading_of("-".join(words).upper())
    if words and read is None:
        raise WordsError(f"{' '.join(words)!r} is neither a card nor dice")
    return {"read": read}


def _write_approval(command: commands.Approve) -> str:
    return "" if command.read is None else reading_text(command.read).replace("-", " ")


def _read_inspect(words: list[str]) -> Fields:
    (found,) = words
    return {"card": None if found == "foreign" else card_of(found)}


def _read_choice(words: list[str]) -> Fields:
    who, option = words
    return {"who": bettor_of(who), "option": _option(option)}


def _read_ruling(words: list[str]) -> Fields:
    effect, *rest = words
    counting = list(takewhile(lambda word: "=" in word, rest))
    return {"effect": _effect(effect), "counts": amounts_of(counting), "text": " ".join(rest[len(counting) :])}


def _write_ruling(command: commands.GiveRuling) -> str:
    counts = f" {amount_words(command.counts)}" if command.counts else ""
    return f"{command.effect.value}{counts} {command.text}"


def _read_claim_closed(words: list[str]) -> Fields:
    clause, *rest = words
    decision, _, surveillance = " ".join(rest).partition(";")
    return {"clause": clause.replace("-", " "), "decision": decision.strip(), "surveillance": surveillance.strip()}


def _write_claim_closed(command: commands.CloseClaim) -> str:
    seen = f"; {command.surveillance}" if command.surveillance else ""
    return f"{command.clause.replace(' ', '-')} {command.decision}{seen}"


TABLE: tuple[Verb, ...] = (
    bare("close table", commands.CloseTable),
    Verb(
        "cards in",
        "SET DECKS [COLOUR]",
        commands.BringCards,
        _read_cards_in,
        lambda command: f"{command.set_name} {command.decks} {command.colour}".rstrip(),
    ),
    _work(ShoeWork.CHECK, "[NAME]"),
    _work(ShoeWork.SHUFFLE, "[NAME] [pre-shuffled]"),
    _work(ShoeWork.CUT, "[NAME] [behind N]"),
    Verb(
        "burn",
        "[CARDS] UNSEEN",
        commands.BurnCards,
        _read_burn,
        lambda command: " ".join([*(card.text for card in command.cards), str(command.unseen)]),
    ),
    Verb(
        "dice changed",
        "SET INSPECTOR",
        mending_commands.ChangeDice,
        _read_dice_changed,
        lambda command: f"{command.set_name} {command.inspected_by}",
    ),
    bare("cutting card", commands.CuttingCardOut),
    Verb("end shoe", "[counted N] REASON [; WHY THE COUNT DIFFERS]", commands.EndShoe, _read_end, _write_end),
)

TROUBLE: tuple[Verb, ...] = (
    Verb(
        "report",
        "CODE [of STAGE] [by BETTOR] [out|back AMOUNT] [at PLACES [= CARDS]] [: WORDS]",
        commands.Report,
        _read_report,
        _write_report,
    ),
    Verb("announced", "[without N ...]", commands.Answer, read_announced, write_announced),
    fixed("not announced", commands.Answer, "announced", value=False),
    Verb("approve", "[CARD|A B C]", commands.Approve, _read_approval, _write_approval),
    text("refuse", commands.Refuse, "reason"),
    Verb(
        "inspect",
        "CARD|foreign",
        commands.Inspect,
        _read_inspect,
        lambda command: "foreign" if command.card is None else command.card.text,
    ),
    Verb(
        "order",
        "PLACES",
        commands.DecideOrder,
        lambda words: {"order": places_of(words)},
        lambda command: place_words(command.order),
    ),
    Verb(
        "choose",
        "BETTOR continue|return",
        commands.ChooseOption,
        _read_choice,
        lambda command: f"{bettor_word(command.who)} {command.option.value}",
    ),
    bare("options applied", commands.ApplyOptions),
    bare("reconstruct", commands.ConfirmReconstruction),
    bare("void", commands.ConfirmVoid),
    Verb(
        "ruling",
        "continue|void [N=COUNTS ...] WORDS",
        commands.GiveRuling,
        _read_ruling,
        _write_ruling,
    ),
    text("claim", commands.HoldForClaim, "text"),
    Verb(
        "close claim", "CLAUSE DECISION [; SURVEILLANCE]", commands.CloseClaim, _read_claim_closed, _write_claim_closed
    ),
)

VERBS = (*NORMAL, *TABLE, *TROUBLE, *CORRECTIONS, *OUTAGE)
