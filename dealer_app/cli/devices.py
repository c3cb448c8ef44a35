"""`dealer-station devices`: lists ports, finds out what speaks on one, and simulates devices."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click

from dealer_app.cli.device_options import ScannerOptions, read_scanner_options, scanner_options
from dealer_app.cli.output import echo
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.observations import Destination, DeviceError, DeviceReport, LineDown
from dealer_app.texts import Language, Words
from dealer_app.wiring import next_card_target
from drivers.address import Address, PortError, parse_address
from drivers.capture import Capture, CaptureError, capture_events, capture_files, read_heading, replay_events
from drivers.driver import Driver, Profile
from drivers.port import LineListener, Port, PortEnvironment
from drivers.probe import ProbeResult, probe, probe_baudrates
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.serial_line import list_ports
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from drivers.shoe.line_scanner.driver import LINE_SCANNER
from drivers.simulation.devices import (
    SMALLEST_ROUND,
    Mishap,
    SimulatedDevice,
    SimulatedShoe,
    SimulationPlan,
    play_shoe,
    play_tumbler,
)
from drivers.simulation.ends import TcpEnd
from drivers.simulation.line import DeviceFault, End, SimulatedLine

SHOE_ERRORS = {it.value: it for it in DeviceError if it is not DeviceError.OTHER}
"""What an Angel Eye shoe can hold until it is cancelled."""


def error_action(device: SimulatedDevice, error: str | None, say: Callable[[str], None]) -> Callable[[], None]:
    """The shoe goes into error mode, a card is drawn all the same, and the error is cancelled at the shoe's keys."""
    if error is None or not isinstance(device, SimulatedAngelEye):
        return lambda: None

    def happens() -> None:
        say(f"error: {error}")
        device.raise_error(SHOE_ERRORS[error])
        device.draw(CARDS["QH"], Destination.BANKER)
        # The station may have cancelled it by now.
        device.answer()
        if device.error is not None:
            device.cancel_error()

    return happens


def parse_cards(text: str | None) -> tuple[Card, ...]:
    """None given is an empty tuple."""
    if text is None:
        return ()
    words = text.upper().split()
    unknown = [word for word in words if word not in CARDS]
    if unknown:
        raise click.UsageError(f"--cards: {unknown[0]!r} is not a card; write 9H, TD, KS")
    if len(words) < SMALLEST_ROUND:
        raise click.UsageError(f"--cards: a round may need {SMALLEST_ROUND} cards")
    return tuple(CARDS[word] for word in words)


def parse_dice(text: str | None) -> Tumble | None:
    if text is None:
        return None
    words = text.split()
    if len(words) != 3 or not set(words) <= set(map(str, DIE_FACES)):
        raise click.UsageError(f"--dice: {text!r} are not three faces; write them as in '2 5 6'")
    one, two, three = map(int, words)
    return Tumble((one, two, three))


if sys.platform != "win32":
    from drivers.simulation.pty_end import PtyEnd

_PROFILE = click.Choice(tuple(PROFILES))
_BAUD = click.IntRange(50, 4_000_000)
_LISTEN_SECONDS = 0.1


@click.group(name="devices")
def command() -> None:
    """Shoes and tumblers: the ports there are, what speaks on them, and simulated ones.

    PORT is a port's name, socket://host:port, rfc2217://host:port, or usb:VENDOR:PRODUCT[:SERIAL].
    """


@command.command(name="list")
def list_devices() -> None:
    """The ports of this machine with the USB identity they are found again by, and the profiles there are."""
    with _explain_port_errors():
        ports = list_ports()
    for port in ports:
        echo(f"port     {port.name:<20}{port.usb or 'no USB identity'!s:<32}{port.description}")
    if not ports:
        echo("port     none: this machine has no serial port, or may not list them")
    for profile in PROFILES.values():
        speeds = ", ".join(map(str, profile.baudrates))
        echo(f"profile  {profile.name:<20}{profile.kind.value:<10}{speeds:<22}{profile.about}")


@command.command(name="probe")
@click.argument("port", metavar="PORT")
@click.option("--profile", "names", multiple=True, type=_PROFILE, help="Only this profile; can be given again.")
@click.option("--baud", "rates", multiple=True, type=_BAUD, help="Only this baud rate; can be given again.")
@click.option("--seconds", type=click.FloatRange(0.1, 600), default=10.0, show_default=True, help="At each speed.")
@scanner_options
def probe_port(port: str, names: tuple[str, ...], rates: tuple[int, ...], seconds: float, **scanner: Any) -> None:
    """Tell which profile speaks on PORT and at which baud rate. Nothing is sent: draw cards, or tumble, meanwhile.

    Exit status 1 if none was found.
    """
    profiles = _choose_profiles(names, read_scanner_options(scanner))
    surroundings = PortEnvironment(clock=_make_clock())
    with _explain_port_errors():
        where = parse_address(port)
        # A device server has its own speed, and asks for none.
        speeds = rates or (probe_baudrates(profiles)[:1] if port.startswith("socket:") else probe_baudrates(profiles))
        results = []
        for listened in probe(where, profiles=profiles, rates=speeds, seconds=seconds, surroundings=surroundings):
            echo(_probe_line(listened))
            results.append(listened)
    best = results[-1].best if results else None
    if best is not None:
        echo(f"{port}: {best.profile.name} at {results[-1].baudrate} baud")
        return
    has_bytes = any(it.count for it in results)
    echo(
        f"{port}: bytes came, but no profile fits them at {', '.join(map(str, speeds))} baud"
        if has_bytes
        else f"{port}: no signal; draw a card or tumble while probing, and check plug and power"
    )
    sys.exit(1)


def _choose_profiles(names: tuple[str, ...], scanner: ScannerOptions) -> tuple[Profile, ...]:
    """Without names, all; the options are of one of them, then."""
    if names:
        return tuple(scanner.profile(name) for name in names)
    own = scanner.profile(LINE_SCANNER.name)
    return tuple(own if profile is LINE_SCANNER else profile for profile in PROFILES.values())


def _probe_line(listened: ProbeResult) -> str:
    if not listened.count:
        return f"{listened.baudrate} baud: nothing"
    best = listened.best
    if best is None:
        return f"{listened.baudrate} baud: {listened.count} bytes of garbage"
    return f"{listened.baudrate} baud: {listened.count} bytes, {best.reports} reports of {best.profile.name}"


@command.command()
@click.argument("port", metavar="PORT")
@click.option("--profile", "name", type=_PROFILE, required=True)
@click.option("--baud", type=_BAUD, help="Otherwise the profile's usual one.")
@click.option("--seconds", type=click.FloatRange(0), help="Otherwise until it is stopped with Ctrl-C.")
@click.option("--show", is_flag=True, help="Tell cards and dice as well: only where nobody plays.")
@scanner_options
def monitor(port: str, name: str, baud: int | None, seconds: float | None, *, show: bool, **scanner: Any) -> None:
    """Show what is observed on PORT as it happens. Nothing is sent.

    Cards and dice are blanked: which of them nobody may know yet, only the station at the table can tell. On a table
    that nobody plays at, --show tells them.
    """
    profile = read_scanner_options(scanner).profile(name)
    with _explain_port_errors():
        _listen(
            parse_address(port), profile, baud, seconds, lambda report: echo(_observation_line(report, blank=not show))
        )


@command.command()
@click.argument("port", metavar="PORT")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--profile", "name", type=_PROFILE, required=True)
@click.option("--baud", type=_BAUD, help="Otherwise the profile's usual one.")
@click.option("--seconds", type=click.FloatRange(0), help="Otherwise until it is stopped with Ctrl-C.")
def record(port: str, file: Path, name: str, baud: int | None, seconds: float | None) -> None:
    """Keep every byte of PORT in FILE, which is bounded and rotates to FILE.1, FILE.2 ... It tells cards and dice."""
    profile = PROFILES[name]
    with _explain_port_errors():
        where = parse_address(port)
        try:
            capture = Capture(file, about={"profile": name, "baud": str(baud or profile.baudrate), "port": port})
        except OSError as problem:
            _refuse(f"{file}: cannot be written: {problem.strerror}")
        try:
            _listen(where, profile, baud, seconds, _print_line_fault, listener=lambda: capture)
        finally:
            capture.close()
    echo(f"{file}: {capture.count} bytes recorded", err=True)


@command.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--profile", "name", type=_PROFILE, help="Otherwise the one that it was recorded with.")
@click.option("--blank", is_flag=True, help="Do not tell cards and dice.")
@scanner_options
def replay(file: Path, name: str | None, *, blank: bool, **scanner: Any) -> None:
    """Show what was observed when FILE was recorded, from its oldest part on."""
    try:
        files = capture_files(file)
        heading = read_heading(files[0])
        named = name or heading.get("profile", "")
        if named not in PROFILES:
            _refuse(f"{file}: does not say with which profile it was recorded: give --profile")
        chosen = read_scanner_options(scanner).profile(named)
        speed = heading.get("baud", "")
        baudrate = int(speed) if speed.isdecimal() else chosen.baudrate
        for report in replay_events(capture_events(files), chosen.framing(Sending.OFF), baudrate=baudrate):
            echo(_observation_line(report, blank=blank))
    except CaptureError as problem:
        _refuse(str(problem))


@command.command()
@click.argument("name", metavar="PROFILE", type=_PROFILE)
@click.option("--tcp", type=click.IntRange(0, 65535), help="As a device server on this port, 0 for a free one.")
@click.option("--link", type=click.Path(path_type=Path), help="A name that leads to the pty even after an unplug.")
@click.option("--baud", type=_BAUD, help="Its own speed; at another one the line garbles.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed plays the same.")
@click.option("--rounds", type=click.IntRange(1), help="Otherwise without end.")
@click.option("--interval", type=click.FloatRange(0, 60), default=1.0, show_default=True, help="Seconds between cards.")
@click.option("--decks", type=click.IntRange(1, 8), default=8, show_default=True)
@click.option("--burn", type=click.IntRange(0, 20), default=0, show_default=True, help="Cards burned after the first.")
@click.option("--cards", metavar='"6S 7D ..."', help="Deal these, once.")
@click.option("--dice", metavar='"2 5 6"', help="Tumble these.")
@click.option(
    "--fault", "faults", multiple=True, type=click.Choice([it.value for it in DeviceFault]), help="By chance."
)
@click.option("--every", type=click.IntRange(1), default=10, show_default=True, help="One report in so many.")
@click.option("--error", type=click.Choice(tuple(SHOE_ERRORS)), help="Held after each round until a card was drawn.")
@click.option("--mishap", "mishaps", multiple=True, type=click.Choice([it.value for it in Mishap]), help="Tumbler.")
def simulate(name: str, **options: Any) -> None:
    """Be a device of PROFILE on a pty, whose name is printed, and play rounds once somebody opens it."""
    profile = PROFILES[name]
    cards, dice = parse_cards(options["cards"]), parse_dice(options["dice"])
    if options["error"] and name != "angel_eye":
        _refuse(f"--error: {name} holds none")
    if DeviceFault.UNPLUG.value in options["faults"] and options["tcp"] is None and options["link"] is None:
        _refuse("--fault unplug: the pty has another name after it; give --link FILE, or use --tcp")
    end = _make_end(options["tcp"], options["link"])
    try:
        echo(f"{profile.name} at {end.address}, {options['baud'] or profile.baudrate} baud")
        sys.stdout.flush()
        with _stop_on_interrupt():
            while not end.has_listener:
                time.sleep(_LISTEN_SECONDS)
            line = SimulatedLine(end, baudrate=options["baud"] or profile.baudrate, paced=True)
            device = profile.simulator(line)
            course = SimulationPlan(
                seed=options["seed"],
                rounds=options["rounds"],
                interval=options["interval"],
                faults=tuple(map(DeviceFault, options["faults"])),
                every=options["every"],
                say=_echo_now,
                between_rounds=error_action(device, options["error"], _echo_now),
            )
            if isinstance(device, SimulatedShoe):
                play_shoe(
                    device,
                    course,
                    order=next_card_target,
                    cards=cards,
                    decks=options["decks"],
                    burn=options["burn"],
                )
            else:
                _play_tumbler(device, course, dice, options["mishaps"])
            # What was written last is read before the line goes.
            device.answer(_LISTEN_SECONDS * 5)
    finally:
        end.unplug()


def _play_tumbler(device: Any, course: SimulationPlan, dice: Tumble | None, mishaps: tuple[str, ...]) -> None:
    play_tumbler(device, course, dice=dice, mishaps=tuple(map(Mishap, mishaps)))


def _make_end(tcp: int | None, link: Path | None) -> End:
    if tcp is not None:
        if link is not None:
            _refuse("--link goes with a pty, not with --tcp")
        try:
            return TcpEnd(tcp)
        except OSError as problem:
            _refuse(f"--tcp {tcp}: cannot be listened to: {problem.strerror}")
    if sys.platform == "win32":
        _refuse("this system has no pty: use --tcp")
    try:
        return PtyEnd(link)
    except OSError as problem:
        _refuse(f"no pty can be opened: {problem.strerror}")


def _listen(
    where: Address,
    profile: Profile,
    baud: int | None,
    seconds: float | None,
    show: Callable[[DeviceReport], None],
    *,
    listener: Callable[[], LineListener] = LineListener,
) -> None:
    clock = _make_clock()
    port = Port(where, baudrate=baud or profile.baudrate, surroundings=PortEnvironment(clock=clock))
    framing = profile.framing(Sending.OFF)
    with _stop_on_interrupt(), Driver(port, framing, clock=clock, listener=listener) as driver:
        while seconds is None or clock() < seconds * 1000:
            for report in driver.take_reports(_LISTEN_SECONDS):
                show(report)
            sys.stdout.flush()


def _print_line_fault(report: DeviceReport) -> None:
    if isinstance(report.observation, LineDown):
        echo(report.observation.said, err=True)


def _observation_line(report: DeviceReport, *, blank: bool) -> str:
    observation = report.observation.without_secrets() if blank else report.observation
    return f"{report.at / 1000:10.3f}  {observation.full_text()}"


def _echo_now(words: str) -> None:
    echo(words)
    sys.stdout.flush()


def _make_clock() -> Callable[[], int]:
    """Milliseconds from now on."""
    start = time.monotonic_ns()
    return lambda: (time.monotonic_ns() - start) // 1_000_000


@contextmanager
def _stop_on_interrupt() -> Iterator[None]:
    """Ctrl-C is how these commands are ended, and no failure."""
    try:
        yield
    except KeyboardInterrupt:
        echo("")


@contextmanager
def _explain_port_errors() -> Iterator[None]:
    try:
        yield
    except PortError as problem:
        _refuse(Words.load(Language.EN).port_fault(problem.fault.code, problem.port, problem.reason))


def _refuse(sentence: str) -> NoReturn:
    echo(sentence, err=True)
    sys.exit(2)
