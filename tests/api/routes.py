"""Reads `routes.txt`, which describes every operation."""

from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).with_name("routes.txt")


@dataclass(frozen=True)
class Route:
    """`changes`: "one" or "many" things; None if nothing. `who`: may call it."""

    changes: str | None
    who: str


def routes() -> dict[str, Route]:
    """`METHOD path` → route."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(" -> ", 1) for line in lines if line and not line.startswith("#"))
    return dict(_route(left.split(), who) for left, who in pairs)


def _route(left: list[str], who: str) -> tuple[str, Route]:
    method, path, *changes = left
    return f"{method} {path}", Route(changes[0] if changes else None, who.strip())
