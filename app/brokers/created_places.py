"""What was made at a broker is made here: a row, its creator's rights, and a job that reads the place (decision 0110).

A cluster speaks for itself alone: what its tenant has other clusters for is made here when those have it, too. Whom the
broker names gets rights only if it proves to be there and may create this by rights of the center; what nobody proves
to have made is recorded for the cluster, and nobody gets anything.
"""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import decision
from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import is_scalable, is_system_place, topic_in
from app.access.vocabulary import CREATION, administering
from app.brokers import actors
from app.grants.places import Place
from app.identity.models import User
from app.platform.errors import Conflict, InvalidInput, NotFound
from app.platform.settings import Settings
from app.resources import creation, jobs, namespaces, ownership, resource_rows, tenants, topics
from app.resources.job_order import READ, READY
from app.resources.models import MODELS, Cluster, Namespace, Tenant, Topic
from app.resources.provisioning.place_presence import Presence
from app.resources.resource_rows import VALID, Row
from app.rights import places_by_name
from app.rights.local_rights import LocalRights

_MIGRATION = "topic:MIGRATE_TO_SCALABLE"
_BUNDLES = 4
"""Until the cluster was read."""


def is_news(session: Session, cluster_id: int, name: ResourceName) -> bool:
    """Whether `record` has something to do, or to refuse. Asked first, as that needs no turn to write."""
    row = _row(session, name)
    known = row is not None and (not isinstance(row, Tenant) or cluster_id in row.cluster_ids())
    return session.get_one(Cluster, cluster_id).adopts_creations and not is_system_place(name) and not known


def elsewhere(session: Session, cluster_id: int, name: ResourceName) -> list[Cluster]:
    """The other clusters of its tenant, which have to have it, too. None for a non-persistent topic: a cluster has it
    only while it is used, so that it says nothing when one lacks it."""
    tenant = _row(session, ResourceName.of(ResourceType.TENANT, name.tenant or ""))
    on = tenant.cluster_ids() if isinstance(tenant, Tenant) else []
    if cluster_id not in on or name.name.startswith("non-persistent://"):
        return []
    return [session.get_one(Cluster, number) for number in on if number != cluster_id]


def record(
    session: Session,
    settings: Settings,
    cluster_id: int,
    name: ResourceName,
    by: tuple[str | None, str | None],
    presence: Presence,
    now: int,
    *,
    migrated: bool = False,
) -> None:
    """Record a place that was made on the cluster. `by`: who made it there, and the proof of it. `presence`: what the
    clusters say that are `elsewhere`. `migrated`: a scalable topic that was the persistent one of its name: it has no
    new owner, and the rights on the old one follow.

    Raises InvalidInput for a name that the center refuses, NotFound for one in a place that it does not know, Conflict
    when other clusters of its tenant do not say so, too.
    """
    if not is_news(session, cluster_id, name):
        return
    if name.malformed:
        raise InvalidInput("The user center takes no such name.", code="invalid_name")
    cluster = session.get_one(Cluster, cluster_id)
    above = _above(session, cluster, name)
    for other in elsewhere(session, cluster_id, name):
        there = presence.get(other.id, {}).get(name)
        if not (there or other.gone):
            why = "does not say whether it has one" if there is None else "has none of that name yet"
            message = f"{name.tenant} lives on {other.name}, too, which {why}."
            raise Conflict(message, code="lives_elsewhere_too")
    maker = actors.proven_or_none(session, settings, cluster_id, *by)
    actor = actors.name_in_trail(session, cluster_id, maker)
    owner, valid, follow = None, VALID, False
    if migrated and is_scalable(name.name):
        valid, follow = _continued(session, maker, cluster_id, name, now)
    elif maker is not None and _may_own(session, maker, above, name, now):
        owner = maker.id
    row = _store(session, actor, owner, cluster_id, above, name, valid)
    wish: dict[str, Any] = {"actor": actor, "migrated": True} if follow else {"actor": actor}
    jobs.put(session, name.type, row.id, above.clusters, READ, name.name, wish, now)


def _row(session: Session, name: ResourceName) -> Row | None:
    if name.malformed:
        return None
    row: Row | None = session.scalars(select(MODELS[name.type]).where(resource_rows.named(name))).first()
    return row


def _above(session: Session, cluster: Cluster, name: ResourceName) -> Place:
    """What it was made in. Raises NotFound, Conflict `lives_elsewhere_too` for a tenant of other clusters."""
    if name.type == ResourceType.TENANT and _row(session, name) is not None:
        raise Conflict(f"The tenant {name.name} is there for other clusters.", code="lives_elsewhere_too")
    parent = name.ancestors(cluster.name)[0]
    place = places_by_name.place_of(session, parent)
    if place is None or cluster.id not in place.clusters:
        raise NotFound(f"The user center does not know {parent.name} on this cluster.")
    return place


def _may_own(session: Session, user: User, above: Place, name: ResourceName, now: int) -> bool:
    """The question that the broker asked, answered by rights that are not from the root. On several clusters for each
    of them, and who owns it has to administer what it lies in: so the report gives nobody more than adopting would what
    somebody else made on another cluster."""
    parent, rights = ResourceName.of(above.key[0], above.name), LocalRights(session, [user.username], from_root=False)
    about, administer = parent if name.type == ResourceType.TENANT else name, administering(parent.type)
    snapshots = [rights.at(cluster_id, above) for cluster_id in above.clusters]
    return all(
        decision.decide(snapshot, user.username, CREATION[name.type], about, now=now).allowed
        and (len(snapshots) == 1 or decision.holds_authority(snapshot, user.username, administer, parent, now))
        for snapshot in snapshots
    )


def _continued(session: Session, user: User | None, cluster_id: int, name: ResourceName, now: int) -> tuple[int, bool]:
    """Of a migrated topic: the switch of the scalable one, and whether the rights on the persistent one follow,
    once the cluster was looked at. `user`: who did it, if that is proven. Who was kept out by the switch stays out,
    whoever reports it."""
    old = topic_in(str(name.namespace), name.local_name)
    valid = session.scalar(select(Topic.is_valid).where(resource_rows.named(old)))
    place = places_by_name.place_of(session, old)
    # Another cluster may have another topic of that name.
    if user is None or place is None or place.clusters != (cluster_id,):
        return valid or VALID, False
    snapshot = LocalRights(session, [user.username], from_root=False).at(cluster_id, place)
    return valid or VALID, decision.decide(snapshot, user.username, _MIGRATION, old, now=now).allowed


def _store(
    session: Session, actor: str, owner: int | None, cluster_id: int, above: Place, name: ResourceName, valid: int
) -> Row:
    if name.type == ResourceType.TENANT:
        return tenants.create(session, actor, owner, name.name, [cluster_id], state=READY)
    new: creation.NewResource[Namespace | Topic]
    if name.type == ResourceType.NAMESPACE:
        new = namespaces.prepare(session, session.get_one(Tenant, above.key[1]), name.local_name, _BUNDLES)
    else:
        namespace, domain = session.get_one(Namespace, above.key[1]), name.name.partition("://")[0]
        new = topics.prepare(session, namespace, name.local_name, domain=domain)
        new.row.is_valid = valid
    creation.store(session, actor, name.type, [new], ownership.owner_roles(session, owner), state=READY)
    return new.row
