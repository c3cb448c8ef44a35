"""What is checked before a table opens: devices, journal, the dealer who is signed in, and what follows after it."""

from collections.abc import Iterator

from dealer_app.people.standing import standing
from dealer_app.showing.acts import CheckDevices
from dealer_app.showing.blocks import Block, Control, Heading, Keys, Row, Rows
from dealer_app.showing.house.saying import say
from dealer_app.showing.journal_seen import TONES
from dealer_app.showing.lines import Tone
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put
from dealer_app.station.listening.questions import Link

_TESTED = "tested"


def checks(seeing: Seeing) -> tuple[Block, ...]:
    """Rows with a lamp and a word each, and the key by which the line of every device is opened anew."""
    tested = seeing.fingers.text(_TESTED)
    right = say(seeing, "tested-at", time=tested).first if tested else ""
    rows = Rows(rows=(*device_rows(seeing), *_others(seeing)), dense=True)
    return (Heading(text=say(seeing, "self-test"), right=right), rows, *_test_again(seeing))


def _test_again(seeing: Seeing) -> tuple[Block, ...]:
    if not seeing.devices:
        return ()
    test = Control(
        name="test-devices",
        label=say(seeing, "test-devices"),
        act=CheckDevices(then=seeing.fingers.typed(_TESTED, seeing.now_text)),
        icon="refresh",
    )
    return (Keys(controls=(test,), columns=1, spare=True),)


def device_rows(seeing: Seeing) -> Iterator[Row]:
    """The devices as the station hears them."""
    for name, kind in seeing.devices.items():
        known = seeing.state.listening.devices.get(name)
        if known is None:
            word, tone = "device-waits", Tone.ATTENTION
        elif known.refused:
            word, tone = "device-refused", Tone.STOP
        elif known.link is Link.LOST:
            word, tone = "device-lost", Tone.STOP
        elif known.error:
            word, tone = "device-error", Tone.ATTENTION
        else:
            simulated = known.simulated or name in seeing.simulated
            word, tone = ("device-simulated", Tone.SIMULATED) if simulated else ("device-ready", Tone.GOOD)
        lines = (known.error,) if known is not None and known.error else ()
        yield Row(
            name=f"device:{name}",
            title=say(seeing, f"device-kind-{kind}").first,
            lines=lines,
            right=say(seeing, word).first,
            tone=tone,
        )
    if not seeing.devices:
        yield Row(
            name="device:none",
            title=say(seeing, "no-devices").first,
            right=say(seeing, "device-by-hand").first,
            tone=Tone.OFF,
        )


def _others(seeing: Seeing) -> Iterator[Row]:
    running = seeing.state.running
    yield Row(
        name="journal",
        title=say(seeing, "journal").first,
        right=(put(seeing.words, "play", seeing.journal.value) if running else say(seeing, "journal-stopped")).first,
        tone=TONES[seeing.journal] if running else Tone.STOP,
    )
    who = seeing.signed_in
    if who is not None:
        held = standing(seeing.state.people, who.badge, seeing.moment)
        yield Row(
            name="dealer",
            title=who.name,
            right=seeing.words.first.position(held[-1]) if held else "",
            tone=Tone.GOOD,
        )
