"""A topic that a broker has migrated to a scalable one: what of the persistent topic goes on there (decision 0110)."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import decision
from app.access.names import ResourceName
from app.access.naming_rules import topic_in
from app.identity.models import User
from app.resources import resource_rows
from app.resources.models import Topic
from app.resources.resource_rows import VALID
from app.rights import places_by_name
from app.rights.local_rights import LocalRights

_QUESTION = "topic:MIGRATE_TO_SCALABLE"
"""That of the broker, answered by rights that are not from the root."""


def continued(session: Session, user: User | None, cluster_id: int, name: ResourceName, now: int) -> tuple[int, bool]:
    """The switch of the scalable topic, and whether the rights on the persistent one follow, once the cluster was
    looked at. `user`: who did it, if that is proven. Who was kept out by the switch stays out, whoever reports it."""
    old = topic_in(str(name.namespace), name.local_name)
    valid = session.scalar(select(Topic.is_valid).where(resource_rows.named(old)))
    place = places_by_name.place_of(session, old)
    # Another cluster may have another topic of that name.
    if user is None or place is None or place.clusters != (cluster_id,):
        return valid or VALID, False
    snapshot = LocalRights(session, [user.username], from_root=False).at(cluster_id, place)
    return valid or VALID, decision.decide(snapshot, user.username, _QUESTION, old, now=now).allowed
