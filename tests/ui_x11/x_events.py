"""A hand at an X server, in a process of its own: keys and the pointer come through XTEST as from a real device.

Read from the standard input, a line each: `key Return`, `keys 5 0 0`, `click 100 200`, `hold minus 1.1`. Each is
answered by `done` once the server has taken it.
"""

import sys
import time
from collections.abc import Callable, Mapping

from Xlib import XK, X, display
from Xlib.ext import xtest

_BETWEEN_SECONDS = 0.01


class XInput:
    def __init__(self) -> None:
        self._display = display.Display()

    def key(self, name: str) -> None:
        self._press(name)
        self._release(name)

    def keys(self, *names: str) -> None:
        for name in names:
            self.key(name)

    def hold(self, name: str, seconds: str) -> None:
        self._press(name)
        time.sleep(float(seconds))
        self._release(name)

    def click(self, left: str, top: str) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=int(left), y=int(top))
        self._sync()
        xtest.fake_input(self._display, X.ButtonPress, 1)
        self._sync()
        xtest.fake_input(self._display, X.ButtonRelease, 1)
        self._sync()

    def _press(self, name: str) -> None:
        xtest.fake_input(self._display, X.KeyPress, self._code(name))
        self._sync()

    def _release(self, name: str) -> None:
        xtest.fake_input(self._display, X.KeyRelease, self._code(name))
        self._sync()

    def _code(self, name: str) -> int:
        code: int = self._display.keysym_to_keycode(XK.string_to_keysym(name))
        assert code, f"this keyboard has no key {name}"
        return code

    def _sync(self) -> None:
        self._display.sync()
        time.sleep(_BETWEEN_SECONDS)


def main() -> None:
    hand = XInput()
    does: Mapping[str, Callable[..., None]] = {
        "key": hand.key,
        "keys": hand.keys,
        "hold": hand.hold,
        "click": hand.click,
    }
    for line in sys.stdin:
        word, *rest = line.split()
        does[word](*rest)
        print("done", flush=True)


if __name__ == "__main__":
    main()
