"""The evaluator of Review Desk: for evaluation only, never for diagnosis.

Standard library alone. Everything public is imported from here. The modules
behind it are read when the first name is asked for: the command, the window and
the evaluator's process import what they use themselves, and start sooner.
"""

import os
import sys

# "python -m evalcore" takes modules of the current folder first, which may be a study's
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if sys.argv[:1] == ["-m"] and sys.path[0] == os.getcwd() != _OURS:
    del sys.path[0]

from importlib.util import find_spec  # noqa: E402 (only now)
from typing import TYPE_CHECKING, Any  # noqa: E402

if TYPE_CHECKING:
    from .public import *  # noqa: F403 (the one list; a type checker reads it here)


def __getattr__(name: str) -> Any:
    """Return a public name, or ``__all__``; both come from ``public`` when they are asked for."""
    found: Any = None
    # "from . import files" asks for a name too, and must not bring all modules with it
    if name == "__all__" or not (name.startswith("_") or find_spec(f"{__name__}.{name}")):
        from . import public

        every = [one for one in vars(public) if not one.startswith("_")]
        found = every if name == "__all__" else getattr(public, name, None)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
