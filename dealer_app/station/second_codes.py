"""Why something is refused to one person alone: screens and terminals ask a second one to the same place for it."""

SECOND = "second-needed"
EACH, WHILE_LOST, WITHOUT_DEVICE = "second-needed-each", "second-needed-while-lost", "second-needed-without-device"
NOT_SET_UP = "second-needed-not-set-up"
"""What is keyed in a device's place: each, or once for as long as no device is heard, or where the table has none.

NOT_SET_UP is where the station was started without the device that the open table has had.
"""
STANDING = (WHILE_LOST, WITHOUT_DEVICE, NOT_SET_UP)
SECOND_NEEDED = (SECOND, EACH, *STANDING)
