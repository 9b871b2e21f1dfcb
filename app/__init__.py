"""Review Desk: the window; the only package that knows Qt."""

import os
import sys

# "python -m app" lets modules of the current folder, which may be a study's, come before all others
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
if sys.argv[:1] == ["-m"] and sys.path[0] == os.getcwd() != _OURS:
    del sys.path[0]
