"""What the stop screen says, made while all is well: nothing is asked of the program when it has failed."""

from dealer_app.domain.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StopTexts:
    """Title and what to do in both languages, and the word before the code."""

    title: tuple[str, str]
    what_to_do: tuple[str, str]
    code: str
