"""Places that the center has only read from the cluster (decision 0110): other values there are no drift, but are read
again."""

from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.desired_state.drift.center_places import KnownCluster
from app.desired_state.drift.differences import Difference
from app.platform.database import slices
from app.resources.provisioning import place_reading

_ACTOR = "drift"
_VALUES = {"bundles", "partitions", "policy"}
_TYPES = {ResourceType.NAMESPACE, ResourceType.TOPIC}


def without(
    session: Session, cluster_id: int, differences: Iterable[Difference], known: KnownCluster, now: int
) -> list[Difference]:
    """The differences without those of values of such places, which are read again."""
    differences, ids = list(differences), defaultdict(set)
    for difference in differences:
        if _is_of_a_value(difference) and difference.place in known.places:
            ids[difference.res_type].add(known.places[difference.place].id)
    again = {
        (kind, number)
        for kind, numbers in ids.items()
        for part in slices(sorted(numbers))
        for number in place_reading.read_again(session, _ACTOR, kind, part, cluster_id, now)
    }
    return [
        difference
        for difference in differences
        if not _is_of_a_value(difference)
        or difference.place not in known.places
        or (difference.res_type, known.places[difference.place].id) not in again
    ]


def _is_of_a_value(difference: Difference) -> bool:
    return difference.res_type in _TYPES and difference.kind == "different" and difference.field in _VALUES
