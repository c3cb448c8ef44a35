"""Simulated devices speak the real bytes over a pty or TCP, so that the station's drivers run as they are."""
