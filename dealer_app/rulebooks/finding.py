"""Finds a layout by its Appendix letter, and says which there are if there is none."""

from dealer_app.domain.rulebook import Layout, Rulebook


class UnknownLayoutError(Exception):
    """A letter that names no layout of the document, with what is right in one sentence."""


def layout_of(book: Rulebook, letter: str) -> Layout:
    found = book.layout(letter)
    if found is not None:
        return found
    letters = ", ".join(layout.letter for layout in book.layouts)
    pictured = next((layout.letter for layout in book.layouts if letter in layout.pictured_in), None)
    if pictured is not None:
        pictures = f"pictured in Appendix {letter} is layout {pictured}"
        raise UnknownLayoutError(f"{book.game} has the layouts {letters}; {pictures}")
    raise UnknownLayoutError(f"{book.game} has the layouts {letters}, not {shortened(letter)}")


def shortened(text: str) -> str:
    """What somebody wrote, quoted, and not longer than a line can bear."""
    return repr(text) if len(text) <= _QUOTED else f"{text[:_QUOTED]!r}..."


_QUOTED = 40
