"""Reads the rules about subscriptions for snapshots, deltas and decisions: one statement, and a second if somebody is
listed."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, select, true
from sqlalchemy.orm import Session

from app.access.subscription_rules import Mode, SubscriptionRules
from app.platform.database import any_of
from app.resources.models import Namespace, SubscriptionRule, Tenant
from app.resources.placement import lives_on
from app.resources.subscription_rules import names_by_id
from app.rights.snapshot_records import NAMESPACE_NAME, slices_of

_RULED = any_of(
    select(SubscriptionRule.namespace), select(Namespace.id).where(Namespace.subscription_auth_mode == Mode.PREFIX)
)
_QUERY = (
    select(
        NAMESPACE_NAME, Tenant.clusters, Namespace.subscription_auth_mode, SubscriptionRule.subscription,
        SubscriptionRule.users,
    )
    .select_from(Namespace)
    .join(Tenant, Tenant.id == Namespace.tenant)
    .join(SubscriptionRule, SubscriptionRule.namespace == Namespace.id, isouter=True)
    .where(Namespace.id.in_(_RULED))
)  # fmt: skip
Found = tuple[SubscriptionRules, frozenset[int]]


def records(session: Session, cluster_id: int, names: Collection[str] | None = None) -> list[dict[str, Any]]:
    """The records of the cluster's namespaces that have rules, by name; only those in `names`."""
    tenants = None if names is None else {namespace.partition("/")[0] for namespace in names}
    found = (rules for rules, _ in read(session, lives_on(cluster_id), tenants))
    chosen = [rules.to_json() for rules in found if names is None or rules.namespace in names]
    return sorted(chosen, key=lambda record: str(record["namespace"]))


def is_any(session: Session, cluster_id: int) -> bool:
    """True when a namespace of the cluster has rules."""
    query = select(Namespace.id).join(Tenant, Tenant.id == Namespace.tenant).where(Namespace.id.in_(_RULED))
    return session.scalars(query.where(lives_on(cluster_id)).limit(1)).first() is not None


def under_tenants(session: Session, tenants: Collection[str]) -> set[str]:
    """Names of the namespaces of these tenants that have rules, on any cluster."""
    return {rules.namespace for rules, _ in read(session, true(), tenants)}


def read(session: Session, condition: ColumnElement[bool], tenants: Collection[str] | None) -> list[Found]:
    """The rules of namespaces of these tenants (or of all), each with the ids of its clusters."""
    parts = slices_of(Tenant.name, tenants)
    rows = [row for part in parts for row in session.execute(_QUERY.where(condition, part))]
    names = names_by_id(session, {user_id for row in rows for user_id in _ids(row[4])})
    found: dict[str, tuple[str, str, dict[str, frozenset[str]]]] = {}
    for namespace, clusters, mode, subscription, listed in rows:
        users = found.setdefault(namespace, (clusters, mode, {}))[2]
        if subscription is not None:
            users[subscription] = frozenset(names[user_id] for user_id in _ids(listed) if user_id in names)
    return [
        (SubscriptionRules(namespace, mode, users), frozenset(_ids(clusters)))
        for namespace, (clusters, mode, users) in found.items()
    ]


def _ids(listed: str | None) -> list[int]:
    return [int(text) for text in (listed or "").split(",") if text]
