"""Why something is refused to one person alone: screens and terminals ask a second one to the same place for it."""

SECOND = "second-needed"
EACH, WHILE_LOST, WITHOUT_DEVICE = "second-needed-each", "second-needed-while-lost", "second-needed-without-device"
"""What is keyed in a device's place: each, or once for as long as no device is heard, or where none is set up."""
STANDING = (WHILE_LOST, WITHOUT_DEVICE)
SECOND_NEEDED = (SECOND, EACH, *STANDING)
