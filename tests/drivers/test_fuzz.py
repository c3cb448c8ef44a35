"""A bounded run of the fuzzer; `make fuzz` runs a million inputs."""

import random

import pytest

from drivers.shoe.angel_eye.protocol import AngelEyeFraming
from tests.drivers.framing_streams import DEVICES, DeviceStream
from tests.drivers.fuzz_framing import Fuzzer

INPUTS = 1_000


@pytest.mark.parametrize("device", DEVICES, ids=lambda device: device.name)
def test_no_input_makes_a_framing_raise_swell_or_go_deaf(device: DeviceStream) -> None:
    fuzzer = Fuzzer(device=device, chance=random.Random(5))
    fuzzer.run(INPUTS)
    # It finds its way into the code by itself: an idle fuzzer would prove nothing.
    assert len(fuzzer.corpus) > 1


class Forgetful(AngelEyeFraming):
    """Loses what waits in its buffer whenever bytes come."""

    def feed(self, data: bytes) -> tuple[object, ...]:  # type: ignore[override]
        self._buffer.clear()
        return super().feed(data)


class Brittle(AngelEyeFraming):
    """Raises on two bytes that no device sends in this order."""

    def feed(self, data: bytes) -> tuple[object, ...]:  # type: ignore[override]
        if b"\x15\x06" in data:
            raise IndexError(data)
        return super().feed(data)


@pytest.mark.parametrize("broken", [Forgetful, Brittle])
def test_the_fuzzer_finds_a_framing_that_is_broken(broken: type[AngelEyeFraming]) -> None:
    (good,) = (device for device in DEVICES if device.name == "angel_eye")
    device = DeviceStream(name="broken", framing=broken, frames=good.frames, checked=True, longest=good.longest)
    with pytest.raises(AssertionError, match="broken"):
        Fuzzer(device=device, chance=random.Random(5)).run(5_000)
