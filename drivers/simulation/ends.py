"""The end that a simulated device has on this system: a pseudo-terminal, and where there is none a TCP server."""

import sys
from pathlib import Path

from drivers.simulation.line import End
from drivers.simulation.tcp_end import TcpEnd

if sys.platform != "win32":
    from drivers.simulation.pty_end import PtyEnd


def usual_end(link: Path) -> End:
    """Under this link it is found again when it was unplugged: the number of a pseudo-terminal goes to the next."""
    if sys.platform == "win32":
        return TcpEnd()
    return PtyEnd(link)
