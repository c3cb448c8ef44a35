"""The words for the table, the shoe and what goes wrong; those for the normal course of a round are in `verbs`."""

from itertools import takewhile

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.commands import Effect, Option, ShoeWork
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
    set_name, decks = words
    return {"set_name": set_name, "decks": number_of(decks)}


def _read_dice_changed(words: list[str]) -> Fields:
    set_name, inspector = words
    return {"set_name": set_name, "inspected_by": inspector}


def _work(work: ShoeWork) -> Verb:
    def read(words: list[str]) -> Fields:
        return {"work": work, "second": " ".join(words) or None}

    return Verb(
        work.value,
        "[NAME]",
        commands.DoShoeWork,
        read,
        lambda command: (command.second or "") if command.work is work else None,
    )


def _read_burn(words: list[str]) -> Fields:
    *cards, unseen = words
    return {"cards": tuple(map(card_of, cards)), "unseen": number_of(unseen)}


def _read_end(words: list[str]) -> Fields:
    if words[:1] == ["counted"]:
        return {"counted": number_of(words[1]), "reason": " ".join(words[2:])}
    return {"reason": " ".join(words)}


def _write_end(command: commands.EndShoe) -> str:
    return command.reason if command.counted is None else f"counted {command.counted} {command.reason}"


def _read_report(words: list[str]) -> Fields:
    """`left-with-card by 3 at 3 4 : the words`, `missed-insurance of after_p3`; all but the code may be left out."""
    said, _, after = " ".join(words).partition(":")
    trouble, *rest = said.split()
    fields: Fields = {"trouble": _trouble(trouble), "text": after.strip()}
    if rest[:1] == ["of"]:
        fields["stage"], rest = stage_of(rest[1]), rest[2:]
    if rest[:1] == ["by"]:
        fields["who"], rest = bettor_of(rest[1]), rest[2:]
    if rest[:1] not in ([], ["at"]):
        raise WordsError("after the code comes `of` and an offer, `by` and a bettor, `at` and places, or `:` and words")
    return {**fields, "places": places_of(rest[1:])}


def _write_report(command: commands.Report) -> str:
    at = f" at {place_words(command.places)}" if command.places else ""
    by = "" if command.who is None else f" by {bettor_word(command.who)}"
    of = "" if command.stage is None else f" of {command.stage.value}"
    return f"{command.trouble}{of}{by}{at}{f' : {command.text}' if command.text else ''}"


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
        "SET DECKS",
        commands.BringCards,
        _read_cards_in,
        lambda command: f"{command.set_name} {command.decks}",
    ),
    *map(_work, ShoeWork),
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
    Verb("end shoe", "[counted N] REASON", commands.EndShoe, _read_end, _write_end),
)

TROUBLE: tuple[Verb, ...] = (
    Verb("report", "CODE [of STAGE] [by BETTOR] [at PLACES] [: WORDS]", commands.Report, _read_report, _write_report),
    Verb("announced", "[without N ...]", commands.Answer, read_announced, write_announced),
    fixed("not announced", commands.Answer, "announced", value=False),
    bare("approve", commands.Approve),
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
