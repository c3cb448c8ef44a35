"""Paints the customer display: a window of its own for guests, without a pointer and without a key."""
