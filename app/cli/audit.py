"""`usercenter audit`: load the results of a run, read findings and suggestions, plan remediations and roll them
back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import audit_upload
from app.cli.center import Center, note, say
from app.cli.command import Group, Limit, Query, Tenant
from app.cli.moments import epoch_ms
from app.cli.output import Columns, Form, fields, moment, printable

audit = Group("audit", "What the audit found out about granted rights, and what is done about it.")
PATH = "/api/v1/audit"
REMEDIATIONS = "/api/v1/remediations"
Suggestions = Annotated[list[str], typer.Argument(help="Ids of suggestions.")]
Number = Annotated[int, typer.Argument(min=1, help="Number of the remediation.")]
Kind = Annotated[str | None, typer.Option("--kind", help="Only of this kind.")]
Why = Annotated[str, typer.Option("--comment", help="Why; those concerned read it.")]
RUN: Columns = {
    **fields("run", "state"),
    "from": "first_date",
    "until": "last_date",
    "loaded": moment("complete_time"),
    "by": "loaded_by",
}
FINDINGS: Columns = {
    **fields("id", "kind", "severity", "state"),
    "subject": lambda finding: f"{finding['subject_type']} {finding['subject']}",
    "of": lambda finding: ", ".join(filter(None, (finding["role_name"], finding["user"]))) or None,
    "on": lambda finding: _several(finding["resource"], (finding["numbers"] or {}).get("resources")),
    "since": "first_seen",
    "why": "why",
}
SUGGESTIONS: Columns = {
    **fields("id", "kind"),
    "role": "role_name",
    "removes": "removes",
    "adds": lambda suggestion: [*map(_added_grant, suggestion["adds"])],
    "leaves": lambda suggestion: f"{suggestion['leaves_before']} → {suggestion['leaves_after']}",
    "back-test": lambda suggestion: (
        None if suggestion["worst_share"] is None else f"{suggestion['worst_share']:.2%} denied"
    ),
    "planned": "remediation_id",
}
PLANNED: Columns = {
    **fields("id", "state", "waits_for"),
    "due": moment("due"),
    **fields("reason", "planned_by", "confirmed_by"),
    "ended": moment("ended_time"),
}

OPT_OUTS: Columns = {
    "id": "id",
    "grant": "grant_id",
    "of": lambda opt_out: opt_out["username"] or opt_out["role_name"],
    "on": "resource",
    "until": moment("until"),
    "by": "given_by",
    "reason": "reason",
}


@audit.remote("load", example="/var/lib/audit --token-file /etc/usercenter/audit.token")
def load(
    at: Center,
    directory: Annotated[Path, typer.Argument(help="What `usercenter-audit run --out` wrote.")],
) -> None:
    """Show the results of a run: all of them from one moment on, or none. The same run again changes nothing."""
    at.show(audit_upload.load(audit_upload.Api(at), directory), RUN)


@audit.remote("runs", example="--limit 5")
def list_runs(at: Center, limit: Limit = None) -> None:
    """Runs that were loaded, newest first."""
    at.listing(f"{PATH}/runs", RUN, limit, sort="-id")


@audit.remote("findings", example="--tenant acme --kind unused_grant")
def findings(
    at: Center,
    q: Query = None,
    kind: Kind = None,
    tenant: Tenant = None,
    closed: Annotated[bool, typer.Option("--closed", help="Those that do not hold any more.")] = False,
    limit: Limit = None,
) -> None:
    """Findings that hold, the gravest first."""
    state = "closed" if closed else "open"
    at.listing(f"{PATH}/findings", FINDINGS, limit, q=q, kind=kind, tenant=tenant, state=state, sort="-severity")


@audit.remote("suggestions", example="--tenant acme")
def suggestions(at: Center, q: Query = None, kind: Kind = None, tenant: Tenant = None, limit: Limit = None) -> None:
    """What could be taken away or made narrower, those that take the most away first."""
    at.listing(f"{PATH}/suggestions", SUGGESTIONS, limit, q=q, kind=kind, tenant=tenant, sort="-saved")


@audit.remote("try", example="9f86d081884c7d65 --days 90")
def try_out(
    at: Center,
    suggestion: Suggestions,
    days: Annotated[int | None, typer.Option(min=1, max=400, help="Only what was seen in use in so many days.")] = None,
) -> None:
    """What following suggestions would change. Nothing is changed."""
    found = at.get_by_post(f"{REMEDIATIONS}/preview", {"suggestions": suggestion, "usage_days": days})
    at.tell(found, map(printable, _preview_lines(found)))


@audit.remote("plan", example="9f86d081884c7d65 --reason 'quarterly review'", yes=True, dry_run=True)
def plan(
    at: Center,
    suggestion: Suggestions,
    reason: Annotated[str, typer.Option(help="Why; those concerned read it.")],
    days: Annotated[int | None, typer.Option(min=0, help="Days of notice; the center says the least.")] = None,
) -> None:
    """Announce that grants go; they go after the notice period, unless they are used in it."""
    at.confirm(f"Announce {len(suggestion)} suggestions to those concerned?")
    body = {"suggestions": suggestion, "reason": reason, "notice_days": days}
    _show(at, at.change("POST", REMEDIATIONS, json=body).json())


@audit.remote("remediations", example="--state announced")
def remediations(
    at: Center, state: Annotated[str | None, typer.Option(help="Only in this state.")] = None, limit: Limit = None
) -> None:
    """What is planned, was applied or taken back, newest first."""
    at.listing(REMEDIATIONS, PLANNED, limit, state=state, sort="-id")


@audit.remote("show", example="3")
def show(at: Center, number: Number) -> None:
    """One remediation with its parts."""
    _show(at, at.get(f"{REMEDIATIONS}/{number}"))


@audit.remote("confirm", example="3", dry_run=True)
def confirm_planned(at: Center, number: Number) -> None:
    """Agree as the second person; the notice period begins."""
    _step(at, number, "confirm", None)


@audit.remote("cancel", example="3 --comment 'needed in December'", dry_run=True)
def cancel(at: Center, number: Number, comment: Why) -> None:
    """Leave everything as it is."""
    _step(at, number, "cancel", comment)


@audit.remote("roll-back", example="3 --comment 'the batch job needs it' --yes", yes=True, dry_run=True)
def roll_back(at: Center, number: Number, comment: Why) -> None:
    """Take everything back that was applied."""
    at.confirm(f"Give back everything that remediation {number} took?")
    _step(at, number, "roll-back", comment)


@audit.remote("opt-out", example="--grant 7 --until 90d --reason 'the yearly closing needs it'", dry_run=True)
def opt_out(
    at: Center,
    reason: Annotated[str, typer.Option(help="Why.")],
    until: Annotated[str, typer.Option(help="Until just before then: 2027-01-01 (UTC), or 90d.")],
    grant: Annotated[int | None, typer.Option(min=1, help="Id of the grant.")] = None,
    user: Annotated[str | None, typer.Option(help="Everything in this user's personal role.")] = None,
) -> None:
    """Hold a grant or a user back from suggestions for a while."""
    number = at.find("user", user) if user else None
    body = {"grant_id": grant, "user_id": number, "reason": reason, "until": epoch_ms(until)}
    made = at.change("POST", f"{PATH}/opt-outs", json=body).json()
    at.show(made, {"id": "id", "grant": "grant_id", "user": "username", "until": moment("until"), "reason": "reason"})


@audit.remote("opt-outs")
def opt_outs(at: Center, limit: Limit = None) -> None:
    """Grants and users that are held back from suggestions, and until when."""
    at.listing(f"{PATH}/opt-outs", OPT_OUTS, limit)


@audit.remote("opt-in", example="3", dry_run=True)
def opt_in(at: Center, number: Annotated[int, typer.Argument(min=1, help="Number of the opt-out.")]) -> None:
    """End an opt-out before its time."""
    at.change("DELETE", f"{PATH}/opt-outs/{number}")


@audit.remote("erase", example="--user ana.lopez --as erased-0123456789abcdef01234567 --yes", yes=True, dry_run=True)
def erase(
    at: Center,
    user: Annotated[str, typer.Option(help="Whose name goes from the loaded results.")],
    pseudonym: Annotated[str, typer.Option("--as", help="What `usercenter-audit erase` printed for this name.")],
) -> None:
    """Erase a person from the results of all runs that were loaded; cannot be undone."""
    at.confirm(f"Replace {user} by {pseudonym} in all results?")
    body = {"user": user, "pseudonym": pseudonym}
    done = at.change("POST", f"{PATH}/erasures", json=body).json()
    at.show({"pseudonym": done["pseudonym"], **done["rows"]}, {table: table for table in ("pseudonym", *done["rows"])})


def _added_grant(grant: dict[str, Any]) -> str:
    """A grant to add: where, its authorities, and to what it is limited."""
    limits = grant["limits"] or {}
    place = f"{grant['res']}/{limits['prefix']}*" if limits.get("prefix") else grant["res"]
    names = limits.get("subscriptions")
    only = f" only {','.join(names)}" if names else ""
    only += f" from {','.join(limits['networks'])}" if limits.get("networks") else ""
    return f"{place} {','.join(map(str, grant['authorities']))}{only}"


def _several(resource: str | None, number: float | None) -> str | None:
    """The first resource of a finding, and the number of further ones."""
    return f"{resource} (+{number - 1:g})" if resource and number and number > 1 else resource


def _step(at: Center, number: int, what: str, comment: str | None) -> None:
    found = at.get(f"{REMEDIATIONS}/{number}")
    body = None if comment is None else {"comment": comment}
    _show(at, at.change("POST", f"{REMEDIATIONS}/{number}/{what}", of=found, json=body).json())


def _show(at: Center, found: dict[str, Any]) -> None:
    at.show(found, PLANNED)
    if at.form is Form.TABLE:
        for line in _part_lines(found["parts"]):
            say(printable(line))
        if found["waits_for"] == "run":
            note("The notice period is over; a run of the audit has to look at all of it first.")


def _preview_lines(found: dict[str, Any]) -> Iterator[str]:
    yield from _part_lines(found["parts"])
    for refusal in found["refusals"]:
        yield f"! {refusal['suggestion']}: {refusal['detail']} ({refusal['code']})"
    for person in (found["outcome"] or {"principals": []})["principals"]:
        yield f"{person['principal']}: loses {person['lost']}, gains {person['gained']}"
        for change in person["changes"]:
            sign = "-" if change["before"]["allowed"] and not change["after"]["allowed"] else "~"
            yield f"  {sign} {', '.join(change['questions'])} on {change['resource']} ({change['cluster']})"


def _part_lines(parts: list[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        why = f" ({part['why']})" if part["why"] else ""
        yield f"{part['suggestion']}  {part['kind']}  {part['role_name']}  {part['state']}{why}"
        for sign, rows in (("-", part["gone"]), ("+", part["come"])):
            for grant in rows:
                yield f"  {sign} {', '.join(map(str, grant['authorities']))} on {grant['resource']}"
