"""`python -m hexless` is the `hexless` command."""

import sys

if __name__ == "__main__":
    try:
        from hexless.cli import main
    except KeyboardInterrupt:  # before anything was begun
        sys.exit(130)
    sys.exit(main())
