"""Where the data of the program is: inside an installed package, beside it in a checkout."""

from __future__ import annotations

import functools
from pathlib import Path


@functools.cache
def resources_folder() -> Path:
    """The folder of icons and the sample study."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "resources"
    return installed if installed.is_dir() else package.parent / "resources"


def sample_study() -> list[str]:
    """The files of the sample study, the drafts first."""
    folder = resources_folder() / "sample-study"
    names = ("drafts.json", "return-1.json", "return-2.json", "claims.json")
    return [str(folder / name) for name in names]
