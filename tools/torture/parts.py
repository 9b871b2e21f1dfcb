"""The parts of the torture run, in one place, and what each of them reports.

To add a part: write a module with ``run(plan: Plan) -> Result`` and name it in ``PARTS``.
``python3 dev.py torture`` runs it with ``plan.sample`` false; ``tests/test_torture.py``
runs its sample.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast

PARTS = {
    "bad-input": "tools.torture.bad_input",
    "odd-files": "tools.torture.odd_files",
    "window-input": "tools.torture.window_input",
    "write-faults": "tools.torture.write_faults",
    "places": "tools.torture.places",
    "kills": "tools.torture.kills",
    "soak": "tools.torture.soak",
    "leaks": "tools.torture.leaks",
    "disclosure": "tools.torture.disclosure",
}
"""The module of each part by its name."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a part is run. ``folder`` is empty and the part's own; ``seed`` settles all draws."""

    folder: Path
    sample: bool = False
    seed: int = 1

    def size(self, full: int, sample: int) -> int:
        """Return one of two sizes."""
        return sample if self.sample else full


@dataclass(slots=True)
class Result:
    """What a part did, in figures with their names, and what it found wrong; nothing, if well."""

    figures: dict[str, str | int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """What could not be tried here, and why."""


class Part(Protocol):
    """What the module of a part has."""

    def run(self, plan: Plan) -> Result: ...


def load(name: str) -> Part:
    """Return the module of a part; those without a window import no Qt."""
    return cast(Part, importlib.import_module(PARTS[name]))
