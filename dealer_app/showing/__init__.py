"""What a person sees and may touch, as frozen values: made from the state and the guide, and painted by a window.

`screen.screen(seeing)` is a pure function. Whatever can be pressed carries in it what that does (`acts`), so that a
widget decides nothing; what somebody has chosen or typed and not yet given is a value too (`fingers`). No Qt here.
"""
