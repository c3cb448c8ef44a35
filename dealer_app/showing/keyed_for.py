"""What something is keyed for: as long as this stays the same, what the fingers hold is meant for what lies there."""

from dealer_app.showing.seeing import Seeing


def keyed_for(seeing: Seeing) -> tuple[object, ...]:
    """Who is here, how far the round is with its cards and dice, and what is asked: not what bettors do meanwhile."""
    state, table = seeing.state, seeing.state.table
    round_, account = table.round, seeing.signed_in
    case = table.cases[-1] if table.cases else None
    question = state.listening.first if account is not None else None
    return (
        None if account is None else account.badge,
        state.people.kind,
        state.outage,
        None if table.table is None else table.table.name,
        table.shoe.number,
        table.shoe.step,
        table.rounds,
        None if round_ is None else (round_.number, round_.phase, round_.offers_closed, round_.tumbles, round_.dice),
        () if round_ is None else tuple((card.put, card.turned) for card in round_.cards),
        None if case is None else (case.number, case.needs),
        None if question is None else (question.number, question.question),
        None if table.claim is None else table.claim.number,
    )
