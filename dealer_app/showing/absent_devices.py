"""The devices that the open table has had and this start has not: for the lamps and the list of devices."""

from collections.abc import Mapping

from dealer_app.showing.seeing import Seeing
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.set_up import absent


def absent_devices(seeing: Seeing) -> Mapping[str, str]:
    """What each is, by its name. One of which a journal of before does not say it is what the game uses."""
    set_up, here = seeing.state.set_up, {name: DeviceKind(kind) for name, kind in seeing.devices.items()}
    dice = seeing.rules is not None and seeing.rules.book.dice is not None
    used = DeviceKind.TUMBLER if dice else DeviceKind.SHOE
    return {
        name: kind.value
        for kind in DeviceKind
        for name in absent(set_up, here, kind)
        if (set_up.at_table[name] or used) is kind
    }
