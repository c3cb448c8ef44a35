"""The dice as they are keyed: a digit each, and of each whether it lies flat."""

from dealer_app.showing.fingers import Fingers

FACES = "123456"
DICE = 3
COCKED = "cocked"


def typed_dice(fingers: Fingers) -> tuple[tuple[int, bool], ...]:
    """What is keyed so far: faces, and whether each lies flat."""
    faces = (int(face) for face in fingers.dice[:DICE] if face in FACES)
    return tuple((face, fingers.pick(flat_pick(place)) != COCKED) for place, face in enumerate(faces))


def flat_pick(place: int) -> str:
    return f"flat:{place}"
