"""Loading audit runs: begin, send parts of JSON lines, complete. `usercenter audit load` does it."""

import json
from typing import Annotated, Any, Literal

from fastapi import Body as RawBody
from fastapi import Path
from pydantic import Field

from app.api.admin.audit import readable_results
from app.api.admin.audit.readable_results import refuse_part_reader
from app.api.callers import Caller
from app.api.guard import AdministratorToChange, SignedIn, require_reauthentication
from app.api.paging import AS_A_FILE, ApiModel, Body, Listed, Paged, Printable, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.audit.findings import current_results, runs
from app.audit.findings.erasing import PSEUDONYM
from app.audit.findings.models import AuditRun, Finding, Suggestion
from app.audit.findings.result_lines import Date, Kind, Number
from app.desired_state.remediation import erasing
from app.desired_state.remediation.models import Remediation
from app.platform.database import row_count, row_counts

router = ChangingRouter(prefix="/audit", tags=["audit"])
_NAME = r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$"
Run = Annotated[str, Path(pattern=_NAME, description="The run's name.", examples=["2026-11-30-4f2a91c0"])]
Lines = Annotated[bytes, RawBody(**AS_A_FILE, description="One JSON object a line, 5,000 lines at most.")]
PartNumber = Annotated[int, Path(ge=1, le=1_000_000, description="1 for the first part of this kind.")]


class NewRun(Body):
    """The contents of run.json."""

    model_config = examples(
        {"v": 2, "run": "4f2a91c0", "from": "2026-11-01", "until": "2026-11-30", "generated": 1796083200000}
    )

    v: Literal[2]
    run: Annotated[str, Field(pattern=_NAME)]
    center: Annotated[str, Field(max_length=128), Printable] | None = None
    epoch: Annotated[str, Field(max_length=64), Printable] | None = None
    revision: Number | None = None
    first: Annotated[Date, Field(alias="from")]
    until: Date
    generated: Annotated[int, Field(ge=0, le=2**53, description="Until when it knows of use (epoch ms).")]
    summary: dict[str, Any] = Field(default_factory=dict, description="Everything else that run.json says.")


class Announced(Body):
    """The number of lines that were sent, by kind."""

    model_config = examples({"lines": {"grant_status": 40, "findings": 2}})

    lines: dict[Kind, Annotated[int, Field(ge=0, le=2**53)]]


class AuditRunItem(ApiModel):
    """A run. `state`: loading, current (its results are shown) or superseded. `lines`: how many arrived, by kind."""

    run: str
    state: str
    first_date: str
    last_date: str
    generated: int
    loaded_by: str
    add_time: int
    complete_time: int | None
    summary: dict[str, Any]
    lines: dict[str, int] = Field(default={})


class AuditPartItem(ApiModel):
    """A part that has arrived."""

    kind: str
    number: int
    sha256: str
    lines: int


class NewErasure(Body):
    """The name to erase, and the pseudonym that `usercenter-audit erase` printed for it."""

    model_config = examples({"user": "ana.lopez", "pseudonym": "erased-0123456789abcdef01234567"})

    user: Annotated[str, Field(min_length=1, max_length=128), Printable]
    pseudonym: Annotated[str, Field(pattern=PSEUDONYM)]


class Erased(ApiModel):
    """How many rows were changed, by table."""

    pseudonym: str
    rows: dict[str, int]


class Results(ApiModel):
    """Results that the caller may see: the current run, open findings by kind, suggestions, and remediations that are
    open or applied. `suggestions_to_follow`: how many of the suggestions the caller may do something about."""

    run: AuditRunItem | None
    findings: dict[str, int]
    suggestions: int
    suggestions_to_follow: int
    remediations: dict[str, int]


@router.get("/results", summary="What the audit found, in numbers")
def get_audit_results(caller: SignedIn) -> Results:
    """Counts only what the caller may see."""
    shown = runs.current(caller.session)
    open_ones = readable_results.findings(caller).where(Finding.state == "open")
    remediations = readable_results.remediations(caller)
    suggested, followed = _suggestions(caller)
    return Results(
        run=None if shown is None else _item(shown, whole=caller.is_administrator),
        findings=row_counts(caller.session, open_ones, Finding.kind),
        suggestions=suggested,
        suggestions_to_follow=followed,
        remediations=row_counts(caller.session, remediations, Remediation.state),
    )


def _suggestions(caller: Caller) -> tuple[int, int]:
    """How many the caller may see, and how many of them it may do something about."""

    def count(*, deciding: bool) -> int:
        return row_count(caller.session, readable_results.suggestions(caller, deciding=deciding), Suggestion.id)

    seen = count(deciding=False)
    if caller.is_administrator or seen == 0:
        return seen, seen
    return seen, 0 if caller.parent_id is not None else count(deciding=True)


@router.get("/runs", summary="List runs of the audit")
def list_audit_runs(caller: SignedIn, page: Paged) -> Listed[AuditRunItem]:
    """All that were loaded; `sort=-id` begins with the newest. For who administers the center or audits everything."""
    refuse_part_reader(caller)
    return page.of(caller.session, runs.all_runs(), AuditRun.id, _item)


@router.post("/runs", summary="Begin to load a run", responses=responses(409))
def begin_audit_run(caller: AdministratorToChange, body: NewRun) -> AuditRunItem:
    """A known run is answered as it is; its parts may be sent again while it is loading."""
    about = body.model_dump(by_alias=True, exclude={"summary"}) | {"summary": body.summary}
    row = runs.begin(caller.session, caller.username, about)
    return _item(row, runs.lines_of(caller.session, row))


@router.put("/runs/{run}/parts/{kind}/{number}", summary="Send a part of a run", responses=responses(409, 413))
def send_audit_part(
    caller: AdministratorToChange, run: Run, kind: Kind, number: PartNumber, lines: Lines
) -> AuditPartItem:
    """Lines of one kind. Sending the same part again changes nothing. Every line is checked; an error names the
    line."""
    part = runs.add_part(caller.session, runs.find(caller.session, run), kind, number, lines)
    return AuditPartItem.of(part)


@router.post("/runs/{run}/complete", summary="Show a run's results", responses=responses(409))
def complete_audit_run(caller: AdministratorToChange, run: Run, body: Announced) -> AuditRunItem:
    """When every line has arrived, the run replaces the current one in one step. Completing again changes nothing."""
    row = runs.complete(caller.session, caller.username, runs.find(caller.session, run), body.lines)
    return _item(row, runs.lines_of(caller.session, row))


@router.delete("/runs/{run}", summary="Abandon a run", status_code=204, responses=responses(409))
def abandon_audit_run(caller: AdministratorToChange, run: Run) -> None:
    """Deletes a run that is not complete; it can be loaded anew."""
    runs.abandon(caller.session, runs.find(caller.session, run))


@router.post("/erasures", summary="Erase a person from loaded results")
def erase_from_audit(caller: AdministratorToChange, body: NewErasure) -> Erased:
    """Erases the name in the results of all runs and in the uses that remediations mention. The audit log, the grants
    of remediations and the account itself stay. Erasing again changes nothing."""
    require_reauthentication(caller)
    rows = erasing.erase(caller.session, caller.username, body.user, body.pseudonym)
    return Erased(pseudonym=body.pseudonym, rows=rows)


def _item(row: AuditRun, arrived: dict[str, int] | None = None, *, whole: bool = True) -> AuditRunItem:
    summary = current_results.about_run(json.loads(row.summary), whole=whole)
    return AuditRunItem.of(row, summary=summary, lines=arrived or {})
