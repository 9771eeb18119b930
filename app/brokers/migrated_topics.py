"""A topic that a broker has migrated to a scalable one: what of the persistent topic goes on there (decision 0110)."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import decision
from app.access.names import ResourceName
from app.access.naming_rules import topic_in
from app.grants.places import Place
from app.identity.models import User
from app.resources import resource_rows
from app.resources.models import Topic
from app.resources.resource_rows import VALID
from app.rights import places_by_name
from app.rights.local_rights import LocalRights


def continued(session: Session, user: User | None, cluster_id: int, name: ResourceName, now: int) -> tuple[int, bool]:
    """The switch of the scalable topic, and whether the rights on the persistent one follow, once the cluster was
    looked at. `user`: who did it, if that is proven. Who was kept out by the switch stays out, whoever reports it."""
    old = topic_in(str(name.namespace), name.local_name)
    valid = session.scalar(select(Topic.is_valid).where(resource_rows.named(old)))
    place = places_by_name.place_of(session, old)
    alone = place is not None and place.clusters == (cluster_id,)  # another one may have another topic of that name
    follow = place is not None and alone and user is not None and _may_migrate(session, user, cluster_id, place, now)
    return valid or VALID, follow


def _may_migrate(session: Session, user: User, cluster_id: int, place: Place, now: int) -> bool:
    """The question that the broker asked, answered by rights that are not from the root."""
    old = ResourceName.of_topic(place.name)
    snapshot = LocalRights(session, [user.username], from_root=False).at(cluster_id, place)
    return decision.decide(snapshot, user.username, "topic:MIGRATE_TO_SCALABLE", old, now=now).allowed
