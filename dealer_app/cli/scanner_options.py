"""The options of a card reader whose cards bear the codes of the site: how its lines are read."""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct

from dealer_app.domain.cards import Rank, Suit
from drivers.profiles import PROFILES
from drivers.shoe.line_scanner.driver import LINE_SCANNER, line_scanner
from drivers.shoe.line_scanner.protocol import RANKS, SUITS, LineScannerSettings

if TYPE_CHECKING:
    from drivers.profile import Profile

Command = TypeVar("Command", bound=Callable[..., Any])
Face = TypeVar("Face", Rank, Suit)


class ScannerOptions(Struct, frozen=True, kw_only=True):
    """What was written; with nothing of it a line is a card as 9H or 10S."""

    pattern: str | None
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    unread: tuple[str, ...]
    same_scan: float | None

    @property
    def given(self) -> bool:
        return bool(self.pattern or self.ranks or self.suits or self.unread) or self.same_scan is not None

    def profile(self, name: str) -> "Profile":
        """The profile of this name, which reads by these options."""
        # A station without devices starts without any driver.

        if not self.given:
            return PROFILES[name]
        if name != LINE_SCANNER.name:
            raise click.UsageError(
                f"--pattern, --rank, --suit, --unread and --same-scan go with {LINE_SCANNER.name}, not with {name}"
            )
        usual = LineScannerSettings()
        try:
            settings = LineScannerSettings(
                pattern=usual.pattern if self.pattern is None else self.pattern,
                ranks=_map("--rank", self.ranks, Rank) or RANKS,
                suits=_map("--suit", self.suits, Suit) or SUITS,
                unread=frozenset(self.unread),
                same_scan_within=usual.same_scan_within if self.same_scan is None else self.same_scan,
            )
        except re.error as problem:
            raise click.UsageError(f"--pattern: {self.pattern!r} is no regular expression: {problem}") from None
        except ValueError as problem:
            raise click.UsageError(f"--pattern: {problem}; write (?P<rank>...) and (?P<suit>...)") from None
        return line_scanner(settings)


def _map(option: str, written: tuple[str, ...], faces: type[Face]) -> Mapping[str, Face]:
    """`CODE=FACE` each; what is not named is not read."""
    known = {face.value: face for face in faces}
    found: dict[str, Face] = {}
    for each in written:
        code, equals, face = each.rpartition("=")
        if not equals or not code or face.upper() not in known:
            raise click.UsageError(f"{option}: {each!r} is not CODE=FACE; the faces are {' '.join(known)}")
        if code in found:
            raise click.UsageError(f"{option}: the code {code!r} is named twice")
        found[code] = known[face.upper()]
    return found


def scanner_options(command: Command) -> Command:
    """Gives a command these options, which it takes as `ScannerOptions` from `taken`."""
    for option in (
        click.option(
            "--same-scan",
            type=click.FloatRange(0),
            metavar="SECONDS",
            help="line_scanner: the same line within so long is one scan; 0 where every line is meant.",
        ),
        click.option("--unread", multiple=True, metavar="CODE", help="line_scanner: a card that was not read."),
        click.option(
            "--suit", "suits", multiple=True, metavar="CODE=SUIT", help="line_scanner: all its suits, C D H S."
        ),
        click.option(
            "--rank", "ranks", multiple=True, metavar="CODE=RANK", help="line_scanner: all its ranks, A 2 .. K."
        ),
        click.option("--pattern", metavar="REGEX", help="line_scanner: a whole line, with the groups rank and suit."),
    ):
        command = option(command)
    return command


def taken(options: Mapping[str, Any]) -> ScannerOptions:
    return ScannerOptions(**options)
