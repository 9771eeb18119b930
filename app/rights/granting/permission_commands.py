"""Grants and tenant administrators in the words of pulsar-admin: grant-permission, revoke-permission, permissions.

Pulsar's actions are coarser than authorities; what `consume` means is a setting of the cluster. Creating and deleting
can neither be granted nor revoked this way; administering can only be granted, on a tenant. 105 and 205 are all four of
functions, sources, sinks and packages: they are listed so, and when one of the four is revoked the others stay.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import pulsar_actions
from app.access.decision import holds_authority
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import AUTHORITIES, Right, parts
from app.access.windows import Window
from app.grants import places, roles
from app.grants.models import Grant, UserRole
from app.identity import users
from app.identity.models import User
from app.platform.errors import Conflict, InvalidInput, NotAllowed, existing
from app.resources import clusters
from app.resources.models import Namespace, Tenant, Topic
from app.resources.placement import lives_on
from app.rights import local_rights
from app.rights.granting import delegation, giver_rights, grant_changes
from app.rights.local_rights import LocalRights

_TYPES = {"tenant": ResourceType.TENANT, "namespace": ResourceType.NAMESPACE, "topic": ResourceType.TOPIC}


def place_named(session: Session, cluster_id: int, resource_type: str, name: str) -> places.Place:
    """The resource on this cluster. Raises NotFound, InvalidInput for a type of resource that has no permissions."""
    kind = _TYPES.get(resource_type)
    if kind is None:
        raise InvalidInput(f"Permissions are held on a tenant, namespace or topic, not on a {resource_type}.")
    resource = ResourceName.of(kind, name)
    found = existing(
        None if resource.malformed else _id_of(session, cluster_id, resource),
        f"The user center knows no {resource_type} {name} on this cluster; create it there first.",
    )
    return places.place_of(session, int(kind), found)


def may_be_created(session: Session, cluster_id: int, resource_type: str, name: str) -> bool:
    """True for a topic that the center does not know, in a namespace that it knows: it has no permissions yet."""
    topic = ResourceName.of(ResourceType.TOPIC, name)
    if resource_type != "topic" or topic.malformed or topic.namespace is None:
        return False
    if _id_of(session, cluster_id, topic) is not None:
        return False
    return _id_of(session, cluster_id, ResourceName.of(ResourceType.NAMESPACE, topic.namespace)) is not None


def asker(session: Session, cluster_id: int, user: User, place: places.Place, now: int) -> giver_rights.Giver:
    """The user that asks a broker of this cluster for a change, with the rights that count there: none from the root.

    Raises Conflict `lives_elsewhere_too` for a place on several clusters: a broker may act for its own cluster only.
    """
    if place.clusters != (cluster_id,):
        raise Conflict(
            f"{place.name} lives on other clusters too, for which this broker does not speak: grant it at the user "
            "center.",
            code="lives_elsewhere_too",
        )
    snapshot = LocalRights(session, [user.username], from_root=False).at(cluster_id, place)
    name = ResourceName.of(place.key[0], place.name)
    return giver_rights.Giver(
        user, place, name, (snapshot,), now, lambda: local_rights.holds_inside(session, user, place, now)
    )


def change(
    session: Session,
    cluster_id: int,
    verb: str,
    giver: giver_rights.Giver,
    username: str | None,
    actions: list[str],
    *,
    log_actor: str | None = None,
) -> None:
    """Grant or revoke the actions for a user. `log_actor`: the actor in the audit log, if nobody used
    pulsar-admin.

    Raises NotAllowed, NotFound, InvalidInput.
    """
    user, kind = _user(session, username), giver.resource.type
    log_actor = log_actor or f"pulsar-admin ({giver.user.username})"
    manages = clusters.find(session, cluster_id).consume_manages_subscriptions
    if verb == "grant":
        meanings = pulsar_actions.authorities(kind, manages=manages)
        _give(session, log_actor, giver, user, _authorities(actions, kind, meanings))
    else:
        _revoke(session, log_actor, giver, user, _rights(actions, pulsar_actions.meaning(manages=manages)))


def make_administrators(
    session: Session, giver: giver_rights.Giver, usernames: Iterable[str], *, log_actor: str | None = None
) -> None:
    """Let each of these users administer the tenant, all or none. Existing grants are kept. `log_actor`: as in
    `change`.

    Raises NotAllowed, NotFound.
    """
    giver.require_visible()
    for username in sorted(set(usernames)):
        _give(
            session,
            log_actor or f"pulsar-admin ({giver.user.username})",
            giver,
            _user(session, username),
            {giver.administer()},
        )


def list_permissions(
    session: Session, cluster_id: int, actor: str | None, place: places.Place, now: int
) -> dict[str, list[str]]:
    """User name → Pulsar's actions, from the grants in force on this resource itself.

    Only what users can do now: inactive users are left out, and a sub-account has only what its main account holds too.
    """
    if actor:
        asker_named(session, actor, place, now).require_visible()
    usable = _usable(session, place, _rights_in_force(session, place, now), now)
    meaning = pulsar_actions.meaning(manages=clusters.find(session, cluster_id).consume_manages_subscriptions)
    allowed = {user: sorted(action for action in meaning if meaning[action] <= usable[user]) for user in sorted(usable)}
    return {username: actions for username, actions in allowed.items() if actions}


def _rights_in_force(session: Session, place: places.Place, now: int) -> dict[str, set[Right]]:
    """User name → rights by grants on this resource itself, of active users."""
    rights: defaultdict[str, set[Right]] = defaultdict(set)
    query = (
        select(User.username, Grant)
        .join(UserRole, UserRole.user_id == User.id)
        .join(Grant, Grant.role_id == UserRole.role_id)
        .where(Grant.res_type == place.key[0], Grant.res_id == place.key[1], User.status == "active")
    )
    for username, grant in session.execute(query):
        started, ended = (grant.valid_from or 0) <= now, grant.valid_until is not None and grant.valid_until <= now
        if started and not ended and grant.limits is None:  # pulsar-admin cannot show limits
            authorities = (AUTHORITIES[authority] for authority in grant.authority_ids() if authority in AUTHORITIES)
            rights[username] |= {right for authority in authorities for right in authority.rights}
    return rights


def _usable(session: Session, place: places.Place, rights: Mapping[str, set[Right]], now: int) -> dict[str, set[Right]]:
    """The same rights, reduced to those that main accounts leave their sub-accounts on some cluster."""
    roles_here = select(Grant.role_id).where(Grant.res_type == place.key[0], Grant.res_id == place.key[1])
    members = select(UserRole.user_id).where(UserRole.role_id.in_(roles_here))
    subs = set(session.scalars(select(User.username).where(User.parent.is_not(None), User.id.in_(members))))
    resource = ResourceName.of(place.key[0], place.name)
    local = LocalRights(session, subs)
    snapshots = [local.at(cluster, place) for cluster in (place.clusters if subs else ())]

    def left(username: str, right: Right) -> bool:
        number = resource.type.level * 100 + right
        return any(holds_authority(snapshot, username, number, resource, now=now) for snapshot in snapshots)

    return {user: {right for right in own if user not in subs or left(user, right)} for user, own in rights.items()}


def _id_of(session: Session, cluster_id: int, resource: ResourceName) -> int | None:
    """Looks each part of the name up by its own index; the whole name is not stored."""
    tenant = select(Tenant.id).where(Tenant.name == resource.tenant, lives_on(cluster_id))
    if resource.type == ResourceType.TENANT:
        return session.scalar(tenant)
    inner = (resource.namespace or "").partition("/")[2]
    namespace = select(Namespace.id).where(Namespace.tenant.in_(tenant), Namespace.name == inner)
    if resource.type == ResourceType.NAMESPACE:
        return session.scalar(namespace)
    domain = resource.name.partition("://")[0]
    topic = select(Topic.id).where(Topic.namespace.in_(namespace), Topic.domain == domain)
    return session.scalar(topic.where(Topic.name == resource.local_name))


def asker_named(session: Session, actor: str | None, place: places.Place, now: int) -> giver_rights.Giver:
    """The user of this name, who only reads. Raises NotAllowed for an unknown one."""
    user = users.by_name(session, actor or "")
    if user is None:
        raise NotAllowed("The user center does not know who asks for this.", reason="UNKNOWN_PRINCIPAL")
    return giver_rights.giver(session, user, place, now)


def _user(session: Session, username: str | None) -> User:
    return existing(users.by_name(session, username or ""), f"The user center knows no user {username}.")


def _give(session: Session, actor: str, giver: giver_rights.Giver, user: User, authorities: set[int]) -> None:
    role = roles.personal_role_of(session, user.id)
    delegation.check_grant(session, giver, role, giver_rights.Offer(authorities, Window(giver.now)))
    grants = _grants_on(session, role.id, giver.place)
    existing = _plain_authorities(grants)
    missing = authorities - existing.union(*map(parts, existing & AUTHORITIES.keys()))
    if missing:
        grant_changes.give(session, giver.user, role, *giver.place.key, missing, recorded_as=actor, now=giver.now)


def _revoke(session: Session, actor: str, giver: giver_rights.Giver, user: User, rights: set[Right]) -> None:
    """Takes the rights out of each grant on the place; a grant that has nothing left is revoked."""
    grants = _grants_on(session, roles.personal_role_of(session, user.id).id, giver.place)
    for grant in grants:
        kept = {left for authority in grant.authority_ids() for left in _without(authority, rights)}
        authorities_elsewhere = _plain_authorities(other for other in grants if other is not grant)
        kept -= authorities_elsewhere - set(grant.authority_ids())  # each only once
        if kept == set(grant.authority_ids()):
            continue
        delegation.check_revoke(giver, grant)
        if kept:
            grant_changes.change(session, giver.user, grant, recorded_as=actor, now=giver.now, authorities=sorted(kept))
        else:
            grant_changes.take_back(session, giver.user, grant, recorded_as=actor, now=giver.now)


def _without(number: int, rights: Collection[Right]) -> set[int]:
    """What is left of an authority without these rights: itself, nothing, or the authorities that it includes."""
    authority = AUTHORITIES.get(number)
    if authority is None or authority.rights.isdisjoint(rights):
        return {number}
    return {part for part in parts(number) if AUTHORITIES[part].right not in rights}


def _authorities(actions: Collection[str], kind: ResourceType, meanings: Mapping[str, Collection[int]]) -> set[int]:
    """Pulsar's actions on a resource as authorities of its level. Raises InvalidInput for one that is unknown there."""
    for action in actions:
        if action.lower() not in meanings:
            message = f"There is no permission {action} on a {kind.name.lower()}; there is {', '.join(meanings)}."
            raise InvalidInput(message, code="unknown_action")
    if not actions:
        raise InvalidInput("Name at least one action.", code="unknown_action")
    return {number for action in actions for number in meanings[action.lower()]}


def _rights(actions: Collection[str], meaning: pulsar_actions.Meaning) -> set[Right]:
    """The rights of these actions, or of all if there are none: brokers revoke all six at every place. Raises
    InvalidInput for one that Pulsar does not have."""
    if unknown := sorted(action for action in actions if action.lower() not in meaning):
        raise InvalidInput(
            f"There is no permission {unknown[0]}; there is {', '.join(meaning)}.", code="unknown_action"
        )
    return {right for action in actions or meaning for right in meaning[action.lower()]}


def _plain_authorities(grants: Iterable[Grant]) -> set[int]:
    return {authority for grant in grants if _is_plain(grant) for authority in grant.authority_ids()}


def _is_plain(grant: Grant) -> bool:
    return grant.valid_from is None and grant.valid_until is None and grant.limits is None


def _grants_on(session: Session, role_id: int, place: places.Place) -> list[Grant]:
    conditions = Grant.role_id == role_id, Grant.res_type == place.key[0], Grant.res_id == place.key[1]
    return list(session.scalars(select(Grant).where(*conditions).order_by(Grant.id)))
