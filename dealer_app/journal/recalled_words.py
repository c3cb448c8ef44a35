"""An event of a recalled round in words: its amounts in the money of the table, its cards counted from one."""

from collections.abc import Iterator
from fractions import Fraction

from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import SettledBet
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.play.telling import event_words, kebab
from dealer_app.wording.amounts import amount


def recalled_words(event: events.Event) -> str:
    """As a trace has them, which counts in minor units and, where a card was read wrongly, from nought.

    Behind it stands where a card, a tumble, dice or a result come from.
    """
    return f"{_words(event)}{source_words(event)}"


def source_words(event: object) -> str:
    """A device and its report, or who keyed it with whose approval; nothing where that was not written yet."""
    source: Source | None = getattr(event, "source", None)
    if source is None:
        return ""
    told = [f"{source.device} {source.report}".strip()] if source.device else []
    told += [f"keyed by {source.keyed_by}"] if source.keyed_by else []
    told += [f"approved by {source.approved_by} in request {source.approval}"] if source.approved_by else []
    return f" ({', '.join(told)})"


def _words(event: events.Event) -> str:
    match event:
        case events.ResultAnnounced(outcome=outcome, settled=settled):
            return " ".join([kebab(type(event).__name__), outcome, *map(_line, settled)])
        case mending_events.CardCorrected(place=place):
            return event_words(replace(event, place=place + 1))
        case _:
            words = event_words(event)
            for before, after in _money(event):
                words = words.replace(before, after, 1)
            return words


def _line(line: SettledBet) -> str:
    sign = "+" if line.net > 0 else ""
    return f"{line.number}:{line.result} {sign}{amount(line.net)}"


def _money(event: events.Event) -> Iterator[tuple[str, str]]:
    """Each amount as it stands in the words of a trace, and as it is told."""
    match event:
        case events.BetPlaced(bet=bet) | mending_events.BetCorrected(bet=bet) if bet is not None:
            yield _named("", bet.wager.stake)
        case events.InsuranceTaken(bet=insurance) | mending_events.InsuranceCorrected(bet=insurance) if insurance:
            yield _named("", insurance.stake)
        case events.BetCut(accepted=accepted):
            yield _named("accepted", accepted)
        case mending_events.InsuranceCounted(counts=counts):
            yield _named("counts", counts)
        case events.RoundConcluded(collected=collected, paid=paid):
            yield _named("collected", collected)
            yield _named("paid", paid)
        case (
            mending_events.WinningsKept(amount=moved)
            | mending_events.WinningsHandedOver(amount=moved)
            | mending_events.ChipsNotRecovered(amount=moved)
        ):
            yield _named("amount", moved)
        case mending_events.BettorLeft(took=took) if took is not None:
            yield _named("took", took)
        case events.CaseOpened(case=case) if case.trouble == Trouble.CHIPS_MOVED.value:
            yield from ((f"{who} {due}", f"{who} {amount(Fraction(due))}") for who, due in case.facts.items())
        case _:
            pass


def _named(name: str, minor: Fraction | int) -> tuple[str, str]:
    return f"{name}={minor}", f"{name}={amount(minor)}"
