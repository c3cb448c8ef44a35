"""How the devices are, in every list of them: called by what they are, with lamp, reason and what to do."""

import pytest

from dealer_app.domain.values import replace
from dealer_app.showing.acts import AskDevice
from dealer_app.showing.chronicle import Happened
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.house.opening_checks import device_rows
from dealer_app.showing.lines import Tone
from dealer_app.showing.told import actor, told
from dealer_app.station.device_incidents import TOO_MANY
from dealer_app.station.facts import DeviceIncident, Incident
from dealer_app.station.listening.identity import Identity
from dealer_app.station.listening.questions import KnownDevice, Link, Listening
from tests.support.mending_hands import panel
from tests.support.mending_screens import control, controls_of, rows_of, seen
from tests.support.rounds import V4, Seated

PROGRAM = Identity(port="/dev/pts/3", simulated=True)


@pytest.mark.parametrize(
    ("device", "tone", "asked"),
    [
        (KnownDevice(link=Link.CONNECTED), Tone.GOOD, {"poll", "lock", "unlock"}),
        (KnownDevice(link=Link.CONNECTED, error="cannot-read E1"), Tone.ATTENTION, {"poll", "cancel-error"}),
        (KnownDevice(link=Link.CONNECTED, error="garbled 9600"), Tone.ATTENTION, {"poll"}),
        (KnownDevice(link=Link.CONNECTED, error=TOO_MANY), Tone.ATTENTION, {"poll"}),
        (KnownDevice(link=Link.CONNECTED, identity=PROGRAM), Tone.SIMULATED, {"poll", "lock", "unlock"}),
        (KnownDevice(link=Link.LOST, identity=PROGRAM, refused=True), Tone.STOP, set()),
        (KnownDevice(link=Link.LOST), Tone.STOP, set()),
    ],
)
def test_a_device_is_shown_with_its_lamp_its_reason_and_what_to_do(
    device: KnownDevice, tone: Tone, asked: set[str]
) -> None:
    table = Seated(V4).close()
    listening = Listening(devices={"shoe 1": device})
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.DEVICES), listening=listening)
    shown = panel(replace(seeing, devices={"shoe 1": "shoe"}))
    assert next(rows_of(shown)).tone is tone
    acts = {one.name: one.act for one in controls_of(shown) if one.name.startswith("device:shoe 1:")}
    assert {name.rpartition(":")[2] for name in acts} >= asked
    assert all(isinstance(act, AskDevice) for act in acts.values())
    assert control(shown, "by-hand").act is not None


def test_no_list_of_devices_calls_one_by_the_name_it_was_set_up_by() -> None:
    known = Listening(devices={"angel_eye": KnownDevice(link=Link.LOST)})
    table = Seated(V4)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.DEVICES), listening=known)
    seeing = replace(seeing, devices={"angel_eye": "shoe"})
    (row,) = [row for row in rows_of(panel(seeing)) if row.name == "device:angel_eye"]
    assert row.title == "The shoe"
    (checked,) = device_rows(seeing)
    assert checked.title == "Card shoe"
    event = DeviceIncident(device="angel_eye", incident=Incident.LOST, detail="")
    happened = Happened(event=event, utc=0, offset=0, badge="", position="")
    assert told(seeing, happened).first.startswith("The shoe")
    assert actor(seeing, happened) == "The shoe"
