"""The four lamps: shoe, tumbler, journal and pit. The word is what the device is in, never just that all is well."""

from dealer_app.showing.absent_devices import absent_devices
from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import Panel
from dealer_app.showing.journal_seen import TONES
from dealer_app.showing.lines import Tone
from dealer_app.showing.play.labels import label
from dealer_app.showing.screen import Cell
from dealer_app.showing.seeing import Seeing
from dealer_app.station.listening.questions import Link

SHOE, TUMBLER = "shoe", "tumbler"


def lamps(seeing: Seeing) -> tuple[Cell, ...]:
    return (
        _device(seeing, SHOE),
        _device(seeing, TUMBLER),
        _lamp(seeing, "journal", seeing.journal.value, TONES[seeing.journal]),
        # This station speaks to no pit yet: all that the pit has to know is called out.
        _lamp(seeing, "pit", "not-linked", Tone.OFF),
    )


def shoe_fails(seeing: Seeing) -> bool:
    """Whether the shoe cannot be heard or is in error: then cards are keyed because it does not read them."""
    name = next((name for name, kind in seeing.devices.items() if kind == SHOE), None)
    known = None if name is None else seeing.state.listening.devices.get(name)
    return known is not None and (known.link is Link.LOST or bool(known.error))


def shoe_lost(seeing: Seeing) -> bool:
    """Whether nothing is heard of the shoe at all: it has not failed to read a card, it is not there."""
    name = next((name for name, kind in seeing.devices.items() if kind == SHOE), None)
    known = None if name is None else seeing.state.listening.devices.get(name)
    return known is not None and known.link is Link.LOST


def _device(seeing: Seeing, kind: str) -> Cell:
    name = next((name for name, is_kind in seeing.devices.items() if is_kind == kind), None)
    if name is None:
        missing = tuple(name for name, is_kind in absent_devices(seeing).items() if is_kind == kind)
        return _lost(seeing, kind, *missing) if missing else _lamp(seeing, kind, "not-used", Tone.OFF)
    listening = seeing.state.listening
    known = listening.devices.get(name)
    if known is None:
        return _lamp(seeing, kind, "waiting", Tone.ATTENTION)
    if known.refused:
        return _lamp(seeing, kind, "program-refused", Tone.STOP)
    if known.link is Link.LOST:
        return _lost(seeing, kind, name)
    if known.error:
        return _lamp(seeing, kind, "error", Tone.ATTENTION)
    if any(entry.device == name for entry in listening.row):
        return _lamp(seeing, kind, "held", Tone.ATTENTION)
    if known.simulated or name in seeing.simulated:
        return _lamp(seeing, kind, "simulated", Tone.SIMULATED)
    return _lamp(seeing, kind, "ready", Tone.GOOD)


def _lost(seeing: Seeing, kind: str, *names: str) -> Cell:
    """It cannot be heard; or it is not set up at this start, which comes to the same."""
    alone = any(name in each.devices for each in seeing.state.by_hand.values() for name in names)
    return _lamp(seeing, kind, "by-hand" if alone else "lost", Tone.STOP)


def _lamp(seeing: Seeing, name: str, word: str, tone: Tone) -> Cell:
    """In trouble it is touched: the reason, and what to do, stand behind it."""
    trouble = tone in (Tone.ATTENTION, Tone.STOP) and seeing.signed_in is not None
    return Cell(
        name=f"lamp:{name}",
        caption=label(seeing.words, f"lamp-{name}"),
        value=label(seeing.words, word).first,
        lamp=tone,
        act=Change(seeing.fingers.closed().but(panel=Panel.DEVICES)) if trouble else None,
    )
