"""On which sockets a process of this machine listens, as Linux tells it."""

from contextlib import suppress
from pathlib import Path

_TCP_LISTENS, _UNIX_LISTENS = "0A", 0x10000


def list_sockets(process: int | str = "self") -> set[str]:
    """The kinds of sockets on which it would take a connection or a datagram, each with its number."""
    own = _sockets(Path(f"/proc/{process}/fd"))
    net = Path(f"/proc/{process}/net")
    found = {f"tcp {row[9]}" for name in ("tcp", "tcp6") for row in _rows(net / name) if row[3] == _TCP_LISTENS}
    # One that is bound takes what comes: of datagrams there is no other listening.
    found |= {f"udp {row[9]}" for name in ("udp", "udp6") for row in _rows(net / name)}
    found |= {f"unix {row[6]}" for row in _rows(net / "unix") if int(row[3], 16) & _UNIX_LISTENS}
    return {each for each in found if each.split()[1] in own}


def _sockets(folder: Path) -> set[str]:
    own: set[str] = set()
    for each in folder.iterdir():
        # It may be closed meanwhile.
        with suppress(OSError):
            kind, _, number = str(each.readlink()).partition(":")
            own.update({number.strip("[]")} if kind == "socket" else ())
    return own


def _rows(table: Path) -> list[list[str]]:
    lines = table.read_text(encoding="ascii", errors="replace").splitlines() if table.exists() else []
    return [line.split() for line in lines[1:]]
