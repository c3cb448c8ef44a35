"""A screen of nobody, at no table, with an input of its own."""

from collections.abc import Callable

import pytest

from dealer_app.clock import Timestamp
from dealer_app.people.positions import load_positions
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.station.state import StationState
from dealer_app.texts import Language
from dealer_app.texts.texts import language_pair


@pytest.fixture
def make_context() -> Callable[[InputState], ScreenContext]:
    def make(input_state: InputState) -> ScreenContext:
        return ScreenContext(
            state=StationState(),
            rules=None,
            guide=None,
            approval_request=None,
            words=language_pair(Language.EN, Language.ZH_HANT),
            positions=load_positions(),
            moment=Timestamp(utc=0, offset=0, counter=0),
            terminal="table",
            input_state=input_state,
            day_text="2026-01-31",
        )

    return make
