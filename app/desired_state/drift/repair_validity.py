"""Whether a repair is still right when the cluster is called: it may have been announced days before."""

from sqlalchemy.orm import Session

from app.access.names import ResourceName
from app.desired_state.drift import line_rows
from app.desired_state.drift.cluster_comparison import ClusterComparison
from app.desired_state.drift.differences import RESOURCE
from app.desired_state.drift.models import DriftLine
from app.desired_state.drift.unreadable_parts import Gaps
from app.platform.errors import Conflict
from app.resources.models import Cluster
from app.rights import places_by_name

_OTHERWISE = "It is not what it was when this repair was asked for: nothing was called."
_CHANGED = "The cluster was given another address or other settings since: compare again."


def refuse(session: Session, line: DriftLine) -> None:
    """Raises Conflict `drift_outdated` when the cluster was changed since the line was seen there."""
    cluster = session.get(Cluster, line.cluster)
    if cluster is None or cluster.update_time > line.seen:
        raise Conflict(_CHANGED, code="drift_outdated")


def reason(session: Session, line: DriftLine, fresh: ClusterComparison | None) -> str | None:
    """Why the calls of a line must not be made any more; None: they may. `fresh`: a comparison of now, where the line
    has waited."""
    cluster = session.get(Cluster, line.cluster)
    if cluster is None or cluster.update_time > (line.answered_at or 0):
        return _CHANGED
    if line.kind == "extra" and line.field == RESOURCE and _is_known(session, line):
        return f"The user center knows {line.place} by now: it is not removed."
    return _OTHERWISE if fresh is not None and line.answer == "repair" and _is_otherwise(line, fresh) else None


def _is_otherwise(line: DriftLine, fresh: ClusterComparison) -> bool:
    difference = fresh.by_key.get(line.key)
    if difference is None:
        return line_rows.was_compared(line, Gaps(fresh.unread), fresh.known)
    return not line_rows.is_same(line, difference)


def _is_known(session: Session, line: DriftLine) -> bool:
    places = places_by_name.find(session, [ResourceName.of(line.res_type, line.place)])
    return any(line.cluster in place.clusters for place in places.values())
