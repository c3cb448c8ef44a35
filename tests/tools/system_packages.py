"""Which of the system packages in packages.apt are missing on this machine.

They are looked for by the library or program they bring, not by asking the packager, so that the answer is
also right on a system with other package names. Nothing is installed here.
"""

import ctypes
import shutil
from collections.abc import Collection
from pathlib import Path

from msgspec import Struct

LIST = Path(__file__).parents[2] / "packages.apt"


class SystemPackage(Struct, frozen=True, kw_only=True):
    name: str
    brings: str
    needed_by: str


def read_packages(text: str) -> tuple[SystemPackage, ...]:
    packages = []
    for line in text.splitlines():
        name, _, remark = line.partition("#")
        if name.strip():
            brings, needed_by = remark.split()
            packages.append(SystemPackage(name=name.strip(), brings=brings, needed_by=needed_by))
    return tuple(packages)


def find_missing(needs: Collection[str]) -> tuple[str, ...]:
    """The names of the packages that `needs` ("window", "x11") asks for and that this machine lacks."""
    return tuple(
        package.name
        for package in read_packages(LIST.read_text(encoding="utf-8"))
        if package.needed_by in needs and not _is_there(package.brings)
    )


def _is_there(brings: str) -> bool:
    if ".so" not in brings:
        return shutil.which(brings) is not None
    try:
        ctypes.CDLL(brings)
    except OSError:
        return False
    return True
