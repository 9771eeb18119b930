"""Reads the records of a broker's snapshot: all of them, or only named ones. Snapshot and delta share these readers, so
that a delta cannot disagree with the snapshot. Each reader runs a fixed number of queries, whatever the size."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from json.encoder import encode_basestring
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, String, bindparam, literal, literal_column, select
from sqlalchemy.orm import Session, aliased

from app.access import limits, user_records
from app.access.names import ROOT_NAME, ResourceType
from app.grants import grant_limits, places
from app.grants.models import Grant, UserRole
from app.identity.models import User
from app.platform.database import any_of, slices
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.resources.placement import lives_on
from app.tokens import keys as signing_keys
from app.tokens.models import RevokedToken

Record = dict[str, Any]
Rows = Select[*tuple[Any, ...]]
T = TypeVar("T", int, str)

NAMESPACE_NAME = Tenant.name + "/" + Namespace.name
TOPIC_NAME = Topic.domain + "://" + Tenant.name + "/" + Namespace.name + "/" + Topic.name
_AT_A_TIME = 5000
_TAKEN_LATE_MS = 120_000
"""Brokers accept a token for a while after its end: userCenterTokenLeewaySeconds (60 at most) and clock differences."""


MAIN = aliased(User)
"""The main account of a `User`. Built once, like the statements: building one costs more than executing it."""
_PEOPLE = select(
    User.id, User.username, User.status, MAIN.username, User.cred_version, User.tokens_from, User.cidrs
).join(MAIN, MAIN.id == User.parent, isouter=True)

_PEOPLE_IN_ROLES = (
    _PEOPLE.add_columns(UserRole.role_id)
    .join(UserRole, UserRole.user_id == User.id, isouter=True)
    .order_by(User.id, UserRole.role_id)
)


def users(session: Session, names: Collection[str] | None = None) -> list[Record]:
    """Users by name, each with its roles (ascending) and its main account."""
    found: dict[int, Record] = {}
    for condition in slices_of(User.username, names):
        for row in session.execute(_PEOPLE.where(condition)):
            found[row[0]] = user_record(*row[1:])
    for condition in slices_of(UserRole.user_id, None if names is None else found):
        for user_id, role_id in session.execute(select(UserRole.user_id, UserRole.role_id).where(condition)):
            if user_id in found:
                found[user_id]["roles"].append(role_id)
    for record in found.values():
        record["roles"].sort()
    return sorted(found.values(), key=lambda record: str(record["name"]))


def each_user(session: Session) -> Iterator[Record]:
    """All of them, by id. They are read while the caller iterates."""
    rows = session.connection().execution_options(yield_per=_AT_A_TIME).execute(_PEOPLE_IN_ROLES)
    for _, of_user in groupby(rows, key=lambda row: row[0]):
        (_, *values, role), *more = of_user
        yield {**user_record(*values), "roles": [] if role is None else [role, *(row[-1] for row in more)]}


def user_record(
    name: str, status: str, main: str | None, cred: int, tokens_from: int, networks: Collection[str] | None = None
) -> Record:
    """A user without its roles, as brokers are told. `networks`: where it may act from; None: anywhere."""
    standing = user_records.status_fields(status, networks)
    return {"name": name, **standing, "main": main, "cred": cred, "tokens_from": tokens_from, "roles": []}


def grants(session: Session, cluster_id: int | None, roles: Collection[int] | None = None) -> list[Record]:
    """Grants that count on the cluster, by id; with `cluster_id` None only those on the root."""
    found: list[Record] = []
    for of_role in slices_of(Grant.role_id, roles):
        for statement in _grant_statements(cluster_id):
            found.extend(_grant(row) for row in session.execute(statement.where(of_role)))
    return sorted(found, key=lambda record: int(record["id"]))


def grant_texts(session: Session, cluster_id: int) -> Iterator[str]:
    """The same grants as JSON texts, by type of place, then by id. They are read while the caller iterates."""
    for statement in _grant_statements(cluster_id):
        rows = session.connection().execution_options(yield_per=_AT_A_TIME).execute(statement.order_by(Grant.id))
        for row in rows:
            number, role, res_type, authorities, start, end, *limited, name = row
            if any(limit is not None for limit in limited):
                yield json.dumps(_grant(row), ensure_ascii=False, separators=(",", ":"))
                continue
            window = f'"from":{_number(start)},"until":{_number(end)}'
            named = encode_basestring(name)
            yield f'{{"id":{number},"role":{role},"type":{res_type},"name":{named},"auth":[{authorities}],{window}}}'


def _number(value: int | None) -> str:
    return "null" if value is None else str(value)


def grants_by_id(session: Session, cluster_id: int, ids: Collection[int]) -> list[Record]:
    """Those of the grants that exist and count on the cluster, by id.

    Each pushed change waits for this, so the statements are few and prepared, and places are not read when no grant
    exists.
    """
    rows = grant_rows(session, ids)
    where = places.places_of(session, [key for key, _ in rows])
    found = []
    for key, values in rows:
        place = where.get(key)
        if place is not None and (not place.clusters or cluster_id in place.clusters):
            found.append(_grant((*values, place.name)))
    return found


def grant_rows(session: Session, ids: Collection[int]) -> list[tuple[places.Key, list[Any]]]:
    """Those of the grants that exist, by id: the key of the place, and the values of `GRANT_COLUMNS`."""
    rows: list[tuple[places.Key, list[Any]]] = []
    for part in slices(ids):
        found = session.connection().execute(_BY_ID, {"ids": part})
        rows.extend(((values[2], res_id), values) for *values, res_id in found)
    return rows


def grants_under_tenants(session: Session, names: Collection[str]) -> set[int]:
    """Ids of all grants on these tenants or below them, on any cluster."""
    found: set[int] = set()
    for named in slices_of(Tenant.name, names):
        for res_type, (resource, _name) in BELOW_TENANTS.items():
            statement = _join_places(res_type, resource, select(Grant.id))
            found.update(session.scalars(statement.where(named)))
    return found


def invalid(session: Session, cluster_id: int) -> list[str]:
    """Names of the cluster's closed resources: marked invalid, or being removed. Nobody may touch their data."""
    return sorted(_closed(session, lives_on(cluster_id)))


def closed_anywhere(session: Session) -> set[str]:
    """Names of the closed resources of every cluster."""
    return set(_closed(session))


def invalid_under_tenants(session: Session, tenants: Collection[str]) -> set[str]:
    """Names of the closed resources of these tenants, on any cluster."""
    return {name for named in slices_of(Tenant.name, tenants) for name in _closed(session, named)}


def _closed(session: Session, *conditions: ColumnElement[bool]) -> Iterator[str]:
    """Names of the closed resources whose tenants meet these conditions."""
    for model, name in BELOW_TENANTS.values():
        query = up_to_tenant(select(name).select_from(model), model)
        yield from session.scalars(query.where(is_closed(model), *conditions))


def is_closed(model: Any) -> ColumnElement[bool]:
    """A condition: the resource is closed (marked invalid, or being removed), so nobody may touch its data."""
    # Few of many resources are closed. No index serves `!=`, and SQLite uses none for an OR; three ranges use it.
    ranges = (model.is_valid < 1, model.is_valid > 1, model.deleting > 0)
    closed: ColumnElement[bool] = model.id.in_(any_of(*(select(model.id).where(condition) for condition in ranges)))
    return closed


def keys(session: Session) -> list[Record]:
    """The public keys that verify tokens, by key id."""
    return sorted(signing_keys.public_keys(session), key=lambda key: key["kid"])


def revoked_tokens(session: Session, now: int, jtis: Collection[str] | None = None) -> list[Record]:
    """Revoked token ids. Tokens that no broker accepts any more, because they have expired, are left out."""
    found: list[Record] = []
    for condition in slices_of(RevokedToken.jti, jtis):
        query = select(RevokedToken.jti, RevokedToken.valid_until)
        query = query.where(condition, RevokedToken.valid_until > now - _TAKEN_LATE_MS)
        found.extend({"jti": jti, "exp": exp} for jti, exp in session.execute(query))
    return sorted(found, key=lambda record: str(record["jti"]))


BELOW_TENANTS: Mapping[ResourceType, tuple[type[Tenant | Namespace | Topic], ColumnElement[str]]] = {
    ResourceType.TENANT: (Tenant, Tenant.name.expression),
    ResourceType.NAMESPACE: (Namespace, NAMESPACE_NAME),
    ResourceType.TOPIC: (Topic, TOPIC_NAME),
}


def slices_of(column: Any, values: Collection[T] | None) -> Iterator[ColumnElement[bool]]:
    """Conditions that together cover all values, one per slice; without values, one that is always true."""
    if values is None:
        yield literal_column("1") == literal_column("1")
        return
    yield from (column.in_(part) for part in slices(values))


def up_to_tenant(statement: Rows, model: Any) -> Rows:
    """The statement about places of this type, with their tenants (and namespaces) joined."""
    if model is Topic:
        statement = statement.join(Namespace, Namespace.id == Topic.namespace)
    return statement if model is Tenant else statement.join(Tenant, Tenant.id == model.tenant)


def _join_places(res_type: int, model: Any, statement: Rows) -> Rows:
    on_place = (Grant.res_type == res_type) & (Grant.res_id == model.id)
    return up_to_tenant(statement.select_from(Grant).join(model, on_place), model)


GRANT_COLUMNS = (
    Grant.id, Grant.role_id, Grant.res_type, Grant.authorities, Grant.valid_from, Grant.valid_until, Grant.name_prefix,
    Grant.subscriptions, Grant.cidrs,
)  # fmt: skip
"""What a grant's record is made of, but for the name of its place."""
_BY_ID = select(*(Grant.__table__.c[column.key] for column in (*GRANT_COLUMNS, Grant.res_id)))
_BY_ID = _BY_ID.where(Grant.__table__.c.id.in_(bindparam("ids", expanding=True))).order_by(Grant.__table__.c.id)


def _grant_statements(cluster_id: int | None) -> Iterable[Rows]:
    yield select(*GRANT_COLUMNS, literal(ROOT_NAME, String)).where(Grant.res_type == int(ResourceType.ROOT))
    if cluster_id is None:
        return
    yield (
        select(*GRANT_COLUMNS, Cluster.name)
        .join(Cluster, Cluster.id == Grant.res_id)
        .where(Grant.res_type == int(ResourceType.CLUSTER), Cluster.id == cluster_id)
    )
    for res_type, (model, name) in BELOW_TENANTS.items():
        yield _join_places(res_type, model, select(*GRANT_COLUMNS, name)).where(lives_on(cluster_id))


def _grant(row: Any) -> Record:
    number, role, res_type, authorities, start, end, *limited, name = row
    # The stored list consists of digits and commas only, so with brackets it is JSON.
    return {
        "id": number,
        "role": role,
        "type": res_type,
        "name": name,
        **limits.record(json.loads(f"[{authorities}]"), grant_limits.read(*limited)),
        "from": start,
        "until": end,
    }
