"""The list of people as it is shown: who has an account, in which position, and whether he can use it now."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from msgspec.structs import asdict

from dealer_app.domain.values import replace
from dealer_app.people.events import Kind
from dealer_app.people.lockout import MINUTE, time_of_day, wait
from dealer_app.people.namesakes import namesakes
from dealer_app.people.standing import is_over, left
from dealer_app.people.state import Failures
from dealer_app.station.moment import Moment
from dealer_app.station.state import StationState


class Listed(Struct, frozen=True, kw_only=True):
    """One person. Nothing here says anything of a PIN."""

    badge: str
    name: str
    position: str
    enabled: bool
    acting: str | None
    acting_until: str | None
    locked_minutes: int
    locked_until: str | None
    same_name: tuple[str, ...]
    """The badges of others who are called the same."""


def listed(state: StationState, now: Moment) -> list[Listed]:
    """Everybody, by badge, as it stands now."""
    people, found = state.people, []
    now = replace(now, counter=_counter(state, now))
    same_names = namesakes(people)
    for badge, account in sorted(people.accounts.items()):
        acting = people.acting.get(badge)
        acts = acting is not None and not is_over(acting, now)
        locked = wait(people.failures.get(badge, Failures()), now.counter)
        found.append(
            Listed(
                badge=badge,
                name=account.name,
                position=account.position.value,
                enabled=account.enabled,
                acting=acting.position.value if acting is not None and acts else None,
                acting_until=_local(now.utc + left(acting, now), now.offset) if acting is not None and acts else None,
                locked_minutes=-(-locked // MINUTE),
                locked_until=time_of_day(now, locked) if locked and state.running else None,
                same_name=same_names.get(badge, ()),
            )
        )
    return found


def _counter(state: StationState, now: Moment) -> int:
    """The counter of a station that runs on this computer; of one that was stopped, where it stood: locks wait too."""
    return max(now.counter, state.people.latest) if state.running else state.people.latest


def _local(utc: int, offset: int) -> str:
    return (datetime.fromtimestamp(utc // 1_000_000, UTC) + timedelta(minutes=offset)).strftime("%Y-%m-%d %H:%M")


def as_json(people: list[Listed]) -> str:
    return json.dumps([asdict(person) for person in people], ensure_ascii=False, indent=2)


def as_lines(people: list[Listed], kind: Kind) -> Iterator[str]:
    yield f"{'badge':<14}{'name':<32}{'position':<26}{'account':<10}standing"
    for person in people:
        account = "enabled" if person.enabled else "disabled"
        yield f"{person.badge:<14}{person.name:<32}{person.position:<26}{account:<10}{_standing(person)}".rstrip()
    if kind is Kind.DEMO:
        yield "This folder is for demonstration; nothing in it is live."


def _standing(person: Listed) -> str:
    said = []
    if person.acting is not None:
        said.append(f"acting {person.acting} until {person.acting_until}")
    if person.locked_minutes:
        until = "" if person.locked_until is None else f", until {person.locked_until}"
        said.append(f"locked out for {person.locked_minutes} minutes{until}")
    if person.same_name:
        said.append(f"called the same as {', '.join(person.same_name)}")
    return ", ".join(said)
