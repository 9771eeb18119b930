"""Who made a cluster's credentials and broker tokens, and whether that user still administers the cluster.

Credentials stay valid when their maker loses that right: to end them would cut the cluster off because a person left.
Instead, lists and the first page show it (decision 0053).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.decision import holds_authority
from app.access.names import ROOT, ResourceName, ResourceType
from app.access.vocabulary import SUPER_USER
from app.audit.trail.models import TrailEntry
from app.brokers.models import ClusterCredential
from app.grants import places
from app.identity.models import User
from app.platform.clock import now_ms
from app.resources import cluster_users
from app.resources.models import Cluster
from app.rights import snapshots
from app.rights.local_rights import LocalRights
from app.tokens.models import ApiToken

_SYSTEM = "system"
"""Who controls the center's machine and database: `usercenter broker-files`. No user can have this name."""
_CREDENTIAL, _TOKEN = "cluster_credential.create", "token.create"


@dataclass(frozen=True)
class Issuer:
    """The maker, by the audit log, and whether the maker may make such a credential today."""

    name: str | None
    administers: bool


_NOBODY = Issuer(None, administers=False)
"""For a credential that is older than the audit log."""


def of_credentials(session: Session, cluster: Cluster, ids: Sequence[int]) -> dict[int, Issuer]:
    """The makers of these credentials of the cluster, by id."""
    issuers = _judge(session, cluster, _makers(session, _CREDENTIAL, [str(credential) for credential in ids]))
    return {credential: issuers.get(str(credential), _NOBODY) for credential in ids}


def living_broker_tokens(session: Session, cluster: Cluster) -> list[tuple[ApiToken, Issuer]]:
    """The valid tokens of the cluster's brokers, newest first, with their makers."""
    alive = [jti for jti, _ in _living_tokens(session, [cluster_users.broker_username(cluster.name)])]
    tokens = session.scalars(select(ApiToken).where(ApiToken.jti.in_(alive)).order_by(ApiToken.id.desc())).all()
    issuers = _judge(session, cluster, _makers(session, _TOKEN, alive))
    return [(token, issuers.get(token.jti, _NOBODY)) for token in tokens]


def count_outlived(session: Session) -> dict[int, int]:
    """Cluster id → number of credentials and broker tokens whose makers no longer administer the cluster."""
    found = {row.id: row for row in session.scalars(select(Cluster)).all()}
    made: dict[int, list[str | None]] = {cluster: [] for cluster in found}
    rows = session.execute(select(ClusterCredential.id, ClusterCredential.cluster_id)).all()
    by = _makers(session, _CREDENTIAL, [str(credential) for credential, _ in rows])
    for credential, cluster in rows:
        made[cluster].append(by.get(str(credential)))
    names = {cluster_users.broker_username(row.name): row.id for row in found.values()}
    tokens = _living_tokens(session, sorted(names))
    by = _makers(session, _TOKEN, [jti for jti, _ in tokens])
    for jti, username in tokens:
        made[names[username]].append(by.get(jti))
    # Most makers administer the center. Only for the others the rights on the cluster are read.
    makers = {maker for names in made.values() for maker in names if maker and maker != _SYSTEM}
    center = snapshots.snapshot_of(session, None, makers)
    others = makers - {maker for maker in makers if holds_authority(center, maker, SUPER_USER, ROOT, now=now_ms())}
    return {cluster: _count_lacking(session, found[cluster], others, names) for cluster, names in made.items()}


def _count_lacking(session: Session, cluster: Cluster, others: set[str], made: Sequence[str | None]) -> int:
    people = others.intersection(maker for maker in made if maker)
    judged = _judge(session, cluster, {maker: maker for maker in people})
    return sum(maker is None or (maker in people and not judged[maker].administers) for maker in made)


def _living_tokens(session: Session, names: Sequence[str]) -> list[tuple[str, str]]:
    """(token id, user name) of the valid tokens of these users."""
    alive = ApiToken.revoke_time.is_(None), ApiToken.valid_until > now_ms()
    query = select(ApiToken.jti, User.username).join(User, User.id == ApiToken.user_id)
    return [(jti, username) for jti, username in session.execute(query.where(User.username.in_(names), *alive))]


def _makers(session: Session, action: str, keys: Sequence[str]) -> dict[str, str]:
    if not keys:
        return {}
    entity = action.partition(".")[0]
    creations = TrailEntry.entity == entity, TrailEntry.entity_key.in_(keys), TrailEntry.action == action
    return dict(session.execute(select(TrailEntry.entity_key, TrailEntry.actor).where(*creations)).all())


def _judge(session: Session, cluster: Cluster, makers: dict[str, str]) -> dict[str, Issuer]:
    """Judge the makers by name. If a name was taken by another user since, that user is judged: lists show the name
    too."""
    if not makers:
        return {}
    here = places.place_of(session, int(ResourceType.CLUSTER), cluster.id)
    snapshot = LocalRights(session, set(makers.values())).at(cluster.id, here)
    place, now = ResourceName.of(ResourceType.CLUSTER, cluster.name), now_ms()
    return {
        key: Issuer(name, name == _SYSTEM or holds_authority(snapshot, name, SUPER_USER, place, now=now))
        for key, name in makers.items()
    }
