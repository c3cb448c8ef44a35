"""A line that is open: the only module that knows pyserial, and the test for simulated lines.

Whatever goes wrong on a line is a `PortError`. pyserial is imported when a line is first opened or listed,
so that framings, simulators and replay work without it. A pseudo-terminal, or a connection of this machine
with itself, counts as simulated: a program speaks there and no device.
"""

import errno
import ipaddress
import logging
import os
import re
import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from drivers.address import ListedPort, PortError, PortFault, UsbIdentity

if TYPE_CHECKING:
    import serial


_PSEUDO_TERMINALS = "/dev/pts/"
_OTHER_SYSTEMS_TERMINALS = re.compile(r"/dev/tty[pqrs][0-9a-v]{1,3}")
"""As the BSDs and macOS name them."""
_MAJORS = range(136, 144)
"""By which Linux knows them, whatever they are called."""
_HOST = re.compile(r"(?:socket|rfc2217)://([^\s/:]+):\d+", re.IGNORECASE)


def is_pseudo_terminal(file: int) -> bool:
    """Of an open file."""
    try:
        device = os.fstat(file).st_rdev
        name = os.ttyname(file)
    except OSError:
        return False
    return os.major(device) in _MAJORS or _is_pseudo_terminal_name(name)


def is_local_peer(connected: socket.socket) -> bool:
    """Whether the other side of a connection is this machine, by whatever address it was reached."""
    try:
        other, own = str(connected.getpeername()[0]), str(connected.getsockname()[0])
    except (OSError, IndexError):
        return False
    return other == own or _is_loopback(other)


def is_simulated_address(text: str) -> bool:
    """Whether an address that is not open yet is a simulated one, as far as that is known."""
    network = _HOST.match(text)
    if network:
        host = network.group(1).lower()
        return host == "localhost" or host.endswith(".localhost") or _is_loopback(host)
    return "://" not in text and _is_pseudo_terminal_name(os.path.realpath(text))


def _is_pseudo_terminal_name(name: str) -> bool:
    return name.startswith(_PSEUDO_TERMINALS) or _OTHER_SYSTEMS_TERMINALS.fullmatch(name) is not None


def _is_loopback(host: str) -> bool:
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return found.is_loopback or found.is_unspecified or (mapped is not None and mapped.is_loopback)


LOG = logging.getLogger("drivers.serial_line")
WAIT_SECONDS = 0.1
"""How long a read waits for a first byte; what stops or sends wakes it at once where the system can."""
WRITE_SECONDS = 2.0
LARGEST_CHUNK = 4096


class DeviceLine(Protocol):
    """Bytes in and out. Only `wake` may be called by another thread than the owner's."""

    def read(self) -> bytes:
        """What has arrived, at least one byte; nothing if nothing came in time or the read was woken."""

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None: ...

    def is_simulated(self) -> bool:
        """Whether only a program of this machine can speak at the other end."""

    def close(self) -> None: ...


Opener: TypeAlias = Callable[[str, int], DeviceLine]
"""Opens a line by name or URL, at a baud rate."""


class SerialLine:
    """A line through pyserial: a local port, or a serial device server over TCP."""

    def __init__(self, name: str, baudrate: int) -> None:
        library = _import_pyserial(name)
        self._name = name
        # pyserial refuses a time limit for writing over RFC 2217.
        limit = None if name.lower().startswith("rfc2217:") else WRITE_SECONDS
        try:
            self._serial: serial.Serial = library.serial_for_url(
                name, baudrate=baudrate, timeout=WAIT_SECONDS, write_timeout=limit, exclusive=True
            )
        except (OSError, ValueError, AttributeError) as problem:
            raise PortError(_port_fault(problem), name, _fault_reason(problem)) from problem
        # A socket says only whether there is anything, not how much.
        self._by_socket = name.lower().startswith("socket:")

    def read(self) -> bytes:
        try:
            first = self._serial.read(1)
            if not first:
                return b""
            return first + (self._rest_of_socket() if self._by_socket else self._rest())
        except (OSError, TypeError, ValueError) as problem:
            # A TypeError is what pyserial's own calls make of a file descriptor that is gone.
            raise PortError(PortFault.GONE, self._name, _fault_reason(problem)) from problem

    def _rest(self) -> bytes:
        waiting = min(self._serial.in_waiting, LARGEST_CHUNK)
        return self._serial.read(waiting) if waiting else b""

    def _rest_of_socket(self) -> bytes:
        self._serial.timeout = 0
        try:
            return self._serial.read(LARGEST_CHUNK)
        finally:
            self._serial.timeout = WAIT_SECONDS

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (OSError, TypeError, ValueError) as problem:
            raise PortError(PortFault.GONE, self._name, _fault_reason(problem)) from problem

    def wake(self) -> None:
        cancel = getattr(self._serial, "cancel_read", None)
        if cancel is not None:
            cancel()

    def is_simulated(self) -> bool:
        """By what is really open: a name can be a link to anything, and a machine of the network can be this one."""
        connected = getattr(self._serial, "_socket", None)
        if isinstance(connected, socket.socket):
            return is_local_peer(connected)
        file = getattr(self._serial, "fd", None)
        return isinstance(file, int) and is_pseudo_terminal(file)

    def close(self) -> None:
        # pyserial leaves the socket open when the other side is already gone: its shutdown fails before its close.
        left = getattr(self._serial, "_socket", None)
        try:
            self._serial.close()
        except OSError:
            pass  # it is gone, which is what was wanted
        finally:
            if isinstance(left, socket.socket):
                left.close()


def list_ports() -> tuple[ListedPort, ...]:
    """The ports of this machine, by name."""
    library = _import_pyserial("a port")
    try:
        found = library.tools.list_ports.comports()
    except OSError as problem:
        # A device that is pulled while the system lists it; it is asked again soon.
        LOG.debug("the ports cannot be listed: %s", problem)
        return ()
    return tuple(
        ListedPort(
            name=port.device,
            usb=None
            if port.vid is None
            else UsbIdentity(vendor=port.vid, product=port.pid, serial_number=port.serial_number or None),
            description=port.description or "",
        )
        for port in sorted(found, key=lambda port: port.device)
    )


def _import_pyserial(name: str) -> Any:
    try:
        import serial.tools.list_ports  # noqa: PLC0415 - a station that only judges rounds need not have it
    except ModuleNotFoundError as problem:
        raise PortError(PortFault.NO_LIBRARY, name) from problem
    return serial


_BY_NUMBER = {
    errno.ENOENT: PortFault.MISSING,
    errno.ENODEV: PortFault.MISSING,
    errno.ENXIO: PortFault.MISSING,
    errno.EIO: PortFault.MISSING,
    errno.EACCES: PortFault.NOT_PERMITTED,
    errno.EPERM: PortFault.NOT_PERMITTED,
    errno.EBUSY: PortFault.BUSY,
    errno.EAGAIN: PortFault.BUSY,
    errno.ENOTTY: PortFault.NOT_A_PORT,
    errno.EISDIR: PortFault.NOT_A_PORT,
    errno.ENOTDIR: PortFault.MISSING,
    errno.ECONNREFUSED: PortFault.REFUSED,
    errno.EHOSTUNREACH: PortFault.UNREACHABLE,
    errno.ENETUNREACH: PortFault.UNREACHABLE,
    errno.ETIMEDOUT: PortFault.UNREACHABLE,
}


def _causes(problem: BaseException) -> Iterator[BaseException]:
    """The exception and what it was made from: pyserial often keeps the number only there."""
    at: BaseException | None = problem
    while at is not None:
        yield at
        at = at.__cause__ or at.__context__


def _port_fault(problem: BaseException) -> PortFault:
    for cause in _causes(problem):
        if isinstance(cause, socket.gaierror):
            return PortFault.UNKNOWN_HOST
        if isinstance(cause, TimeoutError):
            return PortFault.UNREACHABLE
        number = cause.args[0] if cause.args and isinstance(cause.args[0], int) else None
        if number in _BY_NUMBER:
            return _BY_NUMBER[number]
    text = str(problem)
    if os.name == "nt" and "PermissionError" in text:
        return PortFault.BUSY  # Windows denies access to a port that is open elsewhere
    if os.name == "nt" and "FileNotFoundError" in text:
        return PortFault.MISSING
    if "baud" in text.lower():
        return PortFault.SPEED
    if isinstance(problem, ValueError) and "://" not in text and "URL" in text:
        return PortFault.MALFORMED
    return PortFault.OTHER


def _fault_reason(problem: BaseException) -> str:
    """The innermost that says something, on one line."""
    said = [str(cause) for cause in _causes(problem) if str(cause)]
    return " ".join(said[-1].split()) if said else type(problem).__name__
