"""Sets rules about subscriptions once every broker of the clusters knows them; one that does not would let everybody
in. Code that sets them without this module skips the check.

Limits of tokens are checked differently; `known_limits` says why.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.subscription_rules import LIMIT, Mode
from app.platform.errors import Conflict
from app.resources import namespaces, resource_rows, subscription_rules
from app.resources.broker_registration import BrokerRegistration
from app.resources.models import Namespace, SubscriptionRule

_SHOWN = 10


def put(
    session: Session, actor: str, namespace: Namespace, subscription: str, usernames: Collection[str], now: int
) -> SubscriptionRule:
    """Let these users alone use the subscription. Raises what `subscription_rules.put` raises, and Conflict
    `brokers_do_not_know_subscription_rules`."""
    _refuse_unknowing(session, namespaces.tenant_of(session, namespace).cluster_ids(), now)
    return subscription_rules.put(session, actor, namespace, subscription, usernames)


def change(session: Session, actor: str, namespace: Namespace, now: int, **values: Any) -> None:
    """Change columns of a namespace, also the mode of its subscriptions. Raises Conflict `deleting`,
    `brokers_do_not_know_subscription_rules`."""
    tenant = namespaces.tenant_of(session, namespace)
    if values.get("subscription_auth_mode") == Mode.PREFIX and namespace.subscription_auth_mode != Mode.PREFIX:
        _refuse_unknowing(session, tenant.cluster_ids(), now)
    name, cluster = namespaces.full_name(session, namespace), resource_rows.only_cluster(tenant)
    resource_rows.change(session, actor, ResourceType.NAMESPACE, namespace, name, cluster, **values)


def _refuse_unknowing(session: Session, cluster_ids: Collection[int], now: int) -> None:
    """Raises Conflict `brokers_do_not_know_subscription_rules` with brokers that may still decide by the rights of
    their last report and do not know the rules. One that comes later gets a snapshot whose format it refuses."""
    row = BrokerRegistration
    query = select(row.broker, row.limits, row.last_seen, row.max_age_seconds)
    query = query.where(row.cluster_id.in_(sorted(cluster_ids)), row.left_time.is_(None)).order_by(row.broker)
    unknowing = [
        broker
        for broker, limits, last_seen, max_age in session.execute(query)
        if LIMIT not in limits.split(",") and last_seen + max_age * 1000 > now
    ]
    if unknowing:
        raise Conflict(
            f"{len(unknowing)} brokers have a plugin that does not know rules about subscriptions and would let "
            f"everybody in: {', '.join(unknowing[:_SHOWN])}. Update the plugin there first.",
            code="brokers_do_not_know_subscription_rules",
            brokers=unknowing[:_SHOWN],
        )
