"""Dealer relief: the incoming dealer sees how the table stands, confirms it, and what he confirmed is in the event."""

from collections.abc import Iterator

from msgspec import Struct

from dealer_app.domain.limits import AreaLimits
from dealer_app.domain.round.guided import DEALER
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.people.decision import Decided, Decision, working
from dealer_app.people.events import DealerRelieved, Handover, ShownLimit
from dealer_app.people.positions import Positions
from dealer_app.people.standing import held_for
from dealer_app.people.state import PeopleState
from dealer_app.station.moment import Moment

EVERYWHERE = "general"


def handover(table: TableState) -> Handover:
    """How an open table stands."""
    assert table.table is not None, "asked of an open table"
    shoe, limits = table.shoe, table.table.limits
    return Handover(
        table=table.table.name,
        limits=(
            _shown(EVERYWHERE, limits.general),
            *(_shown(area, shown) for area, shown in sorted(limits.areas.items())),
            *(ShownLimit(of=code, minimum=None, maximum=most) for code, most in sorted(limits.differentials.items())),
        ),
        shoe=shoe.number,
        shoe_step=shoe.step.value,
        set_name=shoe.set_name,
        decks=shoe.decks,
        cards_used=shoe.used,
        cutting_card_out=shoe.cutting_card_out,
        sealed=sum(card.seal is not None for card in table.carried),
        carried=len(table.carried),
        claim=None if table.claim is None else table.claim.number,
        cases=tuple(case.trouble for case in table.cases),
        unclaimed=len(table.unclaimed),
    )


def _shown(of: str, limits: AreaLimits) -> ShownLimit:
    return ShownLimit(of=of, minimum=limits.minimum, maximum=limits.maximum)


class Relief(Struct, frozen=True, kw_only=True):
    """Who is signed in at this terminal takes over, proves it himself, and has confirmed exactly this."""

    terminal: str
    by: str
    confirmed: Handover


def relieve(
    positions: Positions, state: PeopleState, relief: Relief, *, rules: Rules, table: TableState, at: Moment
) -> Decision:
    """The incoming dealer takes over, between rounds, having seen exactly how the table stands."""
    terminal = relief.terminal
    session = state.sessions.get(terminal)
    incoming = "" if session is None else session.badge
    against = next(_against(state, table, incoming, relief.by), None)
    if against is not None:
        return against
    held = held_for(state, incoming, positions.holding(rules, DEALER), at)
    if held is None:
        return refused("no-dealer-here", HOUSE_POLICY)
    outgoing = state.dealing.get(terminal)
    if outgoing == incoming:
        return refused("deals-already", HOUSE_POLICY)
    if relief.confirmed != handover(table):
        return refused("handover-changed", HOUSE_POLICY)
    relieved = DealerRelieved(
        terminal=terminal, outgoing=outgoing, incoming=incoming, acting=held.acting, confirmed=relief.confirmed
    )
    return Decided(events=(relieved,))


def _against(state: PeopleState, table: TableState, incoming: str, by: str) -> Iterator[Refusal]:
    if state.kind is not None and not incoming:
        yield refused("nobody-signed-in", HOUSE_POLICY)
    if state.kind is not None and incoming != by:
        yield refused("relief-by-another", HOUSE_POLICY)
    account = working(state, incoming)
    if isinstance(account, Refusal):
        yield account
    if table.table is None:
        yield refused("relief-table-closed", HOUSE_POLICY)
    if table.round is not None:
        yield refused("relief-in-a-round", HOUSE_POLICY)
