#!/usr/bin/env python3
"""Everything a person does with this checkout: python3 dev.py run | test | bundle | ...

It needs Python 3.11 or later and nothing else; `python3 dev.py --help` says more.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit(
        "dev.py: Python 3.11 or later is needed, this is %d.%d. "
        "Start dev.py with a later one, for example python3.11." % sys.version_info[:2]
    )

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from tools.commands import main

if __name__ == "__main__":
    sys.exit(main())
