"""Exact chances and house edges by enumeration: of a shoe of cards, full or with cards removed, and of three dice.

Every number is a Fraction of whole numbers counted out; it becomes decimals once, where it is written. Only `draws` and
`shoe_odds` need numpy, and whoever wants them imports them when asked: nothing that starts with the station does.
"""
