"""docs/console.md: each operation of the API with the screens of the console that send it, or with why none does.

`python -m tests.architecture.console_page FILE` writes the page (`make documents`). It fails for an operation that has
neither a screen nor a reason in no_screen.yaml.
"""

import re
import sys
from collections import defaultdict
from fnmatch import fnmatchcase
from pathlib import Path

import yaml

from tests.architecture.console_calls import SOURCES, Declaration, calls_from, operations

_REASONS = Path(__file__).with_name("no_screen.yaml")
_ROUTER = SOURCES / "app/router.tsx"
_ROUTE = re.compile(r'(?m)^( *).*?(?:path: "([^"]+)"|index: true)')
_AROUND: dict[str, set[Declaration]] = {
    "signing in": {
        (SOURCES / "features/identity/SignIn.tsx", "SignIn"),
        (SOURCES / "app/RequireSession.tsx", "Reauthentication"),
    }
    | {(SOURCES / f"features/identity/{name}.tsx", "default") for name in ("FirstPassword", "FirstFactor")},
    "the frame of every page": {(SOURCES / "app/Frame.tsx", "default"), (SOURCES / "api/session.ts", "sessionQuery")},
}
_MOST = 4
HEAD = """# The console and the API

This page is written from the console's sources and `docs/openapi.json` (`make documents`). Do not edit it here.

For who adds an operation or a screen: which screen sends which operation, and why some have none. The reasons stand in
`tests/architecture/no_screen.yaml`; an operation with neither a screen nor a reason fails the check of the documents.
"""


def screens() -> dict[str, set[Declaration]]:
    """Address of a screen → its components, as the router has them."""
    source = _ROUTER.read_text(encoding="utf-8")
    found: dict[str, set[Declaration]] = {}
    above: list[tuple[int, str]] = []
    routes = list(_ROUTE.finditer(source))
    for route, following in zip(routes, [*routes[1:], None], strict=True):
        indent, path = len(route[1]), route[2] or ""
        above = [(of, parent) for of, parent in above if of < indent and not path.startswith("/")]
        address = "/".join([*(parent for _, parent in above[-1:]), path]).replace("//", "/").rstrip("/") or "/"
        above.append((indent, address))
        own = source[route.end() : following.start() if following else len(source)]
        found.setdefault(address, set()).update((_ROUTER, name) for name in re.findall(r"[<{]([A-Z]\w+)", own))
    return {address: roots for address, roots in found.items() if address != "*"}


def senders() -> dict[str, list[str]]:
    """Operation → what of the console sends it; the frame stands for all that is in it."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, roots in _AROUND.items():
        for operation in calls_from(roots):
            found[operation].append(name)
    for address, roots in screens().items():
        for operation in calls_from(roots):
            if "the frame of every page" not in found[operation]:
                found[operation].append(f"`{address}`")
    return found


def page(reasons: dict[str, list[str]]) -> str:
    """The whole page. `reasons`: why no screen sends an operation → patterns of operations.

    Raises ValueError with every operation that has neither a screen nor a reason."""
    sent = senders()
    without: dict[str, list[str]] = {why: [] for why in reasons}
    unexplained: list[str] = []
    for operation in (each for each in operations() if each not in sent):
        named = (why for why, each in reasons.items() if any(fnmatchcase(operation, pattern) for pattern in each))
        without.get(next(named, ""), unexplained).append(operation)
    if unexplained:
        raise ValueError(f"no screen sends these, and {_REASONS.name} gives no reason: {unexplained}")
    rows = [_row(operation, _some(sent[operation])) for operation in operations() if operation in sent]
    left_out = [_row(operation, why) for why, named in without.items() for operation in named]
    head = "| Operation | Does | {} |\n| --- | --- | --- |".format
    return "\n".join(
        [
            f"{HEAD}\n## On a screen: {len(rows)}\n\n{head('Sent by')}",
            *rows,
            f"\n## On none: {len(left_out)}\n\n{head('Why not')}",
            *left_out,
            "",
        ]
    )


def _row(operation: str, last: str) -> str:
    return f"| `{operation.replace('/api/v1/', '/')}` | {operations()[operation]} | {last} |"


def _some(names: list[str]) -> str:
    more = len(names) - _MOST
    return ", ".join(names[:_MOST]) + (f" and {more} more" if more > 0 else "")


def reasons() -> dict[str, list[str]]:
    """Those of no_screen.yaml."""
    found: dict[str, list[str]] = yaml.safe_load(_REASONS.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(reasons()), encoding="utf-8")
