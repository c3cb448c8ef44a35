"""Which thread looks for what nobody needs any more, each time that one does."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def watch_collections() -> Iterator[list[threading.Thread]]:
    threads: list[threading.Thread] = []

    def heard(phase: str, _: object) -> None:
        if phase == "start":
            threads.append(threading.current_thread())

    gc.callbacks.append(heard)
    try:
        yield threads
    finally:
        gc.callbacks.remove(heard)
