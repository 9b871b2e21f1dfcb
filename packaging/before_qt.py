"""Runs in the bundled window before anything of Qt is loaded."""

import sys

from app.platform.system_libraries import require

require(sys.argv[1:])
