"""Answering many lines of a cluster's drift with one request, each judged on its own."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator

from app.api.admin.drift import drift_answers, drift_rights
from app.api.admin.drift.drift_answers import Acceptance, FullName, NoticeHours
from app.api.admin.drift.drift_items import LineItem, item
from app.api.admin.resources import resource_items as shared
from app.api.admin.users import accounts
from app.api.callers import Caller
from app.api.guard import SignedInToChange
from app.api.paging import ApiModel, Body, Id, IdValue, examples
from app.api.routing import ChangingRouter
from app.desired_state.drift.models import DriftLine
from app.identity.models import User
from app.platform.errors import Busy, NotFound, NotSignedIn, UserCenterError
from app.resources.models import Cluster

MOST = 20
"""Lines in one request: each takes up to 60 statements, and others wait meanwhile (decision 0059)."""
router = ChangingRouter(prefix="/clusters/{cluster_id}/drift/lines", tags=["drift"])


class OneLine(Body):
    """A line. `confirm`: the full name of its place, where something is lost by the answer."""

    id: IdValue
    confirm: FullName = None


class ManyAnswers(Body):
    """One answer to at most 20 lines, given in this order: what lies above first, but what is removed from below.
    `acceptance` belongs to `accept` alone, `notice_hours` to `repair`."""

    model_config = examples({"answer": "repair", "lines": [{"id": 7}]})

    answer: Literal["adopt", "repair", "accept"]
    lines: Annotated[list[OneLine], Field(min_length=1, max_length=MOST)]
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
        drift_answers.accept_line(caller, by, row, body.acceptance)
    elif body.answer == "adopt":
        drift_answers.adopt_line(caller, by, row, confirm)
    else:
        drift_answers.repair_line(caller, by, row, confirm, body.notice_hours)
