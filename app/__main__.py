"""`python -m app` is `usercenter`."""

import gc
import sys

gc.set_threshold(100_000)  # what is imported stays: looking through it again and again would be a seventh of a start

from app.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
