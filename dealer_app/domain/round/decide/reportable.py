"""What can have happened now: the irregularities of which a report would be heard, whatever else it has to name.

Nothing is judged here a second time: each is asked of the very decision about a report, with the cards and offers that
it could name.
"""

from collections.abc import Iterator

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.decide.dealing import is_impossible
from dealer_app.domain.round.decide.excess_seen import unseen, values_to_key
from dealer_app.domain.round.decide.leaving import bettors_with_chips
from dealer_app.domain.round.decide.reporting import may_report, report
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.state import DEALER, TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.values import replace


@last_remembered
def reportable(rules: Rules, state: TableState) -> tuple[Trouble, ...]:
    """In the order in which the troubles are listed."""
    if may_report(rules, state) is not None:
        return ()
    return tuple(trouble for trouble in Trouble if trouble in REPORTABLE and _heard(rules, state, trouble))


def missed_stages(rules: Rules, state: TableState) -> tuple[InsuranceStage, ...]:
    """The offers of insurance that can have been missed, each of which a report may name."""
    trouble = Trouble.MISSED_INSURANCE
    return tuple(stage for stage in InsuranceStage if _may(rules, state, _told(trouble, stage=stage)))


def _heard(rules: Rules, state: TableState, trouble: Trouble) -> bool:
    return any(_may(rules, state, told) for told in _ways(state, trouble))


def _may(rules: Rules, state: TableState, told: commands.Report) -> bool:
    return not isinstance(report(rules, state, told), Refusal)


def _ways(state: TableState, trouble: Trouble) -> Iterator[commands.Report]:
    """With nothing named, with each card that lies face down, with each bettor whose chips move, with each offer."""
    yield _told(trouble)
    match trouble:
        case Trouble.LEFT_WITH_CARD if state.round is not None:
            hidden = (place for place, card in enumerate(state.round.cards) if not card.turned)
            yield from (_told(trouble, places=(place,)) for place in hidden)
        case Trouble.EXCESS_CARD_SEEN:
            for place in unseen(state):
                any_card = next(card for card in CARDS.values() if not is_impossible(state, card))
                cards = (any_card,) * values_to_key(state, (place,))
                yield replace(_told(trouble, places=(place,)), cards=cards)
        case Trouble.PLAYER_LEFT:
            yield from (replace(_told(trouble), who=who) for who in bettors_with_chips(state))
        case Trouble.MISSED_INSURANCE:
            yield from (_told(trouble, stage=stage) for stage in InsuranceStage)
        case _:
            return


def _told(trouble: Trouble, *, places: tuple[int, ...] = (), stage: InsuranceStage | None = None) -> commands.Report:
    return commands.Report(by=DEALER, at=0, trouble=trouble.value, places=places, stage=stage)
