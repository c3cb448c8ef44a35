"""The files that the station reads: rulebooks, clauses, layouts, words, fonts and sounds.

It is a package only so that an installed station finds them with `importlib.resources`. What they mean is
checked where they are loaded, in `dealer_app`; nothing here is code.
"""
