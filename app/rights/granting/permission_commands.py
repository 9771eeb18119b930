"""Grants and tenant administrators in the words of pulsar-admin: grant-permission, revoke-permission, permissions.

Pulsar's actions are coarser than authorities; what `consume` means is a setting of the cluster. Creating and deleting
can neither be granted nor revoked this way; administering can, on a tenant. 105 and 205 are all four of functions,
sources, sinks and packages: they are listed so, and when one of the four is revoked the others stay. Only what
`permission_lists` lists is changed: plain grants to users themselves.
"""

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import pulsar_actions
from app.access.names import ResourceName, ResourceType
from app.access.vocabulary import AUTHORITIES, Right, parts
from app.access.windows import Window
from app.grants import places, roles
from app.grants.models import Grant
from app.identity import users
from app.identity.models import User
from app.platform.errors import Conflict, InvalidInput, existing
from app.resources import clusters
from app.rights import local_rights, places_by_name
from app.rights.granting import delegation, giver_rights, grant_changes, permission_lists, unknown_roles
from app.rights.granting.permission_lists import is_plain
from app.rights.local_rights import LocalRights

_TYPES = {"tenant": ResourceType.TENANT, "namespace": ResourceType.NAMESPACE, "topic": ResourceType.TOPIC}


def place_named(session: Session, cluster_id: int, resource_type: str, name: str) -> places.Place:
    """The resource on this cluster. Raises NotFound, InvalidInput for a type of resource that has no permissions."""
    kind = _TYPES.get(resource_type)
    if kind is None:
        raise InvalidInput(f"Permissions are held on a tenant, namespace or topic, not on a {resource_type}.")
    return existing(
        _find(session, cluster_id, ResourceName.of(kind, name)),
        f"The user center knows no {resource_type} {name} on this cluster; create it there first.",
    )


def may_be_created(session: Session, cluster_id: int, resource_type: str, name: str) -> bool:
    """True for a topic that the center does not know, in a namespace that it knows: it has no permissions yet."""
    topic = ResourceName.of(ResourceType.TOPIC, name)
    if resource_type != "topic" or topic.malformed or topic.namespace is None:
        return False
    namespace = ResourceName.of(ResourceType.NAMESPACE, topic.namespace)
    return _find(session, cluster_id, topic) is None and _find(session, cluster_id, namespace) is not None


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
    accounts_max: int | None = None,
) -> None:
    """Let a user have these actions alone (`grant`, as in Pulsar), these too (`add`), or not (`revoke`). `log_actor`:
    the actor in the audit log, if nobody used pulsar-admin. `accounts_max`: of `unknown_roles.user_named`.

    Raises NotAllowed; NotFound `role_has_no_account`; InvalidInput; Conflict `not_in_pulsars_words`,
    `too_many_sub_accounts`.
    """
    kind, cluster = giver.resource.type, clusters.find(session, cluster_id)
    log_actor = log_actor or f"pulsar-admin ({giver.user.username})"
    meaning = pulsar_actions.meaning(manages=cluster.consume_manages_subscriptions)
    if verb == "revoke":
        user = existing(users.by_name(session, username or ""), f"The user center knows no user {username}.")
        if not _revoke(session, log_actor, giver, user, _rights(actions, meaning)):
            permission_lists.refuse_revocation(session, giver, user, _rights(actions, meaning))
        return
    meanings = pulsar_actions.authorities(kind, manages=cluster.consume_manages_subscriptions)
    numbers = _authorities(actions, kind, meanings)
    user = unknown_roles.user_named(session, log_actor, giver, cluster, username or "", accounts_max)
    _give(session, log_actor, giver, user, numbers)
    if verb == "grant":
        _revoke(session, log_actor, giver, user, _rights((), meaning) - _rights(actions, meaning))


def make_administrators(
    session: Session,
    cluster_id: int,
    giver: giver_rights.Giver,
    usernames: Iterable[str],
    *,
    only: Collection[str] | None = None,
    log_actor: str | None = None,
    accounts_max: int | None = None,
) -> None:
    """Let each of these users administer the tenant, all or none. `only`: whom `adminRoles` names from now on; others
    that it named so far do not administer the tenant by a grant of their own any longer; None: existing grants are
    kept. `log_actor`, `accounts_max`: as in `change`.

    Owners stay as they are, named or not. Raises NotAllowed; NotFound `role_has_no_account`; Conflict
    `would_end_own_right`, `too_many_sub_accounts`.
    """
    giver.require_visible()
    log_actor = log_actor or f"pulsar-admin ({giver.user.username})"
    cluster = clusters.find(session, cluster_id)
    for username in sorted(set(usernames).difference(permission_lists.owners(session, giver.place))):
        user = unknown_roles.user_named(session, log_actor, giver, cluster, username, accounts_max)
        _give(session, log_actor, giver, user, {giver.administer()})
    if only is not None:
        _end_administrators(session, log_actor, giver, only)


def are_administrators(
    session: Session, cluster_id: int, tenant: str, usernames: Collection[str], only: Collection[str] | None
) -> bool:
    """True when `make_administrators` with these lists would change nothing."""
    place = _find(session, cluster_id, ResourceName.of(ResourceType.TENANT, tenant))
    if only is None or place is None:
        return only is not None and not usernames  # nobody administers what the center does not know
    named = {username for username, _ in permission_lists.administrator_grants(session, place)}
    return named <= set(only) and named.issuperset(set(usernames).difference(permission_lists.owners(session, place)))


def owners_of(session: Session, cluster_id: int, tenant: str) -> list[str]:
    """The users that administer the tenant without being named; none of one that the center does not know."""
    place = _find(session, cluster_id, ResourceName.of(ResourceType.TENANT, tenant))
    return [] if place is None else permission_lists.owners(session, place)


def _end_administrators(session: Session, actor: str, giver: giver_rights.Giver, only: Collection[str]) -> None:
    others = [pair for pair in permission_lists.administrator_grants(session, giver.place) if pair[0] not in only]
    if any(username == giver.user.username for username, _ in others):
        raise Conflict(
            f"You administer {giver.place.name} by a grant of your own: name {giver.user.username} among the "
            "administrators, too, or give the grant up at the user center.",
            code="would_end_own_right",
        )
    for _, grant in others:
        _leave(session, actor, giver, grant, set(grant.authority_ids()) - {giver.administer()})


def _find(session: Session, cluster_id: int, resource: ResourceName) -> places.Place | None:
    """The place of this name, if it lives on the cluster."""
    place = places_by_name.place_of(session, resource)
    return place if place is not None and cluster_id in place.clusters else None


def _give(session: Session, actor: str, giver: giver_rights.Giver, user: User, authorities: set[int]) -> None:
    role = roles.personal_role_of(session, user.id)
    delegation.check_grant(session, giver, role, giver_rights.Offer(authorities, Window(giver.now)))
    grants = _grants_on(session, role.id, giver.place)
    existing = _plain_authorities(grants)
    missing = authorities - existing.union(*map(parts, existing & AUTHORITIES.keys()))
    if missing:
        grant_changes.give(session, giver.user, role, *giver.place.key, missing, recorded_as=actor, now=giver.now)


def _revoke(session: Session, actor: str, giver: giver_rights.Giver, user: User, rights: Collection[Right]) -> bool:
    """Takes the rights out of each plain grant on the place; a grant that has nothing left is revoked. True if there
    was anything to take."""
    grants = _grants_on(session, roles.personal_role_of(session, user.id).id, giver.place)
    plain, changed = [grant for grant in grants if is_plain(grant)], False
    for grant in plain:
        kept = {left for authority in grant.authority_ids() for left in _without(authority, rights)}
        authorities_elsewhere = _plain_authorities(other for other in plain if other is not grant)
        kept -= authorities_elsewhere - set(grant.authority_ids())  # each only once
        if kept != set(grant.authority_ids()):
            _leave(session, actor, giver, grant, kept)
            changed = True
    return changed


def _leave(session: Session, actor: str, giver: giver_rights.Giver, grant: Grant, kept: Collection[int]) -> None:
    """Leaves these authorities of the grant; without any it is revoked."""
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
            if kind == ResourceType.TOPIC:
                message += " Functions, sources, sinks and packages are asked for, and given, on the namespace."
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
    return {authority for grant in grants if is_plain(grant) for authority in grant.authority_ids()}


def _grants_on(session: Session, role_id: int, place: places.Place) -> list[Grant]:
    conditions = Grant.role_id == role_id, Grant.res_type == place.key[0], Grant.res_id == place.key[1]
    return list(session.scalars(select(Grant).where(*conditions).order_by(Grant.id)))
