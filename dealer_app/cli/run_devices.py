"""The devices of a station that is run without a window: how they are named, and how they are listened to."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dealer_app.cli.ending import stop
from dealer_app.cli.scanner_options import ScannerOptions
from dealer_app.station.actor import Actor, Device
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.heard import DeviceKind
from dealer_app.terminal.console import Console
from dealer_app.terminal.listening_keyboard import ListeningKeyboard
from dealer_app.terminal.watching import Verifying

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
    from dealer_app.composition import UnknownConnectionError, connection  # noqa: PLC0415

    if record is not None:
        try:
            record.mkdir(parents=True, exist_ok=True)
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
    from dealer_app.composition import is_simulated  # noqa: PLC0415

    return all(map(is_simulated, devices))


@contextmanager
def keyboard_with(devices: Connections) -> Iterator[ListeningKeyboard | None]:
    """The keyboard of a table with devices; none where there are none."""
    if not devices:
        yield None
        return
    from dealer_app.cli.typed_lines import TypedLines  # noqa: PLC0415

    keyboard = ListeningKeyboard(TypedLines())
    try:
        with keyboard.interruptible():
            yield keyboard
    finally:
        keyboard.close()


def listen(keyboard: ListeningKeyboard, console: Console, verifying: Verifying, devices: Connections) -> None:
    """From the next time on that somebody is waited for. Each device is called by its profile."""
    from dealer_app.composition import device, surroundings  # noqa: PLC0415

    station, around = console.station, surroundings()
    there: dict[str, Device] = {}
    for each in devices:
        there[each.profile] = device(
            each, around, sealed=lambda: station.devices.sealed, advise=lambda said: _advise(keyboard, said)
        )
    keyboard.listen(
        Actor(
            station,
            ListeningSettings(terminal=console.desk.terminal),
            lambda: there,
            on_change=lambda _: keyboard.meanwhile(lambda: console.happened(verifying)),
        )
    )


def _advise(keyboard: ListeningKeyboard, said: str) -> None:
    keyboard.meanwhile(lambda: keyboard.say(said))
