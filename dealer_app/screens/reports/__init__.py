"""Reports at the window: chosen, looked at, saved and printed."""
