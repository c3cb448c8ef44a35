"""What can be wrong with a port, told so that whoever stands before the machine knows what to do.

A fault is of the environment: it is raised as `PortError`, never returned, and it is never a bug of ours.
"""

from enum import Enum


class PortFault(Enum):
    """Each says what happened, with `{port}`, and what to do."""

    MISSING = "{port} does not exist: is the device plugged in? `devices list` names the ports there are"
    AMBIGUOUS = "{port} are several devices alike: add the serial number that `devices list` shows"
    NOT_PERMITTED = (
        "{port} may not be opened by this user: add the user to the group dialout "
        "(sudo usermod -aG dialout USER), log in again, and try again"
    )
    BUSY = "{port} is used by another program: close that one, a second station on this machine too"
    NOT_A_PORT = "{port} is no serial port: name one that `devices list` shows, or socket://host:port"
    MALFORMED = (
        "{port} cannot be an address: write a port name, socket://host:port, rfc2217://host:port, "
        "or usb:VENDOR:PRODUCT[:SERIAL] in hexadecimal"
    )
    UNKNOWN_HOST = "{port}: no machine has that name: check the name of the serial device server"
    UNREACHABLE = "{port} does not answer: check the serial device server's power, cable and address"
    REFUSED = "{port} refuses the connection: is the serial device server in TCP-server mode on that port?"
    SPEED = "{port} cannot be set to that baud rate: choose one that the device and the adapter know"
    GONE = "{port} was lost: check plug and power; the station goes on trying"
    NO_LIBRARY = "{port} cannot be opened because pyserial is not installed: install dealer-station[window]"
    OTHER = "{port} cannot be opened: see the reason given"

    @property
    def code(self) -> str:
        """By which whoever speaks to people finds the words of their language; the sentence here is the log's."""
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
