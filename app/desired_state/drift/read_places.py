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
    keyed = [(difference, _place_of_value(difference, known)) for difference in differences]
    ids = defaultdict[ResourceType, set[int]](set)
    for _, key in keyed:
        if key is not None:
            ids[key[0]].add(key[1])
    again = {
        (kind, number)
        for kind, numbers in ids.items()
        for part in slices(sorted(numbers))
        for number in place_reading.read_again(session, _ACTOR, kind, part, cluster_id, now)
    }
    return [difference for difference, key in keyed if key not in again]


def _place_of_value(difference: Difference, known: KnownCluster) -> tuple[ResourceType, int] | None:
    value = difference.res_type in _TYPES and difference.kind == "different" and difference.field in _VALUES
    place = known.places.get(difference.place)
    return (difference.res_type, place.id) if value and place is not None else None
