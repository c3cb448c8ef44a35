"""Which round the stage shows, and how its areas stand: the round that is on, or the last one until the next begins."""

from collections.abc import Mapping

from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.seen import decided, open_cards, open_coup
from dealer_app.domain.round.state import Phase, Round, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.wagers import Area, Result, Verdict

ENDED = frozenset({Phase.ANNOUNCED, Phase.CONCLUDED})


def shown_round(state: TableState) -> Round | None:
    """Nothing of a round that was dealt by hand: the station has not seen it."""
    found = state.round or state.last
    return None if found is None or found.phase is Phase.BY_HAND else found


@last_remembered
def verdicts(rules: Rules, round_: Round) -> Mapping[Area, Verdict]:
    """What every area of the layout came to; nothing before the result has been announced."""
    if round_.phase not in ENDED:
        return {}
    if rules.tai_sai is not None:
        row = () if round_.dice is None else rules.tai_sai.row(Tumble(round_.dice))
    else:
        assert rules.baccarat is not None, "a game without dice has cards"
        if open_coup(round_).winner is None:
            return {}
        row = rules.baccarat.judge.row(open_cards(round_))
    return dict(zip(rules.layout.areas, row, strict=True)) if row else {}


_NOTHING: Mapping[Area, Result] = {}


@last_remembered
def decided_already(rules: Rules, round_: Round) -> Mapping[Area, Result]:
    """What the open cards have decided before the result: a bet that has won or lost whatever comes."""
    if rules.baccarat is None or round_.phase is not Phase.CLOSED:
        return _NOTHING
    certain = decided(rules, round_)
    return {**dict.fromkeys(certain.won, Result.WIN), **dict.fromkeys(certain.lost, Result.LOSE)}
