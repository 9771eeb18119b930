"""Answering a line of a cluster's drift: adopt, repair, accept, and taking that back. What removing an extra place
would destroy is asked while the caller waits. Many lines can be answered with one request, each judged on its own."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Literal

from fastapi import Request
from pydantic import Field, model_validator

from app.access.names import ResourceType
from app.api.admin.drift import drift_rights
from app.api.admin.drift.drift_items import LineItem, item
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.cluster_questions import Prepared, ask_clusters
from app.api.admin.resources.resource_routes import Loss
from app.api.admin.users import accounts
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import SignedInToChange, SignedInToWait
from app.api.paging import ApiModel, Body, Comment, Id, IdValue, Moment, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.desired_state.drift import adopting, answers, repairing
from app.desired_state.drift.differences import RESOURCE
from app.desired_state.drift.models import ACCEPTED, OPEN, DriftLine
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import Busy, Conflict, NotFound, NotSignedIn, UserCenterError
from app.platform.settings import Settings
from app.resources.models import Cluster
from app.resources.provisioning import deletion_forecast
from app.resources.provisioning.deletion_forecast import ClusterLoss
from app.tokens import cluster_tokens

MOST = 20
"""Lines in one request: each takes up to 60 statements, and others wait meanwhile (decision 0059)."""
router = ChangingRouter(prefix="/clusters/{cluster_id}/drift/lines", tags=["drift"])
_HOUR_MS = 3_600_000
NoticeHours = Annotated[int, Field(ge=0, le=24 * 30)]
FullName = Annotated[str | None, Field(max_length=1024)]


class Confirmed(Body):
    """`confirm`: the full name, where something is lost by the answer."""

    model_config = examples({})

    confirm: FullName = None


class Repair(Confirmed):
    """What to repair, and when: `notice_hours` later, until when it can be cancelled."""

    notice_hours: NoticeHours = 0


class Acceptance(Body):
    """Until when a line is left as it is, a year ahead at most, and why."""

    model_config = examples({"until": 1810000000000, "reason": "load test"})

    until: Moment
    reason: Comment


@router.post("/{line_id}/adopt", summary="Adopt a difference", responses=responses(409))
def adopt_drift_line(caller: SignedInToChange, cluster_id: Id, line_id: Id, body: Confirmed) -> LineItem:
    """The center takes over what the cluster has, as if it had been made here. Needs what making it here needs. A
    missing place is deleted here."""
    row, by = drift_rights.line(caller, cluster_id, line_id), accounts.deciding_user(caller)
    adopt_line(caller, by, row, body.confirm)
    return item(row)


@router.post("/{line_id}/repair", summary="Repair a difference", responses=responses(409))
def repair_drift_line(caller: SignedInToChange, cluster_id: Id, line_id: Id, body: Repair) -> LineItem:
    """The cluster is put right, by the worker; `calls` says how. Needs administering the place; an extra place is
    removed with everything in it by who may delete it."""
    row, by = drift_rights.line(caller, cluster_id, line_id), accounts.deciding_user(caller)
    repair_line(caller, by, row, body.confirm, body.notice_hours)
    return item(row)


@router.post("/{line_id}/accept", summary="Accept a difference", responses=responses(409))
def accept_drift_line(caller: SignedInToChange, cluster_id: Id, line_id: Id, body: Acceptance) -> LineItem:
    """It is left as it is until a day. It opens again when it changes."""
    row, by = drift_rights.line(caller, cluster_id, line_id), accounts.deciding_user(caller)
    accept_line(caller, by, row, body)
    return item(row)


@router.post("/{line_id}/undo", summary="Undo an answer", responses=responses(409))
def undo_drift_answer(caller: SignedInToChange, cluster_id: Id, line_id: Id) -> LineItem:
    """Takes the last answer back: what was adopted is forgotten, what was repaired gets its old value again."""
    row, by = drift_rights.line(caller, cluster_id, line_id), accounts.deciding_user(caller)
    drift_rights.require_administer(caller, row)
    now = now_ms()
    if row.state == ACCEPTED:
        answers.reopen(caller.session, by, row, now)
    elif row.state == OPEN:
        raise answers.not_undoable(row)
    elif row.answer == "adopt":
        if row.field == RESOURCE:
            drift_rights.require_removal(caller, row)
        adopting.undo(caller.session, by, row, now)
    else:
        repairing.undo(caller.session, by, row, now)
    return item(row)


def adopt_line(caller: Caller, by: User, row: DriftLine, confirm: str | None) -> None:
    """Adopt a line, if the caller may. Raises NotAllowed, and what `adopting.adopt` raises."""
    drift_rights.require_adopt(caller, row)
    adopting.adopt(caller.session, by, row, confirm, now_ms())


def repair_line(caller: Caller, by: User, row: DriftLine, confirm: str | None, notice_hours: int) -> None:
    """Have a line repaired, if the caller may. Raises NotAllowed, InvalidInput, and what `repairing.request` raises."""
    drift_rights.require_repair(caller, row, confirm)
    now = now_ms()
    repairing.request(caller.session, by, row, now + notice_hours * _HOUR_MS, now)


def accept_line(caller: Caller, by: User, row: DriftLine, acceptance: Acceptance) -> None:
    """Accept a line, if the caller may. Raises NotAllowed, and what `answers.accept` raises."""
    drift_rights.require_administer(caller, row)
    answers.accept(caller.session, by, row, acceptance.until, acceptance.reason, now_ms())


@router.get("/{line_id}/loss", summary="Ask what removing an extra place takes", responses=responses(409, 429))
async def line_loss(
    request: Request, caller: SignedInToWait, cluster_id: Id, line_id: Id, settings: Configured
) -> Loss:
    """Asks the cluster now. For users who may remove the place."""
    prepare = partial(_prepare, caller, settings, cluster_id, line_id)
    name, losses = await ask_clusters(request, caller, prepare)
    return Loss(full_name=name, clusters=losses)


def _prepare(caller: Caller, settings: Settings, cluster_id: int, line_id: int) -> Prepared[ClusterLoss]:
    with caller.session as session:
        row = drift_rights.line(caller, cluster_id, line_id)
        if row.field != "resource" or row.kind != "extra":
            raise Conflict("Repairing this removes nothing.", code="not_repairable")
        drift_rights.require_removal(caller, row)
        cluster = deletion_forecast.how_to_ask(session, settings, session.get_one(Cluster, cluster_id))
        token = cluster_tokens.issue(session, settings, cluster.username)
        kind = ResourceType(row.res_type)
        return row.place, lambda asked, name, token: deletion_forecast.ask(asked, kind, name, token), [(cluster, token)]


class AnsweredLine(Body):
    """A line. `confirm`: the full name of its place, where something is lost by the answer."""

    id: IdValue
    confirm: FullName = None


class ManyAnswers(Body):
    """One answer to at most 20 lines, given in this order: what lies above first, but what is removed from below.
    `acceptance` belongs to `accept` alone, `notice_hours` to `repair`."""

    model_config = examples({"answer": "repair", "lines": [{"id": 7}]})

    answer: Literal["adopt", "repair", "accept"]
    lines: Annotated[list[AnsweredLine], Field(min_length=1, max_length=MOST)]
    notice_hours: NoticeHours = 0
    acceptance: Acceptance | None = None

    @model_validator(mode="after")
    def _fits(self) -> "ManyAnswers":
        if (self.answer == "accept") != (self.acceptance is not None):
            raise ValueError("acceptance belongs to the answer accept, which needs it")
        if len({line.id for line in self.lines}) < len(self.lines):
            raise ValueError("a line is named twice")
        return self


class LineRefusal(ApiModel):
    """Why a line was not answered: the error that its own route would give."""

    code: str
    detail: str


class LineResult(ApiModel):
    """What became of a line: as it is now, or null for who may not read it; and the refusal, if there is one."""

    id: int
    line: LineItem | None
    refusal: LineRefusal | None


class LineResults(ApiModel):
    """The results in the order of the request."""

    answered: int = Field(description="How many were not refused.")
    results: list[LineResult] = Field(description=f"At most {MOST}.")


@router.post("/answers", summary="Answer many differences")
def answer_drift_lines(caller: SignedInToChange, cluster_id: Id, body: ManyAnswers) -> LineResults:
    """Each line is judged and recorded on its own, as by its own route: a refused one does not keep the others back.
    `dry_run=true` says what would become of each."""
    cluster = shared.find_visible(caller, Cluster, cluster_id)
    by, wanted = accounts.deciding_user(caller), [line.id for line in body.lines]
    lines = caller.session.scalars(drift_rights.lines(caller, cluster).where(DriftLine.id.in_(wanted)))
    results = list(_results(caller, by, {line.id: line for line in lines}, body))
    return LineResults(answered=sum(result.refusal is None for result in results), results=results)


def _results(caller: Caller, by: User, rows: dict[int, DriftLine], body: ManyAnswers) -> Iterator[LineResult]:
    for line in body.lines:
        row = rows.get(line.id)
        refusal = _refusal(caller, by, row, line.confirm, body)
        yield LineResult(id=line.id, line=None if row is None else item(row), refusal=refusal)


def _refusal(
    caller: Caller, by: User, row: DriftLine | None, confirm: str | None, body: ManyAnswers
) -> LineRefusal | None:
    """Answer one line. Returns why it was refused; then its changes are undone. Raises NotSignedIn and Busy, which
    concern the whole request."""
    try:
        if row is None:
            raise NotFound("There is no such line.")
        with caller.session.begin_nested():
            _answer(caller, by, row, confirm, body)
    except (NotSignedIn, Busy):
        raise
    except UserCenterError as error:
        return LineRefusal(code=error.stable_code, detail=error.detail)
    return None


def _answer(caller: Caller, by: User, row: DriftLine, confirm: str | None, body: ManyAnswers) -> None:
    if body.acceptance is not None:
        accept_line(caller, by, row, body.acceptance)
    elif body.answer == "adopt":
        adopt_line(caller, by, row, confirm)
    else:
        repair_line(caller, by, row, confirm, body.notice_hours)
