"""The devices of a station that is run without a window: how they are named, and how they are listened to."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dealer_app.cli.ending import stop
from dealer_app.station.actor import Actor, Device
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.heard import DeviceKind
from dealer_app.terminal.console import Console
from dealer_app.terminal.listening_keyboard import ListeningKeyboard
from dealer_app.terminal.watching import Verifying

if TYPE_CHECKING:
    from dealer_app.composition import Connection

Connections = tuple["Connection", ...]


def named_devices(*, shoe: str | None, tumbler: str | None, send: bool) -> Connections:
    """The devices of the options; ends with what is wrong with them. Without devices no driver is loaded."""
    named = [(DeviceKind.SHOE, shoe), (DeviceKind.TUMBLER, tumbler)]
    if all(text is None for _, text in named):
        if send:
            stop("--send goes with --shoe or --tumbler.", 2)
        return ()
    from dealer_app.composition import UnknownConnectionError, connection  # noqa: PLC0415

    found = []
    for kind, text in named:
        try:
            found += [] if text is None else [connection(text, kind, may_send=send)]
        except UnknownConnectionError as problem:
            stop(f"--{kind.value}: {problem}", 2)
    return tuple(found)


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
            there,
            on_change=lambda _: keyboard.meanwhile(lambda: console.happened(verifying)),
        )
    )


def _advise(keyboard: ListeningKeyboard, said: str) -> None:
    keyboard.meanwhile(lambda: keyboard.say(said))
