"""Adopting a value: the center wishes what the cluster has, and what it wished before when that is undone."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.brokers import rule_support
from app.drift import creating
from app.drift.adopting_grants import users_behind
from app.drift.models import DriftLine
from app.errors import Conflict
from app.identity.models import User
from app.resources import policies, resource_rows, subscription_rules
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.resources.resource_rows import Row


def take_over(session: Session, by: User, line: DriftLine, row: Row, now: int) -> dict[str, Any]:
    """Give the row the cluster's value. Returns the old one. Raises Conflict, and what changing raises."""
    if line.field == "subscription_grant" and isinstance(row, Namespace):
        users_behind(session, line, line.actual_value())
    if line.field == "allowed_clusters":
        _known_clusters(session, line)
    _change(session, by, row, line, line.actual_value(), now)
    return {"value": line.wished_value()}


def give_back(session: Session, by: User, line: DriftLine, row: Row, value: Any, now: int) -> None:
    """Wish the old value again; a policy without a job, or the cluster would be changed."""
    if line.field == "policy" and not isinstance(row, Tenant):
        tenant, kind = session.get_one(Tenant, row.tenant), creating.kind_of(row)
        wish, cluster = policies.stored(_wish(row, line, value)), resource_rows.only_cluster(tenant)
        resource_rows.change(session, by.username, kind, row, line.place, cluster, policies=wish)
    else:
        _change(session, by, row, line, value, now)


def _change(session: Session, by: User, row: Row, line: DriftLine, value: Any, now: int) -> None:
    if line.field == "allowed_clusters" and isinstance(row, Tenant):
        wanted = set(session.scalars(select(Cluster.id).where(Cluster.name.in_(value))))
        if set(row.cluster_ids()) - wanted:
            raise Conflict("A tenant does not leave a cluster this way.", code="not_adoptable")
        creating.extend(session, by.username, row, wanted, now)
    elif line.field == "subscription_grant" and isinstance(row, Namespace):
        _rule(session, by, row, line, value)
    elif line.field == "subscription_auth_mode" and isinstance(row, Namespace):
        rule_support.change(session, by.username, row, now, subscription_auth_mode=value)
    elif line.field == "policy" and not isinstance(row, Tenant):
        # Its jobs find it set here, and set it on other clusters.
        policies.change(session, by.username, row, line.place, _wish(row, line, value))
    else:
        tenant = row if isinstance(row, Tenant) else session.get_one(Tenant, row.tenant)
        cluster = resource_rows.only_cluster(tenant)
        resource_rows.change(
            session, by.username, creating.kind_of(row), row, line.place, cluster, **{line.field: value}
        )


def _wish(row: Namespace | Topic, line: DriftLine, value: Any) -> dict[str, Any]:
    """The row's wish with this value of the line's policy; None: without it."""
    wish = {**policies.wish_of(row), str(line.subject): value}
    return {name: one for name, one in wish.items() if one is not None}


def _rule(session: Session, by: User, namespace: Namespace, line: DriftLine, value: list[str] | None) -> None:
    subscription = str(line.subject)
    if value is not None:
        people = {user.username for user in users_behind(session, line, value)}
        subscription_rules.put(session, by.username, namespace, subscription, sorted(people))
        return
    rule = subscription_rules.find(session, namespace, subscription)
    if rule is not None:
        subscription_rules.remove(session, by.username, namespace, rule)


def _known_clusters(session: Session, line: DriftLine) -> None:
    wanted = set(line.actual_value())
    known = set(session.scalars(select(Cluster.name).where(Cluster.name.in_(wanted), Cluster.gone == 0)))
    if missing := sorted(wanted - known):
        raise Conflict(f"The user center knows no cluster {missing[0]}.", code="not_adoptable", cluster=missing[0])
