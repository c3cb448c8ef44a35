"""A power failure may come in every state that a table can reach, and play goes on from it as the book says."""

from copy import deepcopy
from random import Random

import pytest

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.policies import PowerFailure
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import ApprovalNeeded, OptionsNeeded, VoidNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case, Phase
from dealer_app.rulebooks import GAMES, load_rulebook
from tests.support.round_machine import KINDS, random_command, random_table
from tests.support.round_player import RoundPlayer, layout_rules
from tests.support.rounds import DEALER

USUAL = (commands.PlaceBet, commands.PlaceBet, commands.DrawCard, commands.Report, commands.HoldForClaim)


def at_a_table(game: str, chance: Random) -> RoundPlayer:
    book = load_rulebook(game)
    rules = layout_rules(book, chance.choice(book.layouts).letter, GAME_TABLES[game])
    while True:
        played = RoundPlayer(rules, random_table(rules, chance))
        if played.find_command(commands.OpenTable) is not None:
            return played


GAME_TABLES = {
    game: GameTable(load_rulebook(game)) if load_rulebook(game).decks is not None else None for game in GAMES
}


def something_happens(played: RoundPlayer, chance: Random) -> None:
    """What the guide says, or anything that may be done, mostly what happens often."""
    if chance.random() < 0.5:
        played.play_step()
    else:
        kind = chance.choice(USUAL if chance.random() < 0.5 else KINDS)
        played.give(random_command(kind, played.rules, played.state, chance))


def power_fails(played: RoundPlayer) -> Case:
    """It is reported, and what was open stays as it was, under it."""
    before = played.state
    command = commands.Report(by=DEALER, at=0, trouble=IrregularityKind.POWER_FAILURE.value)
    decision = played.give(command)
    assert not isinstance(decision, Refusal), f"{decision} in {before.cases}, {before.claim}"
    (opened,) = (event.case for event in decision if isinstance(event, events.CaseOpened))
    after = played.state
    assert after.cases[: len(before.cases)] == before.cases
    assert (after.claim, after.round, after.last) == (before.claim, before.round, before.last)
    return opened


def as_the_book_says(played: RoundPlayer, case: Case) -> None:
    policy = played.rules.book.policies.power_failure
    round_ = played.state.round
    if round_ is None:
        assert (case.established, case.needs) == (None, ())
        return
    if not round_.cards and round_.dice is None:
        assert case.established is False
    if round_.phase is Phase.ANNOUNCED or round_.dice is not None:
        assert case.established is True
    if case.established:
        assert case.needs == (), "play goes on"
    elif policy.value is PowerFailure.VOID:
        role, clause = played.rules.decider("void")
        assert case.needs == (ApprovalNeeded(role, clause), VoidNeeded(policy.clause)), "nobody voids a round alone"
    else:
        assert [type(need) for need in case.needs] == [OptionsNeeded]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_it_can_be_reported_in_every_state_and_leads_on(game: str, seed: int) -> None:
    chance = Random(f"{game} {seed}")
    played = at_a_table(game, chance)
    played.play_step()
    for _ in range(60):
        something_happens(played, chance)
        if played.state.table is None:
            continue
        dark = another(played)
        case = power_fails(dark)
        as_the_book_says(dark, case)
        voids = VoidNeeded in [type(need) for need in case.needs]
        if voids:
            dark.play_step()
            dark.play_step()
            assert dark.state.last is not None
            assert dark.state.last.phase is Phase.VOID
        dark.play_to_end()
        assert dark.chips.is_balanced
        assert not dark.chips.lies


def another(played: RoundPlayer) -> RoundPlayer:
    """The same table once more, so that the light can go out at it and not at the other."""
    copy = RoundPlayer(played.rules, played.opening)
    copy.state, copy.happened = played.state, list(played.happened)
    copy.chips, copy.cards, copy.payouts = deepcopy((played.chips, played.cards, played.payouts))
    return copy
