"""What kinds of devices there are at a table."""

from enum import Enum


class DeviceKind(Enum):
    SHOE = "shoe"
    TUMBLER = "tumbler"
