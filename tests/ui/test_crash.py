"""What a fault is called: by the module and the line it came from, the same on every computer."""

import re
from types import CodeType, FunctionType

import pytest

from ui.stop_screen import fault_code, fault_place

FAULT = "def fails():\n    raise ValueError('a fault')\n"
CALLS = "def calls():\n    called()\n"


def fault_of(module: str, file: str, *, under: tuple[str, str] | None = None) -> ValueError:
    """As it comes out of a function of this module in this file; `under` is the module and file that called it."""
    fails = _function(FAULT, module, file)
    if under is not None:
        fails = _function(CALLS, *under, called=fails)
    with pytest.raises(ValueError, match="a fault") as caught:
        fails()
    problem = caught.value
    assert problem.__traceback__ is not None
    # Without the frame of this test.
    return problem.with_traceback(problem.__traceback__.tb_next)


def _function(source: str, module: str, file: str, **names: object) -> FunctionType:
    whole = compile(source, file, "exec")
    code = next(each for each in whole.co_consts if isinstance(each, CodeType))
    return FunctionType(code, {"__name__": module, "ValueError": ValueError, **names})


@pytest.mark.parametrize(
    "file", ["/home/alice/table-7/ui/window.py", "/opt/dealer_app/ui/window.py", "C:\\Station\\ui\\window.py"]
)
def test_a_place_is_told_by_its_module_and_no_folder(file: str) -> None:
    assert fault_place(fault_of("ui.window", file)) == "ui.window:2 fails"


def test_the_same_fault_has_the_same_code_wherever_the_station_is_installed() -> None:
    codes = {
        fault_code(fault_of("ui.window", f"{folder}/ui/window.py")) for folder in ("/home/alice/table-7", "/srv/b")
    }
    (code,) = codes
    assert re.fullmatch(r"[0-9A-F]{6}", code)
    assert code != fault_code(fault_of("ui.page", "/srv/b/ui/window.py"))


def test_what_is_installed_beneath_the_station_is_not_ours() -> None:
    """The innermost place of ours is told, not that of a library in the station's own folder."""
    library = "/srv/dealer_app/.venv/lib/python3/site-packages/serial/posix.py"
    problem = fault_of("serial.posix", library, under=("drivers.port", "/srv/dealer_app/drivers/port.py"))
    assert fault_place(problem) == "drivers.port:2 calls"
    assert fault_place(fault_of("uiautomation", "/srv/ui/there.py")) == "uiautomation:2 fails"


def test_what_never_was_anywhere_is_nowhere() -> None:
    assert fault_place(ValueError()) == "nowhere"
    assert fault_code(ValueError()) != fault_code(TypeError())
