"""Text files that commands read."""

import sys
from pathlib import Path

from app.cli.exit_status import wrong_usage


def read(file: Path) -> str:
    """The text of a file, of standard input for `-`. Raises CommandError for what is no UTF-8; OSError."""
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise wrong_usage(f"{file} is no text in UTF-8") from error
