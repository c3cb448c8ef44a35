"""Which tones come with a shape."""

from dealer_app.showing.lines import Tone


def marked(tone: Tone) -> bool:
    """Whether it has a shape of its own, beside its colour."""
    return tone not in {Tone.PLAIN, Tone.QUIET, Tone.WINNER}
