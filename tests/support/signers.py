"""Who keys what at a screen in a test, and how little effort a PIN is hashed with there."""

from dealer_app.people.pins import HashEffort, Pin
from dealer_app.people.positions import Position
from dealer_app.screens.actions import Credentials, NewPersonKeyed

QUICK = HashEffort(memory_kibibytes=8, passes=1, lanes=1)
DEALER, SUPERVISOR = Credentials("D1", Pin("482913")), Credentials("S1", Pin("730264"))
CHIEF = Credentials("G1", Pin("591604"))
"""May do everything that is decided at a table."""
OTHER_CHIEF = Credentials("G2", Pin("820175"))
"""Decides what the first one has asked for himself."""
CASINO_MANAGER = Credentials("A1", Pin("264917"))
"""Of whom the MBS document speaks: has cards dealt by Method C."""
FOUNDERS = (
    NewPersonKeyed(badge="D1", name="Dealer 1", position=Position.DEALER, pin=DEALER.pin),
    NewPersonKeyed(badge="S1", name="Supervisor 1", position=Position.PIT_SUPERVISOR, pin=SUPERVISOR.pin),
)
PINS = {each.badge: each.pin.text for each in (DEALER, SUPERVISOR, CHIEF, OTHER_CHIEF, CASINO_MANAGER)}
