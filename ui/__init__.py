"""The dealer's window, the customer display and every other thing that is painted.

Widgets render what the guide and the projections say and hand the dealer's touches to the station as intents.
No rule of a game, no amount and no device is known here: what may be pressed is the guide's answer.
"""
