"""Entries of the row as they are made, asked anew, and written to the journal."""

from collections.abc import Mapping

from dealer_app.domain.round.source import Source
from dealer_app.domain.values import replace
from dealer_app.station.facts import DeviceAsked
from dealer_app.station.listening.heard import Bring
from dealer_app.station.listening.questions import Awaiting, Question


def entered(
    device: str, bring: Bring, number: int, *, round_: int | None, salt: str, source: Source | None
) -> Awaiting:
    """What can be guessed from its digest is not sealed: a card needs a salt."""
    return Awaiting(
        number=number,
        device=device,
        what=bring.what,
        question=bring.question,
        round=round_,
        facts=bring.facts,
        hidden={**bring.hidden, "salt": salt} if bring.hidden else {},
        source=source,
    )


def asking(entry: Awaiting, question: Question, facts: Mapping[str, str]) -> Awaiting:
    """The same entry, with a question that shows only now."""
    return replace(entry, question=question, facts={**entry.facts, **facts})


def asked(entry: Awaiting, *, front: bool = False) -> DeviceAsked:
    return DeviceAsked(
        number=entry.number,
        device=entry.device,
        what=entry.what,
        question=entry.question,
        round=entry.round,
        facts=entry.facts,
        hidden=entry.hidden,
        front=front,
        source=entry.source,
    )
