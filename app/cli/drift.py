"""`usercenter drift CLUSTER`: where a cluster is not what the center wishes, and the answers to it."""

import time
from typing import Annotated, Any, Literal

import typer

from app.cli.center import Center, note
from app.cli.clusters import Name
from app.cli.command import Group, Limit, Query, Yes
from app.cli.drift_answers import LineSelection, answer, nothing_named, path_of
from app.cli.exit_status import CommandError, Status
from app.cli.moments import epoch_ms
from app.cli.output import Columns, fields
from app.cli.resources import name_of

drift = Group("drift", "Where a cluster is not what the center wishes: `usercenter drift CLUSTER`.", short=True)
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
Lines = Annotated[list[int] | None, typer.Option("--line", help="Number of a line; may be given several times.")]


def _place(text: str) -> str:
    return name_of(("tenant", "namespace", "topic")[min(text.count("/"), 2)], text)


Place = Annotated[str | None, typer.Option(metavar="RESOURCE", parser=_place, help="All open lines there and below.")]
Every = Annotated[bool, typer.Option("--all", help="All open lines of the cluster.")]
Kind = Annotated[Literal["missing", "extra", "different"] | None, typer.Option(help="Of --place or --all: only these.")]
Confirmed = Annotated[bool, typer.Option("--confirm-losses", help="With --yes: also where data or grants are lost.")]


@drift.remote("show", example="prod --refresh --check")
def show(
    at: Center,
    cluster: Name,
    q: Query = None,
    state: Annotated[str | None, typer.Option(help="open, accepted, repairing or gone; else all but gone.")] = None,
    refresh: Annotated[bool, typer.Option(help="Compare now, and wait for it.")] = False,
    check: Annotated[bool, typer.Option(help="End with status 4 when there are open lines.")] = False,
    limit: Limit = None,
) -> None:
    """The differences between a cluster and the center, as of the newest comparison."""
    path = path_of(at, cluster)
    run = _refreshed(at, path) if refresh else at.get(path)
    _tell_unread(run)
    at.listing(f"{path}/lines", COLUMNS, limit, q=q, state=state)
    if run["state"] in ("failed", "never"):
        raise CommandError(run["message"] or "it was never compared: say --refresh")
    if check and (count := run["lines"].get("open", 0)):
        raise CommandError(f"{count} differences", Status.CHANGES)


@drift.remote("adopt", example="prod --place acme/orders --dry-run", dry_run=True)
def adopt(
    at: Center, cluster: Name, line: Lines = None, place: Place = None, every: Every = False, kind: Kind = None,
    yes: Yes = False, confirm_losses: Confirmed = False,
) -> None:  # fmt: skip
    """The center takes over what the cluster has. What the cluster lacks is deleted in the center, with its grants."""
    answer(at, cluster, "adopt", LineSelection(line, place, every, kind), yes=yes, confirmed=confirm_losses)


@drift.remote("repair", example="prod --all --kind different --dry-run", dry_run=True)
def repair(
    at: Center, cluster: Name, line: Lines = None, place: Place = None, every: Every = False, kind: Kind = None,
    notice_hours: Annotated[int, typer.Option(min=0, help="Begin so much later; until then it can be undone.")] = 0,
    yes: Yes = False, confirm_losses: Confirmed = False,
) -> None:  # fmt: skip
    """The cluster is put right. --dry-run shows the calls. What the center does not know is removed with its data."""
    which = LineSelection(line, place, every, kind)
    answer(at, cluster, "repair", which, yes=yes, confirmed=confirm_losses, notice_hours=notice_hours)


@drift.remote("accept", example='prod --line 12 --until 30d --reason "load test"', dry_run=True)
def accept(
    at: Center, cluster: Name, until: Annotated[str, typer.Option(help="A time, or 30d; a year at most.")],
    reason: Annotated[str, typer.Option(help="Why.")], line: Lines = None, place: Place = None, every: Every = False,
    kind: Kind = None,
) -> None:  # fmt: skip
    """Differences are left as they are until a day."""
    acceptance = {"until": epoch_ms(until), "reason": reason}
    answer(at, cluster, "accept", LineSelection(line, place, every, kind), yes=True, acceptance=acceptance)


@drift.remote("undo", example="prod --line 12", dry_run=True)
def undo(at: Center, cluster: Name, line: Lines = None) -> None:
    """Take the last answer to a line back."""
    for number in line or nothing_named():
        at.change("POST", f"{path_of(at, cluster)}/lines/{number}/undo")


def _refreshed(at: Center, path: str) -> dict[str, Any]:
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


def _tell_unread(run: dict[str, Any]) -> None:
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
