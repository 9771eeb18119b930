"""Drift of a cluster: where it is not what the center wishes."""

from typing import Annotated

from fastapi import Depends, Query

from app.access.names import ResourceType
from app.api.admin import names
from app.api.admin.drift import drift_rights
from app.api.admin.drift.drift_items import DriftRunItem, LineItem, LineState, item, run_item
from app.api.admin.resources import resource_items as shared
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import Id, Listed, Paged, Printable
from app.api.routing import ChangingRouter
from app.desired_state.drift import runs
from app.desired_state.drift.differences import Field as What
from app.desired_state.drift.differences import Kind
from app.desired_state.drift.models import GONE, DriftLine
from app.platform.clock import now_ms
from app.platform.database import row_counts
from app.platform.searching import equal
from app.resources.models import Cluster

router = ChangingRouter(prefix="/clusters/{cluster_id}/drift", tags=["drift"])


class LineFilter:
    """Filters of lines."""

    def __init__(
        self,
        kind: Annotated[Kind | None, Query(description="missing, extra or different.")] = None,
        state: Annotated[LineState | None, Query(description="If left out: open, accepted and repairing.")] = None,
        field: Annotated[What | None, Query(description="What differs.")] = None,
        tenant: Annotated[str | None, Query(min_length=1, max_length=128, description="Its name."), Printable] = None,
    ) -> None:
        self.equal = {"kind": kind, "state": state, "field": field, "tenant": tenant}


@router.get("", summary="Read the newest comparison")
def get_drift(caller: SignedIn, cluster_id: Id) -> DriftRunItem:
    """When the cluster was compared last, what it did not tell, and how many lines there are."""
    cluster = shared.find_visible(caller, Cluster, cluster_id)
    return _run(caller, cluster)


@router.get("/lines", summary="List differences")
def list_drift_lines(
    caller: SignedIn, cluster_id: Id, page: Paged, which: Annotated[LineFilter, Depends(LineFilter)]
) -> Listed[LineItem]:
    """Those on what the caller administers, in the order in which they were first seen."""
    cluster = shared.find_visible(caller, Cluster, cluster_id)
    query = drift_rights.lines(caller, cluster).where(*page.matching(DriftLine.place))
    query = query.where(*equal({getattr(DriftLine, column): value for column, value in which.equal.items()}))
    if which.equal["state"] is None:
        query = query.where(DriftLine.state != GONE)
    listed = page.of(caller.session, query, DriftLine.id, lambda row: row)
    names.refuse_unknown(caller, listed, tenant=which.equal["tenant"])
    return listed.showing([item(line) for line in listed.items])


@router.post("/runs", summary="Compare a cluster now", status_code=202)
def compare_cluster(caller: SignedInToChange, cluster_id: Id) -> DriftRunItem:
    """The worker compares it within seconds. For who administers the cluster, or reads lines of it."""
    cluster = shared.find_visible(caller, Cluster, cluster_id)
    if not drift_rights.administers_cluster(caller, cluster):
        shared.require_administer(caller, ResourceType.CLUSTER, cluster.id)
    runs.ask(caller.session, cluster.id, now_ms())
    return _run(caller, cluster)


def _run(caller: Caller, cluster: Cluster) -> DriftRunItem:
    lines = row_counts(caller.session, drift_rights.lines(caller, cluster), DriftLine.state)
    run = run_item(runs.find(caller.session, cluster.id), lines, now_ms())
    if not drift_rights.administers_cluster(caller, cluster):
        run.unread, run.unread_total, run.found = [], 0, sum(lines.values())  # may name unseen places
    return run
