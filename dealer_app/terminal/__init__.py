"""The station at a terminal: typed commands of known people, and the sittings in which two people decide something.

What may be done is decided by the station; here is only asked, told and passed on.
"""
