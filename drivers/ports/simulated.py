"""What is no device: a pseudo-terminal, or a connection of this machine with itself. A program speaks there."""

import ipaddress
import os
import re
import socket

_PSEUDO_TERMINALS = "/dev/pts/"
_OF_OTHER_SYSTEMS = re.compile(r"/dev/tty[pqrs][0-9a-v]{1,3}")
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
    return os.major(device) in _MAJORS or _is_named_so(name)


def peer_is_here(connected: socket.socket) -> bool:
    """Whether the other side of a connection is this machine, by whatever address it was reached."""
    try:
        other, own = str(connected.getpeername()[0]), str(connected.getsockname()[0])
    except (OSError, IndexError):
        return False
    return other == own or _is_loopback(other)


def is_simulated_address(text: str) -> bool:
    """Of an address that is not open yet, as far as it can be told."""
    network = _HOST.match(text)
    if network:
        host = network.group(1).lower()
        return host == "localhost" or host.endswith(".localhost") or _is_loopback(host)
    return "://" not in text and _is_named_so(os.path.realpath(text))


def _is_named_so(name: str) -> bool:
    return name.startswith(_PSEUDO_TERMINALS) or _OF_OTHER_SYSTEMS.fullmatch(name) is not None


def _is_loopback(host: str) -> bool:
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return found.is_loopback or found.is_unspecified or (mapped is not None and mapped.is_loopback)
