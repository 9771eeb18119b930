"""Lines of a cluster's drift: where they are, how they are compared anew and shown."""

import time
from typing import Any

from app.cli.center import Center, note
from app.cli.exit_status import CommandError
from app.cli.output import Columns, fields

COLUMNS: Columns = {
    "line": "id",
    **fields("kind", "place"),
    "what": lambda line: " ".join(filter(None, (line["field"], line["subject"]))),
    "wished": lambda line: _value(line["wished"]),
    "actual": lambda line: _value(line["actual"]),
    **fields("severity", "state"),
}
_POLL_SECONDS = 1.0
_LONGEST_SECONDS = 1800.0


def path_of(at: Center, cluster: str) -> str:
    """The route of a cluster's drift."""
    return f"/api/v1/clusters/{at.find('cluster', cluster)}/drift"


def refreshed(at: Center, path: str) -> dict[str, Any]:
    """Compare now; the run when it is done. Raises CommandError when that takes half an hour."""
    before = at.get(path)["ended"] or 0
    at.ask("POST", f"{path}/runs")
    end = time.monotonic() + _LONGEST_SECONDS
    while time.monotonic() < end:
        found: dict[str, Any] = at.get(path)
        if found["state"] in ("done", "failed") and (found["ended"] or 0) > before:
            return found
        time.sleep(_POLL_SECONDS)
    raise CommandError("the comparison is not done yet; look again later")


def tell_unread(run: dict[str, Any]) -> None:
    """Say what of the cluster was not read."""
    for place in run["unread"]:
        note(f"not read: {place['place']}: {place['message']}")
    if run["unread_total"] > len(run["unread"]):
        note(f"{run['unread_total'] - len(run['unread'])} more were not read")


def _value(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return ",".join(map(_value, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={_value(part)}" for name, part in value.items())
    return str(value)
