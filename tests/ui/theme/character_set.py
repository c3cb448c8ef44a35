"""Every character that the station can show: of all catalogues, layouts, clauses and rulebooks, and of the window."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[3]
RESOURCES = ROOT / "resources"
SPOKEN = ("dealer_app", "ui")


@cache
def visible_characters() -> str:
    """In the order of their numbers, without those that are not drawn."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(RESOURCES.rglob("*.toml"))]
    for folder in SPOKEN:
        for path in sorted((ROOT / folder).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            texts += [
                node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
    return "".join(sorted(character for character in set("".join(texts)) if character.isprintable()))
