"""Judges rounds kept as JSON lines, without a screen: the work of `dealer-station audit`.

The format is described in docs/audit-format.md. A line that cannot be judged becomes an error line and never stops
the rest.
"""
