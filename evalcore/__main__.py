"""python -m evalcore."""

import sys

if __name__ == "__main__":
    try:
        from .cli import main

        code = main()
    except KeyboardInterrupt:  # before the command itself could take care of it
        code = 130
    sys.exit(code)
