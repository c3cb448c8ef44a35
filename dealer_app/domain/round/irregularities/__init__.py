"""Irregularities: what can be reported, the case that it opens, and how the needs of a case are met."""
