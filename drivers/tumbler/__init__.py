"""The dice tumblers, one folder a device."""
