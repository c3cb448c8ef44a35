"""How the devices are, in every list of them: called by what they are, with lamp, reason and what to do."""

import pytest

from dealer_app.device_questions import DeviceIdentity, DeviceRecord, Link, ListeningState
from dealer_app.devices.incidents import TOO_MANY
from dealer_app.domain.values import replace
from dealer_app.screens.actions import AskDevice
from dealer_app.screens.blocks import Tone
from dealer_app.screens.event_texts import event_actor, event_text
from dealer_app.screens.house.table_opening import device_rows
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.timeline import TimelineEvent
from dealer_app.station_events import DeviceIncident, Incident
from tests.screens.irregularity_hands import panel
from tests.screens.irregularity_screens import find_control, part_controls, part_rows
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context

PROGRAM = DeviceIdentity(port="/dev/pts/3", simulated=True)


@pytest.mark.parametrize(
    ("device", "tone", "asked"),
    [
        (DeviceRecord(link=Link.CONNECTED), Tone.GOOD, {"poll", "lock", "unlock"}),
        (DeviceRecord(link=Link.CONNECTED, error="cannot-read E1"), Tone.ATTENTION, {"poll", "cancel-error"}),
        (DeviceRecord(link=Link.CONNECTED, error="garbled 9600"), Tone.ATTENTION, {"poll"}),
        (DeviceRecord(link=Link.CONNECTED, error=TOO_MANY), Tone.ATTENTION, {"poll"}),
        (DeviceRecord(link=Link.CONNECTED, identity=PROGRAM), Tone.SIMULATED, {"poll", "lock", "unlock"}),
        (DeviceRecord(link=Link.LOST, identity=PROGRAM, refused=True), Tone.STOP, set()),
        (DeviceRecord(link=Link.LOST), Tone.STOP, set()),
    ],
)
def test_a_device_is_shown_with_its_lamp_its_reason_and_what_to_do(
    device: DeviceRecord, tone: Tone, asked: set[str]
) -> None:
    table = RoundTable(V4).close()
    listening = ListeningState(devices={"shoe 1": device})
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.DEVICES), listening=listening)
    shown = panel(replace(context, devices={"shoe 1": "shoe"}))
    assert next(part_rows(shown)).tone is tone
    acts = {one.name: one.act for one in part_controls(shown) if one.name.startswith("device:shoe 1:")}
    assert {name.rpartition(":")[2] for name in acts} >= asked
    assert all(isinstance(act, AskDevice) for act in acts.values())
    assert find_control(shown, "by-hand").act is not None


def test_no_list_of_devices_calls_one_by_the_name_it_was_set_up_by() -> None:
    known = ListeningState(devices={"angel_eye": DeviceRecord(link=Link.LOST)})
    table = RoundTable(V4)
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.DEVICES), listening=known)
    context = replace(context, devices={"angel_eye": "shoe"})
    (row,) = [row for row in part_rows(panel(context)) if row.name == "device:angel_eye"]
    assert row.title == "The shoe"
    (checked,) = device_rows(context)
    assert checked.title == "Card shoe"
    event = DeviceIncident(device="angel_eye", incident=Incident.LOST, detail="")
    happened = TimelineEvent(event=event, utc=0, offset=0, badge="", position="")
    assert event_text(context, happened).first.startswith("The shoe")
    assert event_actor(context, happened) == "The shoe"
