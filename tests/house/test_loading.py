"""What is loaded on demand: a part is what its name means, whichever way its module was loaded first."""

import subprocess
import sys

import pytest

MENDING = "from dealer_app.showing import mending"
FIRST = [
    f"{MENDING}; found = mending.case",
    f"import dealer_app.showing.mending.case; {MENDING}; found = mending.case",
    "from dealer_app.showing.mending import case as found",
    f"{MENDING}; mending.overlay; import dealer_app.showing.mending.case; found = mending.case",
]


@pytest.mark.parametrize("words", FIRST)
def test_a_part_is_found_before_the_module_of_its_name(words: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", f"{words}; print(type(found).__name__)"], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "function"


@pytest.mark.parametrize("package", ["showing.play", "showing.mending", "showing.house", "rulebooks"])
def test_every_part_has_its_home(package: str) -> None:
    words = f"import dealer_app.{package} as it; print(set(it.HOMES) - set(it.__all__))"
    words += "; [getattr(it, name) for name in it.__all__]"
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "set()"


def test_a_part_that_is_not_there_is_said_so() -> None:
    from dealer_app.showing import mending  # noqa: PLC0415

    with pytest.raises(AttributeError, match=r"'dealer_app\.showing\.mending' has no attribute 'nothing'"):
        mending.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_a_first_picture_loads_no_engine_and_no_driver() -> None:
    words = (
        "import sys; import dealer_app.cli.run, dealer_app.windowed;"
        "print([name for name in sys.modules if name.startswith(('drivers', 'dealer_app.domain.round.decide',"
        " 'dealer_app.rulebooks.reading', 'cattrs', 'argon2', 'numpy', 'pandas'))])"
    )
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


@pytest.mark.parametrize("demonstrates", [True, False])
def test_what_a_window_says_of_its_devices_loads_no_driver(demonstrates: bool) -> None:
    words = (
        "import sys; from pathlib import Path; from dealer_app.table_devices import Devices, Wanted;"
        f"made = Devices(Wanted(folder=Path('.')), demonstrates={demonstrates}, station=None);"
        "print(len(made.kinds), [name for name in sys.modules if name.startswith('drivers')])"
    )
    said = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == f"{2 if demonstrates else 0} []"
