"""Who works at the station: accounts, PINs, positions, sessions and approvals.

All but the reading of the positions' file and the work on PINs is pure: decisions give events or a refusal, one fold
applies them; time, chance and identity come in from outside.
"""
