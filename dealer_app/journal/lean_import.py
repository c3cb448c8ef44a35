"""sqlite-utils without the libraries that it takes in if it finds them: a first start does not wait for arrays."""

import importlib
import sys
from types import ModuleType

_TAKEN_IN = ("numpy", "pandas")


def sqlite_utils() -> ModuleType:
    """The package, imported at its first use; what it would take in is out of its sight, unless it is loaded."""
    hidden = [name for name in _TAKEN_IN if name not in sys.modules]
    for name in hidden:
        # What stands so among the modules cannot be imported.
        sys.modules[name] = None  # type: ignore[assignment]
    try:
        return importlib.import_module("sqlite_utils")
    finally:
        for name in hidden:
            del sys.modules[name]
