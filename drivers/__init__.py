"""The devices of the table: card shoes and dice tumblers, one folder a device.

Each folder has the framing (bytes in, observations out, no port), the driver that owns the port, and a
simulator that speaks the real bytes. A driver reports what a device says; whether it is true of the round is
the station's to judge.
"""
