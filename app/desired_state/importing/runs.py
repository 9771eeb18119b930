"""Imports as people see them: begun, applied, cancelled, read. The work is done by `running`, in the worker."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from app.audit.trail import trail
from app.desired_state.importing import estate_text, mapping_draft, mapping_file, role_name_meaning
from app.desired_state.importing.models import (
    APPLYING,
    CANCELLED,
    IN_FORCE,
    OPEN,
    PLANNED,
    READING,
    RUNNING,
    UNDOING,
    Import,
)
from app.identity.models import User
from app.platform.clock import later_than
from app.platform.errors import Conflict, NotFound
from app.resources.models import Cluster
from app.resources.pulsar.cluster_content import ClusterContent

KEPT = 20
"""Imports of one cluster that are kept; older ones, which have ended, are forgotten when one begins."""


def begin(session: Session, by: User, cluster: Cluster, text: str, now: int) -> Import:
    """Begin to read a cluster. `text`: the mapping file. Another import that only waits to be applied is cancelled.

    Raises FileProblem for the mapping, Conflict `import_running`, Conflict `cluster_gone`.
    """
    mapping_file.read(text.encode())
    if cluster.gone:
        raise Conflict(f"{cluster.name} was given up: it is not asked any more.", code="cluster_gone")
    for other in session.scalars(select(Import).where(Import.cluster == cluster.id, Import.state.in_(OPEN))):
        if other.state in RUNNING:
            raise Conflict(f"Import {other.id} of {cluster.name} is running.", code="import_running", run=other.id)
        end(session, by.username, other, CANCELLED, now)
    _forget_old(session, cluster)
    run = Import(
        cluster=cluster.id,
        cluster_name=cluster.name,
        state=READING,
        mapping=text,
        started_by_id=by.id,
        started_by=by.username,
        add_time=now,
        update_time=now,
    )
    session.add(run)
    session.flush()
    record(session, by.username, "import.begin", run)
    return run


def find(session: Session, cluster_id: int, number: int) -> Import:
    """An import of this cluster. Raises NotFound."""
    run = session.get(Import, number)
    if run is None or run.cluster != cluster_id:
        raise NotFound("There is no such import of this cluster.")
    return run


def of_cluster(session: Session, cluster_id: int) -> Sequence[Import]:
    """The imports of a cluster, the newest first."""
    return session.scalars(select(Import).where(Import.cluster == cluster_id).order_by(Import.id.desc())).all()


def apply(session: Session, by: User, run: Import, now: int) -> None:
    """Have a planned import carried out in the name of `by`. Also one that failed or was cancelled half-way.

    Raises Conflict `import_not_planned`, `import_running`, `stronger_account`.
    """
    _refuse_running(session, run)
    if run.read_time is None:
        raise Conflict("The cluster was not read to the end: begin another import.", code="import_not_planned")
    role_name_meaning.refuse(report_of(run).get("stronger", ()))
    run.refused = "[]"
    _set_off(session, by, run, APPLYING, "apply", now)


def undo(session: Session, by: User, run: Import, now: int) -> None:
    """Have all that an import made taken back in the name of `by`, as far as nobody changed or uses it.

    Raises Conflict `import_not_applied`, `import_running`.
    """
    require_undoable(session, run)
    _set_off(session, by, run, UNDOING, "undo", now)


def require_undoable(session: Session, run: Import) -> None:
    """Raises Conflict `import_not_applied`, `import_running`."""
    _refuse_running(session, run)
    if run.applied_by_id is None:
        raise Conflict(f"Import {run.id} has made nothing.", code="import_not_applied")


def _refuse_running(session: Session, run: Import) -> None:
    if run.state in RUNNING:
        raise Conflict(f"Import {run.id} is running.", code="import_running", run=run.id)
    for other in session.scalars(select(Import).where(Import.cluster == run.cluster, Import.state.in_(RUNNING))):
        raise Conflict(f"Import {other.id} of {run.cluster_name} is running.", code="import_running", run=other.id)


def _set_off(session: Session, by: User, run: Import, state: str, verb: str, now: int) -> None:
    run.state, run.applied_by_id, run.applied_by = state, by.id, by.username
    run.claimed_until, run.message, run.ended_time = 0, None, None
    run.step, run.done, run.total = verb, 0, 0
    run.update_time = later_than(run.update_time, now)
    session.flush()
    record(session, by.username, f"import.{verb}", run)


def cancel(session: Session, actor: str, run: Import, now: int) -> None:
    """End an import; what was made stays. Raises Conflict `import_over`."""
    if run.state not in OPEN:
        raise Conflict(f"Import {run.id} has ended: {run.state}.", code="import_over")
    end(session, actor, run, CANCELLED, now)


def end(session: Session, actor: str, run: Import, state: str, now: int, message: str | None = None) -> None:
    """Set the last state and record it."""
    run.state, run.message, run.claimed_until = state, message, 0
    run.ended_time, run.update_time = now, later_than(run.update_time, now)
    session.flush()
    record(session, actor, f"import.{'end' if state != CANCELLED else 'cancel'}", run)


def record(session: Session, actor: str, action: str, run: Import) -> None:
    """An entry of the audit log about the import itself, with numbers alone."""
    values = {
        "cluster": run.cluster_name,
        "state": run.state,
        "applied": run.applied,
        "refused": len(json.loads(run.refused)),
        "message": run.message,
    }
    trail.record(session, actor, action, str(run.id), after=values, cluster=run.cluster)


def content_of(run: Import) -> ClusterContent:
    """What was read. Raises Conflict `import_not_planned` before the end of the reading."""
    if run.estate is None:
        raise Conflict("The cluster has not been read yet.", code="import_not_planned")
    return estate_text.read(estate_text.unpacked(run.estate))


def report_of(run: Import) -> dict[str, Any]:
    """The report. Raises Conflict `import_not_planned` before there is one."""
    if run.report is None:
        raise Conflict("There is no report yet.", code="import_not_planned")
    report: dict[str, Any] = estate_text.unpacked(run.report)
    return {**report, "refused": json.loads(run.refused)}


def draft_of(run: Import) -> str:
    """The mapping file with a line for each role. Raises Conflict `import_not_planned`."""
    return mapping_draft.write(content_of(run), mapping_file.read(run.mapping.encode()))


def _forget_old(session: Session, cluster: Cluster) -> None:
    """All but the newest, and the newest that made something: it may be taken back."""
    ended = select(Import.id).where(Import.cluster == cluster.id, Import.state != PLANNED)
    # It says who native roles are (`mapping_file.of_cluster`). One that made nothing may have come after one that did.
    applied = select(func.max(Import.id)).where(Import.cluster == cluster.id, IN_FORCE)
    kept = {session.scalar(applied), session.scalar(applied.where(Import.applied > 0))}
    old = set(session.scalars(ended.order_by(Import.id.desc()).offset(KEPT - 1))) - kept
    session.execute(delete(Import).where(Import.id.in_(old)))
