"""The station at a terminal: typed commands of known people, and the sittings in which two people decide something.

What may be done is decided by the station; here it is only asked for, shown and passed on.
"""
