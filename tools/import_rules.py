"""Which module may import which: the rules of the README's architecture part, from the syntax tree.

``breaches`` takes a module's name and source, so that the rules can be tried on
examples; nothing is imported or run.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass

QT = ("PySide6", "shiboken6")
OUTSIDE_APP = (*QT, "fontpkg", "fontpkg_inter")
OTHER_BINDINGS = ("PyQt4", "PyQt5", "PyQt6", "PySide", "PySide2", "qtpy")
DYNAMIC = ("import_module", "__import__")
# Each room, and the only rooms that may import it.
DOORS = {
    "__main__": (),
    "application": ("__main__",),
    "main_window": ("application",),
    "presenter": ("main_window",),
    "return_commands": ("main_window",),
    "release_commands": ("main_window",),
    "pages": ("main_window", "window_pages", "presenter", "return_commands"),
}
PAGE_BASE = "page"  # app/pages/page.py, what all pages are made from
ABOVE_MODELS = ("delegates", "widgets", "pages", "main_window", "application", "session")
FOR_DELEGATES = (
    *("app.models.roles", "app.models.file_roles", "app.models.columns"),
    *("app.theme", "app.icons"),
)


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name, absolute. ``star`` and ``unknown`` are ways to hide one."""

    name: str
    line: int
    star: bool = False
    unknown: bool = False

    def within(self, *packages: str) -> bool:
        return any(f"{self.name}.".startswith(f"{package}.") for package in packages)


def imports(module: str, source: str, *, package: bool = False) -> Iterator[Import]:
    """Yield all imports of a module, wherever they stand: in functions, under TYPE_CHECKING.

    ``module`` is the dotted name; ``package`` says that it is an __init__.py,
    from which relative imports count differently.
    """
    here = module if package else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(here, node.level, node.module or "")
            for alias in node.names:
                star = alias.name == "*"
                name = base if star else f"{base}.{alias.name}"
                yield Import(name, node.lineno, star=star)
        elif isinstance(node, ast.Call) and _called(node) in DYNAMIC:
            yield _dynamic(here, node)


def _absolute(here: str, level: int, name: str) -> str:
    if level == 0:
        return name
    parts = here.split(".")
    base = ".".join(parts[: len(parts) - level + 1])
    return f"{base}.{name}" if name else base


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _dynamic(here: str, node: ast.Call) -> Import:
    named = [word.value for word in node.keywords if word.arg == "name"]
    first = next(iter([*node.args, *named]), None)
    if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return Import("", node.lineno, unknown=True)
    name = first.value.lstrip(".")
    return Import(_absolute(here, len(first.value) - len(name), name), node.lineno)


def breaches(module: str, source: str, *, package: bool = False) -> list[str]:
    """Return a sentence for each broken rule: where, what, and what to do instead."""
    rules = _evalcore if module.split(".")[0] == "evalcore" else _app
    found = []
    for item in imports(module, source, package=package):
        advice = _hidden(item) or rules(module, item)
        if advice:
            found.append(f"{module}, line {item.line}, imports {item.name or '?'}: {advice}")
    return found


def _hidden(item: Import) -> str:
    if item.star:
        return "name what is imported instead of *"
    if item.unknown:
        return "import by a literal name, so that this rule can be checked"
    return ""


def _evalcore(module: str, item: Import) -> str:
    if item.within("app"):
        return "evalcore never knows the window; move what both need into evalcore"
    if not item.within("evalcore", *sys.stdlib_module_names):
        return "evalcore is the standard library alone; write it with that, or put it into app"
    return ""


def _app(module: str, item: Import) -> str:
    if item.within(*OTHER_BINDINGS):
        return "PySide6 is the only Qt here; import it directly"
    if not item.within("app", "evalcore", *OUTSIDE_APP, *sys.stdlib_module_names):
        return "app needs PySide6 and its font alone; do without, or add it to pyproject.toml"
    room = _room(module)
    return _door(module, room, item) or _room_rule(module, room, item)


def _room(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "app" else ""


def _door(module: str, room: str, item: Import) -> str:
    entered = _room(item.name)
    if entered not in DOORS:
        return ""
    if entered == room and entered != "pages":
        return ""
    if entered == room:
        page, other = module.split(".")[2:3], item.name.split(".")[2:3]
        if page in ([], other) or other == [PAGE_BASE]:
            return ""
        return "pages do not know each other; put what they share into widgets or models"
    if room in DOORS[entered]:
        return ""
    allowed = " or ".join(DOORS[entered]) or "nobody"
    return (
        f"only {allowed} may import {entered}; send a signal, or take what is needed as an "
        "argument of the constructor"
    )


def _room_rule(module: str, room: str, item: Import) -> str:
    if room == "models":
        if item.within("PySide6.QtWidgets"):
            return "models know no QtWidgets; use QtCore and QtGui, and leave widgets to pages"
        if _room(item.name) in ABOVE_MODELS:
            return "models know nothing of what shows them; give them data instead"
    elif room == "delegates":
        if item.within("evalcore"):
            return "delegates paint from roles alone; let the model give the value as a role"
        if item.within("app") and not item.within("app.delegates", *FOR_DELEGATES):
            return (
                "delegates know roles, columns, theme and icons alone; move the name into "
                "app/models/roles.py, or let the model give the value as a role"
            )
    elif room == "export":
        if item.within(*QT) and "pdf" not in module.rpartition(".")[2]:
            return (
                "export that renders text knows no Qt; only a module with pdf in its name may, "
                "and the page takes the snapshot"
            )
        if item.within("app.widgets", "app.models", "app.delegates"):
            return "export works on a snapshot; let the page make it and hand it over"
    elif room == "job_runner" and item.within("evalcore"):
        return "job_runner runs any callable and knows no evalcore; hand it the function"
    return ""
