"""Two badges of one name: allowed, for two people may be called the same, and pointed out, for they may be one."""

import unicodedata
from collections import defaultdict
from collections.abc import Mapping

from dealer_app.people.state import PeopleState


def namesakes(state: PeopleState) -> Mapping[str, tuple[str, ...]]:
    """By badge, the badges of all others who are called the same; only of those who have namesakes."""
    called: defaultdict[str, list[str]] = defaultdict(list)
    for badge, account in sorted(state.accounts.items()):
        called[_heard(account.name)].append(badge)
    return {
        badge: tuple(other for other in badges if other != badge)
        for badges in called.values()
        if len(badges) > 1
        for badge in badges
    }


def called_so(state: PeopleState, name: str, *, but: str = "") -> tuple[str, ...]:
    """The badges of those who have this name already."""
    wanted = _heard(name)
    return tuple(
        badge for badge, account in sorted(state.accounts.items()) if badge != but and wanted == _heard(account.name)
    )


def is_same_name(one: str, other: str) -> bool:
    """Whether nobody could tell the two apart by ear: capitals, blanks and the width of letters aside."""
    return _heard(one) == _heard(other)


def _heard(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
