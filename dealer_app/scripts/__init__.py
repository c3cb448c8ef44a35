"""A table played through the guide: from the keyboard, from a script, or by a dealer who acts by chance and errs.

Chance lives here and never in the domain. What is right is only ever asked of `decide` and `guide`.
"""
