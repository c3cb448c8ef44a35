"""The right side of the window: what to do now, and the one key that does it."""
