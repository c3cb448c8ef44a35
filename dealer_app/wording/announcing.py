"""What is announced at a step, result included, from the rules and the round as it lies open."""

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.guided import Guide, Step
from dealer_app.domain.round.seen import offer_just_closed, open_cards
from dealer_app.domain.round.state import Round
from dealer_app.domain.round.table import Rules
from dealer_app.wording.results import coup_result, prizes_won, totals_said, tumble_result
from dealer_app.wording.words import RESULT, TOTALS, Words


def announced(words: Words, step: Guide, rules: Rules, round_: Round | None) -> str:
    """Nothing where nothing is said. An offer that was closed is told first, and so is the last round of a shoe."""
    before = _told_first(step, round_)
    said = _said(words, step, rules, round_)
    return words.joined("sentences", *(words.put("before", code) for code in before), *([said] if said else []))


def _told_first(step: Guide, round_: Round | None) -> tuple[str, ...]:
    if round_ is not None and insurance_is_closed(step, round_):
        return ("insurance-closed",)
    return ("last-round",) if "last_round" in step.facts else ()


def insurance_is_closed(step: Guide, round_: Round) -> bool:
    """Nobody is left to answer the offer, or it was closed and its next card has not come yet (5.3)."""
    if step.step is Step.OFFER_INSURANCE:
        return "answered" in step.facts
    return offer_just_closed(round_) and step.step in _NEXT_CARD


_NEXT_CARD = frozenset({Step.DRAW_PLAYER, Step.DRAW_BANKER, Step.TURN_CARDS})


def _said(words: Words, step: Guide, rules: Rules, round_: Round | None) -> str:
    if step.step is Step.OFFER_INSURANCE and "answered" in step.facts:
        return ""
    made = ""
    if round_ is not None and step.say == RESULT:
        made = result_said(words, rules, round_)
    elif round_ is not None and step.say == TOTALS:
        made = totals_said(words, coup(open_cards(round_)))
    return words.announcement(step, rules.book.game, result=made)


def result_said(words: Words, rules: Rules, round_: Round) -> str:
    """The result as it is spoken, once the hands are finished and open, or the dice lie."""
    if rules.baccarat is None:
        if round_.dice is None:
            return ""
        assert rules.tai_sai is not None, "without cards there are dice"
        tumble = Tumble(round_.dice)
        return tumble_result(words, tumble, prizes_won(rules.layout, rules.tai_sai.row(tumble)))
    cards = open_cards(round_)
    ended = coup(cards)
    if ended.winner is None:
        return ""
    return coup_result(words, ended, prizes_won(rules.layout, rules.baccarat.judge.row(cards)))
