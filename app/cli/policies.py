"""`usercenter namespaces policies` and `topics policies`: what Pulsar keeps, allows and limits there."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

from app.cli.center import Center, note
from app.cli.command import Group
from app.cli.exit_status import wrong_usage
from app.cli.output import Columns, Form

policies = Group("policies", "Which policies and presets there are.")
Name = Annotated[str, typer.Argument(help="Full name.")]
Given = Annotated[list[str] | None, typer.Argument(help="retention=7d backlog_quota=50GB …")]
Names = Annotated[list[str], typer.Argument(help="Names of policies.")]
Preset = Annotated[str | None, typer.Option("--preset", help="Begin with a preset: log, command_queue, audit_7_years.")]
COLUMNS: Columns = {"policy": "policy", "value": "value"}
_LIVE: Columns = {**COLUMNS, "cluster": "cluster", "there": "there", "default": "default"}


def add_to(owner: typer.Typer, kind: str, name: str) -> None:
    """Add the group to that of namespaces or topics (`kind`); `name`: an example."""
    group = Group(f"{kind}s policies", f"What Pulsar keeps, allows and limits on a {kind}.")
    owner.add_typer(group)

    @group.remote("show", example=name)
    def show(at: Center, name: Name, live: Annotated[bool, typer.Option(help="Ask the clusters now.")] = False) -> None:
        """What is wished; with --live also what its clusters have, and their defaults."""
        path = f"{at.path(kind, name)}/policies"
        if live:
            _show(at, at.get(f"{path}/live"), _live_lines, _LIVE)
        else:
            _show(at, at.get(path), _wished_lines, COLUMNS)

    @group.remote("set", example=f"{name} retention=7d backlog_quota=50GB", dry_run=True)
    def set_some(at: Center, name: Name, policy: Given = None, preset: Preset = None) -> None:
        """Set some; the others stay. The clusters follow."""
        _change(at, at.path(kind, name), {"policies": _pairs(policy or [], preset), "preset": preset})

    @group.remote("unset", example=f"{name} retention", dry_run=True)
    def unset(at: Center, name: Name, policy: Names) -> None:
        """Take some back, so that what stands above holds."""
        _change(at, at.path(kind, name), {"policies": dict.fromkeys(policy), "preset": None})


@policies.remote("list")
def list_kinds(at: Center) -> None:
    """The policies that can be set, and an example of each."""
    columns: Columns = {"policy": "name", "on": "levels", "type": "type", "example": "example"}
    at.show(at.get("/api/v1/policy-kinds"), columns)


@policies.remote("presets")
def list_presets(at: Center) -> None:
    """Policies for usual purposes."""
    at.show(at.get("/api/v1/policy-presets"), {"preset": "name", "for": "description", "policies": "policies"})


def _pairs(assignments: list[str], preset: str | None) -> dict[str, str]:
    if not assignments and preset is None:
        raise wrong_usage("name a policy, as retention=7d, or a --preset")
    found: dict[str, str] = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise wrong_usage(f"{assignment!r} is no policy=value")
        if name in found:
            raise wrong_usage(f"{name} is given twice")
        found[name] = value
    return found


def _change(at: Center, owner: str, body: dict[str, Any]) -> None:
    path = f"{owner}/policies"
    _show(at, at.change("PATCH", path, json=body, of=at.get(path)).json(), _wished_lines, COLUMNS)


def _show(at: Center, found: dict[str, Any], lines: Callable[[dict[str, Any]], list[Any]], columns: Columns) -> None:
    at.show(lines(found) if at.form is Form.TABLE else found, columns)


def _wished_lines(found: dict[str, Any]) -> list[dict[str, str]]:
    return [{"policy": policy, "value": value} for policy, value in found["shown"].items()]


def _live_lines(found: dict[str, Any]) -> list[dict[str, Any]]:
    lines = []
    for cluster in found["clusters"]:
        if cluster["message"]:
            note(f"{cluster['cluster']}: {cluster['message']}")
        for policy in cluster["unknown"]:
            note(f"{cluster['cluster']}: {policy} is set there and not known here")
        different = {policy["name"]: policy["wished"] for policy in cluster["different"]}
        for policy in sorted({*cluster["defaults"], *cluster["actual"], *different}):
            actual = cluster["actual"].get(policy)
            lines.append(
                {
                    "policy": policy,
                    "value": different.get(policy, actual),
                    "cluster": cluster["cluster"],
                    "there": actual,
                    "default": cluster["defaults"].get(policy),
                }
            )
    return lines
