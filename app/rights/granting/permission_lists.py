"""What Pulsar's own answers say about rights: permissions of a namespace or topic, `auth_policies`, `adminRoles`.

They list what their words can say, as it was given: grants on that very place to users themselves, without window and
limits. So what a program gave through Pulsar comes back as it was sent, whatever else somebody holds there. Grants with
windows or limits, to shared roles or on places above are neither listed nor changed by these words.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from app.access import pulsar_actions
from app.access.names import ResourceType
from app.access.vocabulary import AUTHORITIES, Right, administering
from app.grants import places, roles
from app.grants.models import Grant, Role
from app.identity import users
from app.identity.models import User
from app.platform.errors import Conflict, NotAllowed
from app.resources import clusters
from app.resources.models import Topic
from app.rights.granting import giver_rights

Permissions = dict[str, list[str]]
"""User name → Pulsar's actions."""


def is_plain(grant: Grant) -> bool:
    """True for a grant without window and limits: all that Pulsar's words can say."""
    return grant.valid_from is None and grant.valid_until is None and grant.limits is None


def of_place(session: Session, cluster_id: int, actor: str | None, place: places.Place, now: int) -> Permissions:
    """The permissions given on this resource itself. Raises NotFound when the actor may not see it, NotAllowed for an
    unknown actor."""
    if actor:
        asker_named(session, actor, place, now).require_visible()
    granted = _granted(session, Grant.res_type == place.key[0], Grant.res_id == place.key[1])
    return _listed(session, cluster_id, granted).get(place.key[1], {})


def of_topics_in(session: Session, cluster_id: int, namespace: places.Place) -> dict[str, Permissions]:
    """Full topic name → the permissions given on that topic itself, for the topics that have any."""
    inside = select(Topic.id).where(Topic.namespace == namespace.key[1])
    granted = _granted(session, Grant.res_type == ResourceType.TOPIC, Grant.res_id.in_(inside))
    listed = _listed(session, cluster_id, granted)
    named = select(Topic.id, Topic.domain, Topic.name).where(Topic.namespace == namespace.key[1])
    return {
        f"{domain}://{namespace.name}/{name}": listed[topic]
        for topic, domain, name in session.execute(named)
        if topic in listed
    }


def administrators(
    session: Session, actor: str | None, tenant: places.Place, now: int
) -> tuple[list[str], list[str]] | None:
    """Whom `adminRoles` of the tenant names: the users that were given 104 there, and the owners, if the cluster's own
    list has them; None when the actor does not administer the tenant. Raises as `of_place`."""
    if actor:
        asker = asker_named(session, actor, tenant, now)
        asker.require_visible()
        if not asker.administers():
            return None
    return [username for username, _ in administrator_grants(session, tenant)], owners(session, tenant)


def administrator_grants(session: Session, tenant: places.Place) -> list[tuple[str, Grant]]:
    """The users that were given 104 on the tenant, by name, with the grant of each. Owners are not among them."""
    return [pair for pair in _administering(session, tenant) if pair[1].granted_by_id]


def owners(session: Session, tenant: places.Place) -> list[str]:
    """The users that administer the tenant because they made it. Nobody gave that, so nobody takes it by sending a list
    of administrators; whether such a list names them is known to the cluster alone."""
    return [username for username, grant in _administering(session, tenant) if not grant.granted_by_id]


def _administering(session: Session, tenant: places.Place) -> list[tuple[str, Grant]]:
    granted = _granted(session, Grant.res_type == tenant.key[0], Grant.res_id == tenant.key[1])
    administer = administering(ResourceType.TENANT)
    return sorted((pair for pair in granted if administer in pair[1].authority_ids()), key=lambda pair: pair[0])


def _granted(session: Session, *conditions: ColumnElement[bool]) -> Iterator[tuple[str, Grant]]:
    """User name and grant: the plain grants to users themselves that meet these conditions."""
    query = select(User.username, Grant).join(Role, Role.id == Grant.role_id).join(User, User.id == Role.personal_of)
    return ((username, grant) for username, grant in session.execute(query.where(*conditions)) if is_plain(grant))


def _listed(session: Session, cluster_id: int, granted: Iterable[tuple[str, Grant]]) -> dict[int, Permissions]:
    """Id of the place → its permissions; users without an action are left out."""
    rights: defaultdict[tuple[int, str], set[Right]] = defaultdict(set)
    for username, grant in granted:
        for number in grant.authority_ids():
            if number in AUTHORITIES:
                rights[grant.res_id, username] |= AUTHORITIES[number].rights
    meaning = pulsar_actions.meaning(manages=clusters.find(session, cluster_id).consume_manages_subscriptions)
    listed: defaultdict[int, Permissions] = defaultdict(dict)
    for (place, username), held in sorted(rights.items()):
        if actions := sorted(action for action in meaning if meaning[action] <= held):
            listed[place][username] = actions
    return listed


def refuse_revocation(session: Session, giver: giver_rights.Giver, user: User, rights: Collection[Right]) -> None:
    """Raises Conflict `not_in_pulsars_words` when a revocation by pulsar-admin would change nothing although the user
    has one of the rights by a grant on the place that these lists leave out: success would be taken for the end of the
    right. Tells nothing to somebody who does not decide about grants there."""
    if not giver.administers():
        return
    on_place = Grant.res_type == giver.place.key[0], Grant.res_id == giver.place.key[1]
    query = select(Grant, Role).join(Role, Role.id == Grant.role_id).where(*on_place)
    for grant, role in session.execute(query.where(Role.id.in_(roles.ids_of(user.id))).order_by(Grant.id)):
        lasts = grant.valid_until is None or grant.valid_until > giver.now
        numbers = AUTHORITIES.keys() & set(grant.authority_ids())
        if lasts and any(not AUTHORITIES[number].rights.isdisjoint(rights) for number in numbers):
            how = f"through the shared role {role.role_name}" if role.personal_of is None else "with a window or limits"
            raise Conflict(
                f"{user.username} holds this on {giver.place.name} {how}, which pulsar-admin and Terraform neither "
                "show nor change; nothing was revoked. Revoke it at the user center.",
                code="not_in_pulsars_words",
            )


def asker_named(session: Session, actor: str | None, place: places.Place, now: int) -> giver_rights.Giver:
    """The user of this name, who only reads. Raises NotAllowed for an unknown one."""
    user = users.by_name(session, actor or "")
    if user is None:
        raise NotAllowed("The user center does not know who asks for this.", reason="UNKNOWN_PRINCIPAL")
    return giver_rights.giver(session, user, place, now)
