"""Where a device is, and what can be wrong with its port, in words for the person at the machine.

An address is a port's name, a URL, or what identifies a USB adapter whatever name it gets today. A fault
belongs to the environment: it is raised as `PortError` and is never a bug of the program.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum
from typing import TypeAlias

from msgspec import Struct


class PortFault(Enum):
    """Each says what happened, with `{port}`, and what to do."""

    MISSING = "{port} does not exist: is the device plugged in? `devices list` names the ports there are"
    AMBIGUOUS = "{port} matches several devices: add the serial number that `devices list` shows"
    NOT_PERMITTED = (
        "{port} may not be opened by this user: add the user to the group dialout "
        "(sudo usermod -aG dialout USER), log in again, and try again"
    )
    BUSY = "{port} is used by another program: close that one, a second station on this machine too"
    NOT_A_PORT = "{port} is not a serial port: name one that `devices list` shows, or socket://host:port"
    MALFORMED = (
        "{port} cannot be an address: write a port name, socket://host:port, rfc2217://host:port, "
        "or usb:VENDOR:PRODUCT[:SERIAL] in hexadecimal"
    )
    UNKNOWN_HOST = "{port}: no machine has that name: check the name of the serial device server"
    UNREACHABLE = "{port} does not answer: check the serial device server's power, cable and address"
    REFUSED = "{port} refuses the connection: is the serial device server in TCP-server mode on that port?"
    SPEED = "{port} cannot be set to that baud rate: choose one that the device and the adapter know"
    GONE = "{port} was lost: check plug and power; the station keeps trying"
    NO_LIBRARY = "{port} cannot be opened because pyserial is not installed: install dealer-station[window]"
    OTHER = "{port} cannot be opened: see the reason given"

    @property
    def code(self) -> str:
        """The code under which callers find words for people in their language; the sentence here is the log's."""
        return self.name.lower().replace("_", "-")


class PortError(Exception):
    """A port that cannot be opened or used; `reason` is what the system said, if it said anything."""

    def __init__(self, fault: PortFault, port: str, reason: str = "") -> None:
        said = fault.value.format(port=port)
        super().__init__(f"{said} ({reason})" if reason else said)
        self.fault = fault
        self.port = port
        self.reason = reason


class SendingError(Exception):
    """Bytes that could not be handed to the port; nothing of them was sent."""


_USB = re.compile(r"usb:([0-9a-f]{1,4}):([0-9a-f]{1,4})(?::([^:\s]+))?", re.IGNORECASE)
_NETWORK = re.compile(r"(?:socket|rfc2217)://[^\s/:]+:\d{1,5}(?:[/?]\S*)?")


class UsbIdentity(Struct, frozen=True, kw_only=True):
    """What an adapter says of itself; cheap ones have no serial number."""

    vendor: int
    product: int
    serial_number: str | None = None

    def __str__(self) -> str:
        tail = "" if self.serial_number is None else f":{self.serial_number}"
        return f"usb:{self.vendor:04x}:{self.product:04x}{tail}"

    def is_match(self, other: "UsbIdentity | None") -> bool:
        """Whether `other`, read from a device, fits; without a serial number here any of the kind does."""
        if other is None or (self.vendor, self.product) != (other.vendor, other.product):
            return False
        return self.serial_number is None or self.serial_number == other.serial_number


class ListedPort(Struct, frozen=True, kw_only=True):
    """A port that the system has at this moment."""

    name: str
    usb: UsbIdentity | None = None
    description: str = ""


Listing: TypeAlias = Callable[[], Sequence[ListedPort]]
"""Asks the system which ports there are; tests give a substitute."""


class Address(Struct, frozen=True):
    """An address as the settings have it, checked; `usb` if it names an adapter instead of a port."""

    text: str
    usb: UsbIdentity | None = None

    def __str__(self) -> str:
        return self.text


def parse_address(text: str) -> Address:
    """Raises PortError for what cannot be one; whether there is such a port is seen when it is opened."""
    text = text.strip()
    found = _USB.fullmatch(text)
    if found:
        vendor, product, serial_number = found.groups()
        return Address(
            text,
            UsbIdentity(vendor=int(vendor, 16), product=int(product, 16), serial_number=serial_number),
        )
    network = "://" in text
    if not text or text.lower().startswith("usb:") or (network and not _NETWORK.fullmatch(text)):
        raise PortError(PortFault.MALFORMED, text or "an empty address")
    if network and not 0 < int(text.split("://")[1].split(":")[1].split("/")[0].split("?")[0]) < 1 << 16:
        raise PortError(PortFault.MALFORMED, text)
    return Address(text)


class PortFinder:
    """Says under which name to open a device, and once it was open, finds it again by its USB identity.

    A name alone is not trusted a second time: after two adapters were pulled and plugged the other may have it.
    """

    def __init__(self, where: Address, listing: Listing) -> None:
        self._where = where
        self._listing = listing
        self._identity = where.usb

    @property
    def identity(self) -> UsbIdentity | None:
        return self._identity

    def name(self) -> str:
        if self._identity is None:
            return self._where.text
        fitting = [port.name for port in self._listing() if self._identity.is_match(port.usb)]
        if not fitting:
            raise PortError(PortFault.MISSING, self._description())
        if len(fitting) > 1 and self._where.text not in fitting:
            raise PortError(PortFault.AMBIGUOUS, self._description(), ", ".join(sorted(fitting)))
        return self._where.text if self._where.text in fitting else fitting[0]

    def confirm_device(self, name: str) -> None:
        """Remembers who was found under the name, where the system knows it.

        Raises PortError if it is another device than the one looked for: names can change hands at any moment.
        """
        if "://" in name:
            return
        shown = next((port.usb for port in self._listing() if port.name == name), None)
        if shown is None:
            return
        if self._identity is not None and not self._identity.is_match(shown):
            raise PortError(PortFault.MISSING, self._description(), f"{name} is {shown} now")
        self._identity = shown

    def _description(self) -> str:
        if self._where.usb is not None or self._identity is None:
            return self._where.text
        return f"{self._where.text} ({self._identity})"
