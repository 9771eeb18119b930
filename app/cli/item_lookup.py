"""Finds one item by the name that people use, in a list that comes whole or in pages."""

from typing import Any

from app.cli.center import Center
from app.cli.exit_status import CommandError, wrong_usage


def find(at: Center, path: str, kind: str, name: str, other: str) -> dict[str, Any] | None:
    """The item of this name, or of this `other` field, as several may have one name; None when there is none."""
    found: list[dict[str, Any]] = [item for item in at.get(path)["items"] if name in (item["name"], item[other])]
    if len(found) > 1:
        raise wrong_usage(f"Several {kind}s are called {name}: name one by its {other.replace('_', ' ')}")
    return found[0] if found else None


def exactly(at: Center, path: str, kind: str, name: str) -> dict[str, Any]:
    """The item of this name in a list of pages. Raises CommandError when there is none."""
    found = (item for page in at.pages(path, q=name) for item in page["items"] if item["name"] == name)
    if (item := next(found, None)) is None:
        raise CommandError(f"there is no {kind} called {name} (not_found)")
    return dict(item)


def get(at: Center, path: str, kind: str, name: str, other: str) -> dict[str, Any]:
    """As `find`. Raises CommandError when there is none."""
    found = find(at, path, kind, name, other)
    if found is None:
        raise CommandError(f"There is no {kind} {name}")
    return found
