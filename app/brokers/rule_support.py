"""Whether every broker of some clusters knows rules about subscriptions; one that does not would let everybody in."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.subscription_rules import LIMIT
from app.brokers.models import BrokerRegistration
from app.errors import Conflict

_SHOWN = 10


def refuse_unknowing(session: Session, cluster_ids: Collection[int], now: int) -> None:
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
