"""Exact chances and house edges by enumeration: of a shoe of cards, full or with cards removed, and of three dice.

Every number is a Fraction of whole numbers counted out; it becomes decimals once, where it is written. Only `baccarat`
needs numpy, and is imported where odds are asked for: nothing that starts with the station imports it.
"""
