"""The start of the bundled command line."""

import sys

from evalcore.__main__ import review_desk_cli

sys.exit(review_desk_cli())
