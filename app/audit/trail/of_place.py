"""The entries of the audit log about one place and everything inside it: resources, grants, rules about subscriptions,
and what was done on clusters, since the place exists.

A name may have been used before. What was recorded about an earlier place of the name is left out, or who gets rights
on the new one would read what the former owner did.
"""

import json
from collections.abc import Iterator

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session

from app.access.names import DOMAINS, ResourceName, ResourceType
from app.access.subscription_rules import key_of
from app.audit.trail.models import TrailEntry
from app.platform.searching import contains_exactly

Condition = ColumnElement[bool]
_BELOW = {ResourceType.NAMESPACE: ("",), ResourceType.TOPIC: tuple(f"{domain}://" for domain in DOMAINS)}
"""Type of resource → how its names begin before that of the tenant."""
_RULE = "subscription_rule"
_BY_NAME = ("cluster_operation", "encryption_key")
"""What was done on the cluster itself, and with encryption keys; the key is the full name of the topic or namespace."""
_ENTITIES = ("tenant", "namespace", "topic", "grant", _RULE, *_BY_NAME)
_NEVER = 2**63 - 1
_CONTENTS = func.coalesce(TrailEntry.after, TrailEntry.before)


def entries(session: Session, place: ResourceName, cluster: int | None = None) -> Condition:
    """A condition on entries. `cluster`: the id of the cluster that the place is; includes those about it alone."""
    if place.type == ResourceType.ROOT:
        return TrailEntry.entity.in_(_ENTITIES)
    if place.type == ResourceType.CLUSTER:
        cluster_names = f'"clusters": [{json.dumps(place.name, ensure_ascii=False)}]'
        grants = and_(TrailEntry.entity == "grant", contains_exactly(_CONTENTS, cluster_names))
        alone = and_(TrailEntry.entity.in_(_ENTITIES), TrailEntry.cluster == cluster)
        return and_(TrailEntry.id >= _begin(session, place), or_(alone, grants))
    found = [
        _is_about(place),
        *_inside(place),
        *_rules(place),
        *_by_name(place),
        and_(TrailEntry.entity == "grant", or_(*_grants(place))),
    ]
    return and_(TrailEntry.id >= _begin(session, place), or_(*found))


def _begin(session: Session, place: ResourceName) -> int:
    """The entry with which the place that exists now began. If none tells that, and one of this name ended before,
    nothing proves which entries are about it."""
    creation = session.scalar(select(func.max(TrailEntry.id)).where(_is_about(place), TrailEntry.before.is_(None)))
    if creation is not None:
        return creation
    ended = select(TrailEntry.id).where(_is_about(place), TrailEntry.after.is_(None)).limit(1)
    return 0 if session.scalars(ended).first() is None else _NEVER


def _is_about(place: ResourceName) -> Condition:
    return and_(TrailEntry.entity == place.type.name.lower(), TrailEntry.entity_key == place.name)


def _beginnings(place: ResourceName) -> Iterator[tuple[ResourceType, str]]:
    """How the names of the resources below begin, by type."""
    for kind, domains in _BELOW.items():
        for domain in domains if kind > place.type else ():
            yield kind, f"{domain}{place.name}/"


def _inside(place: ResourceName) -> Iterator[Condition]:
    for kind, beginning in _beginnings(place):
        yield _begins(kind.name.lower(), beginning)


def _rules(place: ResourceName) -> Iterator[Condition]:
    """Rules are of namespaces: those of a tenant's, and the namespace's own. None is of a topic."""
    if place.type == ResourceType.TENANT:
        yield _begins(_RULE, f"{place.name}/")
    elif place.type == ResourceType.NAMESPACE:
        yield _begins(_RULE, key_of(place.name, ""))


def _by_name(place: ResourceName) -> Iterator[Condition]:
    yield and_(TrailEntry.entity.in_(_BY_NAME), TrailEntry.entity_key == place.name)
    for entity in _BY_NAME:
        for _, beginning in _beginnings(place):
            yield _begins(entity, beginning)


def _begins(entity: str, beginning: str) -> Condition:
    key = func.substr(TrailEntry.entity_key, 1, len(beginning))
    return and_(TrailEntry.entity == entity, key == beginning)


def _grants(place: ResourceName) -> Iterator[Condition]:
    """Their contents tell the place, in JSON with its keys in order. Nobody can write a quotation mark into it."""
    yield contains_exactly(_CONTENTS, _place_json(place.type, place.name))
    for kind, beginning in _beginnings(place):
        yield contains_exactly(_CONTENTS, _place_json(kind, beginning)[:-1])


def _place_json(kind: ResourceType, name: str) -> str:
    return f'"res_type": {int(kind)}, "resource": {json.dumps(name, ensure_ascii=False)}'
