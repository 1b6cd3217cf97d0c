"""`python -m hexless` is the `hexless` command."""

import sys

from hexless.cli import main

if __name__ == "__main__":
    sys.exit(main())
