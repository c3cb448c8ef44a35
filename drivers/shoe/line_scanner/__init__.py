"""A bar-code or character reader that sends a line for each card."""
