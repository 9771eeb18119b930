"""Where the built files of the console are."""

from pathlib import Path

START = "index.html"
_PACKAGED = Path(__file__).parents[1] / "console"
"""In the wheel."""


def root(directory: Path) -> Path:
    """The directory of the setting, else the one in the wheel."""
    return (directory if directory.is_dir() else _PACKAGED).resolve()


def are_built(directory: Path) -> bool:
    """False when `/` has no page to show."""
    return (root(directory) / START).is_file()
