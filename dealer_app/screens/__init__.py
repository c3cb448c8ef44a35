"""What a person sees and may touch, as frozen values: made from the state and the guide, and painted by a window.

`build_screen` is a pure function. Each control carries in it what it does (`actions`), so that a widget decides
nothing; what somebody has chosen or typed and not yet given is a value too (`InputState`). No Qt here.
"""
