"""The devices of a station, as the options of `run` name them."""

from pathlib import Path
from typing import TYPE_CHECKING

from dealer_app.cli.ending import stop
from dealer_app.cli.scanner_options import ScannerOptions
from dealer_app.composition import UnknownConnectionError, connection, is_simulated
from dealer_app.domain.values import replace
from dealer_app.private_files import make_folder
from dealer_app.station.listening.kinds import DeviceKind

if TYPE_CHECKING:
    from dealer_app.composition import Connection

Connections = tuple["Connection", ...]


def named_devices(
    *, shoe: str | None, tumbler: str | None, send: bool, scanner: ScannerOptions, record: Path | None
) -> Connections:
    """The devices of the options; ends with what is wrong with them. Without devices no driver is loaded."""
    named = [(DeviceKind.SHOE, shoe), (DeviceKind.TUMBLER, tumbler)]
    if all(text is None for _, text in named):
        if send or record is not None:
            stop("--send and --record go with --shoe or --tumbler.", 2)
        if scanner.given:
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
                found.append(_as_set(connection(text, kind, may_send=send), kind, scanner, record))
        except UnknownConnectionError as problem:
            stop(f"--{kind.value}: {problem}", 2)
    return tuple(found)


def _as_set(connection: "Connection", kind: DeviceKind, scanner: ScannerOptions, record: Path | None) -> "Connection":
    """With what is written of a card reader, and a record of each device beside the others."""
    speaks = scanner.profile(connection.profile) if kind is DeviceKind.SHOE and scanner.given else None
    capture = None if record is None else record / f"{connection.profile}.bytes"
    return replace(connection, speaks=speaks, capture=capture)


def only_simulated(devices: Connections) -> bool:
    if not devices:
        return True

    return all(map(is_simulated, devices))
