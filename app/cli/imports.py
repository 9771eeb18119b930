"""`import`: takes over a running cluster (docs/operators/migrate.md), or undoes that.

A rehearsal, unless --apply is said.
"""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli import text_files
from app.cli.center import Center, note, progress
from app.cli.command import Group
from app.cli.exit_status import CommandError, Status, wrong_usage
from app.cli.import_report import undo_lines, write
from app.platform import private_files

commands = Group()
_PAUSE_SECONDS = 0.5
_RUNNING = ("reading", "applying", "undoing")
_PAGES = (".html", ".json")
MappingFile = Annotated[
    Path | None, typer.Option("--mapping", help="What native roles become (YAML); without it, service users.")
]
Draft = Annotated[
    Path | None, typer.Option("--write-mapping", help="Write a mapping with a line for each role, to be changed.")
]
Report = Annotated[Path | None, typer.Option("--report", help="Write the whole report: NAME.html or NAME.json.")]

Credentials = Annotated[
    Path | None,
    typer.Option("--credentials", help="After it was applied: a new file for secrets of all who need new ones."),
]


@commands.remote("import", example="prod --mapping prod.yaml --report prod.html", yes=True)
def take_over(
    at: Center,
    cluster: Annotated[str, typer.Argument(help="The cluster, as it is registered here.")],
    mapping: MappingFile = None,
    write_mapping: Draft = None,
    report: Report = None,
    credentials: Credentials = None,
    apply: Annotated[bool, typer.Option("--apply", help="Make it so, after the report.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Undo the newest import that made something.")] = False,
) -> None:
    """Read a running cluster, and tell what would become tenants, namespaces, topics, users and grants here, with a
    proof: every decision before and after. Nothing is changed without --apply; the cluster never is."""
    _check_name(report)
    path = f"{at.path('cluster', cluster)}/imports"
    if undo:
        if mapping or write_mapping or report or credentials:
            raise wrong_usage("--undo goes with --apply and --yes alone")
        _undo(at, path, apply=apply)
        return
    body = {} if mapping is None else {"mapping": text_files.read(mapping)}
    here = f"{path}/{at.ask('POST', path, json=body).json()['id']}"
    found = _wait_for_report(at, here)
    if write_mapping is not None:
        _write_file(write_mapping, at.ask("GET", f"{here}/mapping").json()["mapping"])
    if apply and found["steps_total"]:
        at.tell(found, write(found))
        if found["stronger"]:
            raise CommandError("nothing was made: accounts hold more than the role of their name", Status.REFUSED)
        at.confirm(f"Make these {found['steps_total']} things here?")
        at.ask("POST", f"{here}/apply")
        found = _wait_for_report(at, here)
        _ask_to_adopt(at, cluster)
    if report is not None:
        kind = report.suffix.removeprefix(".")
        _write_file(report, at.ask("GET", f"{here}/report", params={"format": kind}).text)
    at.tell(found, write(found))
    if credentials is not None:
        _write_credentials(at, found, credentials)
    if found["refused"]:
        raise CommandError(f"{len(found['refused'])} things could not be made", Status.REFUSED)


def _ask_to_adopt(at: Center, cluster: str) -> None:
    if not at.get(at.path("cluster", cluster))["adopts_creations"]:
        note(f"what is made at its brokers is not known here yet: usercenter clusters set {cluster} --adopt-creations")


def _undo(at: Center, path: str, *, apply: bool) -> None:
    """Say what would go and what stays; with `apply`, have it done."""
    made = next((run for run in at.ask("GET", path).json() if run["applied"]), None)
    if made is None:
        raise CommandError("no import of this cluster has made anything that is left", Status.REFUSED)
    here = f"{path}/{made['id']}"
    effects = at.ask("GET", f"{here}/undo").json()
    at.tell(effects, undo_lines(effects))
    if not apply:
        return
    at.confirm(f"Remove these {sum(effects['goes'].values())} things here?")
    at.ask("POST", f"{here}/undo")
    left = _wait_for_report(at, here)
    note(f"undone; {left['kept_total']} things stay")


def _wait_for_report(at: Center, here: str) -> dict[str, Any]:
    """Waits for the worker. Ctrl-C cancels the import."""
    try:
        found = _watch(at, here)
    except KeyboardInterrupt:
        at.ask("POST", f"{here}/cancel")
        note("cancelled; what was made stays, and another import goes on from there")
        raise
    if found["state"] in ("failed", "cancelled"):
        raise CommandError(f"the import {found['state']}: {found['message'] or 'by somebody else'}", Status.REFUSED)
    report: dict[str, Any] = at.ask("GET", f"{here}/report").json()
    return report


def _watch(at: Center, here: str) -> dict[str, Any]:
    while True:
        found: dict[str, Any] = at.ask("GET", here).json()
        going = found["state"] in _RUNNING
        what = found["step"] or "waiting for the worker"
        progress(f"{found['state']}: {what} {found['done']} of {found['total']}", done=not going)
        if not going:
            return found
        time.sleep(_PAUSE_SECONDS)


def _check_name(report: Path | None) -> None:
    if report is not None and report.suffix not in _PAGES:
        raise wrong_usage("--report takes a name that ends with .html or .json")


def _write_file(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    note(f"written: {file}")


def _write_credentials(at: Center, report: dict[str, Any], file: Path) -> None:
    """Make a client secret for each service whose native role got another name, and that has none yet.

    The new file, a line of JSON for each, may be read by its owner alone. `report`: that of an import that has nothing
    left to make. Raises CommandError.
    """
    if report["steps_total"]:
        raise CommandError("some of these users are not made yet: --apply first", Status.REFUSED)
    try:
        out = private_files.open_new(file)
    except OSError as error:
        raise wrong_usage(f"{file} cannot be made, or is there already: name a new file") from error
    made = 0
    with out:
        for role, user in ((line["role"], line["user"]) for line in report["new_credentials"] if line["user"]):
            if (secret := _make_secret(at, user)) is None:
                note(f"{user}: a person, or it has a secret already")
                continue
            out.write(json.dumps({"role": role, **secret}) + "\n")
            out.flush()  # a secret that was made is shown nowhere again
            made += 1
    note(f"written: {made} client secrets to {file}; keep them safe, they are shown only now")


def _make_secret(at: Center, user: str) -> dict[str, Any] | None:
    path = at.path("user", user)
    if at.get(path)["kind"] != "service" or at.get(f"{path}/client-secrets")["items"]:
        return None
    made = at.ask("POST", f"{path}/client-secrets", json={}).json()
    return {field: made[field] for field in ("client_id", "client_secret")}
