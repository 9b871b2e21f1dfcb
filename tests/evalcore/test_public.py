"""What can be imported from evalcore, and that nothing is read for it before it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import evalcore
from evalcore import public

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", evalcore.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(evalcore, name) is getattr(public, name)


def test_the_public_names_are_told_in_both_places() -> None:
    assert evalcore.__all__ == public.__all__


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = evalcore.tally_everything


def test_one_module_does_not_bring_the_others_with_it() -> None:
    code = (
        "import sys, evalcore.vocabulary\n"
        "print(*sorted(name for name in sys.modules if name.startswith('evalcore')))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["evalcore", "evalcore.vocabulary"]
