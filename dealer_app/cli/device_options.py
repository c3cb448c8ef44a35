"""The command line's options for devices: which are connected, and how a card reader is read."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct

from dealer_app.cli.process import stop
from dealer_app.device_questions import DeviceKind
from dealer_app.domain.cards import Rank, Suit
from dealer_app.domain.values import replace
from dealer_app.private_files import make_folder
from dealer_app.wiring import UnknownConnectionError, is_simulated, parse_connection
from drivers.profiles import PROFILES
from drivers.shoe.line_scanner.driver import LINE_SCANNER, line_scanner_profile
from drivers.shoe.line_scanner.protocol import RANKS, SUITS, LineScannerSettings

if TYPE_CHECKING:
    from dealer_app.wiring import DeviceConnection
    from drivers.driver import Profile


CommandFunction = TypeVar("CommandFunction", bound=Callable[..., Any])
Face = TypeVar("Face", Rank, Suit)


class ScannerOptions(Struct, frozen=True, kw_only=True):
    """What was written; with nothing of it a line is a card as 9H or 10S."""

    pattern: str | None
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    unread: tuple[str, ...]
    same_scan: float | None

    @property
    def is_set(self) -> bool:
        return bool(self.pattern or self.ranks or self.suits or self.unread) or self.same_scan is not None

    def profile(self, name: str) -> "Profile":
        """The profile of this name, which reads by these options."""
        # A station without devices starts without any driver.

        if not self.is_set:
            return PROFILES[name]
        if name != LINE_SCANNER.name:
            raise click.UsageError(
                f"--pattern, --rank, --suit, --unread and --same-scan go with {LINE_SCANNER.name}, not with {name}"
            )
        usual = LineScannerSettings()
        try:
            settings = LineScannerSettings(
                pattern=usual.pattern if self.pattern is None else self.pattern,
                ranks=_parse_codes("--rank", self.ranks, Rank) or RANKS,
                suits=_parse_codes("--suit", self.suits, Suit) or SUITS,
                unread=frozenset(self.unread),
                same_scan_within=usual.same_scan_within if self.same_scan is None else self.same_scan,
            )
        except re.error as problem:
            raise click.UsageError(f"--pattern: {self.pattern!r} is not a regular expression: {problem}") from None
        except ValueError as problem:
            raise click.UsageError(f"--pattern: {problem}; write (?P<rank>...) and (?P<suit>...)") from None
        return line_scanner_profile(settings)


def _parse_codes(option: str, written: tuple[str, ...], faces: type[Face]) -> Mapping[str, Face]:
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


def scanner_options(command: CommandFunction) -> CommandFunction:
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


def read_scanner_options(options: Mapping[str, Any]) -> ScannerOptions:
    return ScannerOptions(**options)


Connections = tuple["DeviceConnection", ...]


def parse_devices(
    *, shoe: str | None, tumbler: str | None, send: bool, scanner: ScannerOptions, record: Path | None
) -> Connections:
    """The devices of the options; ends with what is wrong with them. Without devices no driver is loaded."""
    named = [(DeviceKind.SHOE, shoe), (DeviceKind.TUMBLER, tumbler)]
    if all(text is None for _, text in named):
        if send or record is not None:
            stop("--send and --record go with --shoe or --tumbler.", 2)
        if scanner.is_set:
            stop("--pattern, --rank, --suit, --unread and --same-scan go with --shoe line_scanner@PORT.", 2)
        return ()

    if record is not None:
        try:
            make_folder(record)
        except OSError as problem:
            stop(f"--record: {record} cannot be written: {problem.strerror}", 2)

    found = []
    for kind, text in named:
        try:
            if text is not None:
                found.append(_apply_options(parse_connection(text, kind, may_send=send), kind, scanner, record))
        except UnknownConnectionError as problem:
            stop(f"--{kind.value}: {problem}", 2)
    return tuple(found)


def _apply_options(
    connection: "DeviceConnection", kind: DeviceKind, scanner: ScannerOptions, record: Path | None
) -> "DeviceConnection":
    """With what is written of a card reader, and a record of each device beside the others."""
    speaks = scanner.profile(connection.profile) if kind is DeviceKind.SHOE and scanner.is_set else None
    capture = None if record is None else record / f"{connection.profile}.bytes"
    return replace(connection, speaks=speaks, capture=capture)


def has_only_simulated(devices: Connections) -> bool:
    if not devices:
        return True

    return all(map(is_simulated, devices))
