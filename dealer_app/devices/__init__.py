"""Listening to devices: what one says is an observation, and becomes a command, a question, an incident or a log line.

All but the desk is pure: frozen values in, frozen values out; time and chance come from outside.
"""
