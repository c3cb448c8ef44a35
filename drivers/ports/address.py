"""Where a device is: a port's name, a URL, or what identifies its USB adapter whatever name it gets today."""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from drivers.ports.faults import PortError, PortFault

_USB = re.compile(r"usb:([0-9a-f]{1,4}):([0-9a-f]{1,4})(?::([^:\s]+))?", re.IGNORECASE)
_NETWORK = re.compile(r"(?:socket|rfc2217)://[^\s/:]+:\d{1,5}(?:[/?]\S*)?")


class UsbIdentity(Struct, frozen=True, kw_only=True):
    """What an adapter tells of itself; cheap ones have no serial number."""

    vendor: int
    product: int
    serial_number: str | None = None

    def __str__(self) -> str:
        tail = "" if self.serial_number is None else f":{self.serial_number}"
        return f"usb:{self.vendor:04x}:{self.product:04x}{tail}"

    def is_shown_by(self, other: "UsbIdentity | None") -> bool:
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


def address(text: str) -> Address:
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


class Finder:
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
        fitting = [port.name for port in self._listing() if self._identity.is_shown_by(port.usb)]
        if not fitting:
            raise PortError(PortFault.MISSING, self._told())
        if len(fitting) > 1 and self._where.text not in fitting:
            raise PortError(PortFault.AMBIGUOUS, self._told(), ", ".join(sorted(fitting)))
        return self._where.text if self._where.text in fitting else fitting[0]

    def opened(self, name: str) -> None:
        """Remembers who was found under the name, where the system knows it.

        Raises PortError if it is another device than the one looked for: names can change hands at any moment.
        """
        if "://" in name:
            return
        shown = next((port.usb for port in self._listing() if port.name == name), None)
        if shown is None:
            return
        if self._identity is not None and not self._identity.is_shown_by(shown):
            raise PortError(PortFault.MISSING, self._told(), f"{name} is {shown} now")
        self._identity = shown

    def _told(self) -> str:
        if self._where.usb is not None or self._identity is None:
            return self._where.text
        return f"{self._where.text} ({self._identity})"
