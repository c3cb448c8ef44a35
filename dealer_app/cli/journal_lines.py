"""The lines in which the journal commands show what they found."""

from collections.abc import Iterator
from fractions import Fraction

from dealer_app.journal.found import Found
from dealer_app.journal.recall import Recalled, Step, local_time, who
from dealer_app.journal.stats import Stats
from dealer_app.wording import Words

_MARK = "recall | "


def recalled_lines(words: Words, recalled: Recalled) -> Iterator[str]:
    """Each line is marked, so that none can be taken for the game on the table."""
    facts = {"round": str(recalled.number)}
    about = [f"gaming day {recalled.day}", f"table {recalled.table}", recalled.game]
    if recalled.shoe:
        about.append(f"shoe {recalled.shoe}")
    yield _MARK + words.put("recall", "title", facts)
    yield _MARK + ", ".join(filter(None, about))
    yield from (_MARK + _step(step) for step in recalled.steps)
    yield from (f"{_MARK}later: {_step(step)}" for step in recalled.notes)
    yield _MARK + words.put("recall", "end", facts)


def _step(step: Step) -> str:
    return f"{step.entry.sequence:>8}  {local_time(step.entry)}  {who(step.entry):<24}  {step.words}"


def round_line(found: Found) -> str:
    shown = [
        f"round {found.number}",
        found.day,
        f"table {found.table}" if found.table else "",
        f"shoe {found.shoe}" if found.shoe else "",
        found.result or "no result",
        f"seats {' '.join(map(str, sorted(found.seats)))}" if found.seats else "",
        f"by {' '.join(sorted(found.badges))}" if found.badges else "",
        " ".join(sorted(found.troubles)),
        f"events {found.first}-{found.last}",
    ]
    return "  ".join(filter(None, shown))


def stats_lines(stats: Stats) -> Iterator[str]:
    yield f"{stats.head.sequence} events, {stats.size} bytes, head {stats.head.sequence} {stats.head.hash.hex()}"
    yield f"{stats.rounds} rounds on {len(stats.days)} gaming days, {_tenths(stats.rounds_an_hour)} rounds an hour"
    yield from (f"  {day.day}  {day.rounds}" for day in stats.days)
    yield "irregularities"
    yield from (f"  {code:<32}{count}" for code, count in stats.irregularities.items())
    yield "decisions and corrections, by person"
    yield from (f"  {badge or 'station':<16}{name:<32}{count}" for (badge, name), count in stats.overrides.items())
    yield "events by name"
    yield from (f"  {name:<32}{count}" for name, count in stats.names.items())


def _tenths(exact: Fraction | None) -> str:
    if exact is None:
        return "no"
    tenths = round(exact * 10)
    return f"{tenths // 10}.{tenths % 10}"
