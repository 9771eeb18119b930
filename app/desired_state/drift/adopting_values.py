"""Adopting a value: the center wishes what the cluster has, and what it wished before when that is undone."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.desired_state.drift import answers, missing_places
from app.desired_state.drift.adopting_grants import users_behind
from app.desired_state.drift.models import DriftLine
from app.identity.models import User
from app.platform.errors import Conflict
from app.resources import clusters, policies, resource_rows, rule_support, subscription_rules
from app.resources.models import Cluster, Namespace, Tenant, Topic
from app.resources.resource_rows import Row


def take_over(session: Session, by: User, line: DriftLine, row: Row, now: int) -> dict[str, Any]:
    """Give the row the cluster's value. Returns how `give_back` undoes it. Raises Conflict, what changing raises."""
    value, old = line.actual_value(), _current_value(session, row, line)
    if line.field == "subscription_grant" and value is not None:
        value = sorted({user.username for user in users_behind(session, line, value)})
    if line.field == "allowed_clusters":
        wanted = set(line.actual_value())
        known = set(session.scalars(select(Cluster.name).where(Cluster.name.in_(wanted), Cluster.gone == 0)))
        if missing := sorted(wanted - known):
            raise Conflict(f"The user center knows no cluster {missing[0]}.", code="not_adoptable", cluster=missing[0])
    give(session, by, line, row, value, now)
    return {"value": old, "given": _current_value(session, row, line)}


def give_back(session: Session, by: User, line: DriftLine, row: Row, back: dict[str, Any], now: int) -> None:
    """Give the row its old value, unless somebody gave it another one since. Raises Conflict, and what changing
    raises."""
    current = _current_value(session, row, line)
    answers.refuse_changed(line, changed=current != back.get("given", current))
    give(session, by, line, row, back["value"], now)


def _current_value(session: Session, row: Row, line: DriftLine) -> Any:
    """The row's value of what the line is about; of a rule the names of its users."""
    if line.field == "policy" and not isinstance(row, Tenant):
        return policies.wish_of(row).get(str(line.subject))
    if line.field == "subscription_grant" and isinstance(row, Namespace):
        rule = subscription_rules.find(session, row, str(line.subject))
        return None if rule is None else sorted(subscription_rules.names_of(session, [rule]).values())
    return line.wished_value() if line.field == "allowed_clusters" else getattr(row, line.field)


def give(session: Session, by: User, line: DriftLine, row: Row, value: Any, now: int) -> None:
    """Give the row this value, and nothing to the line's cluster. Raises Conflict, and what changing raises."""
    if line.field == "allowed_clusters" and isinstance(row, Tenant):
        wanted = set(clusters.ids_of(session, value).values())
        if set(row.cluster_ids()) - wanted:
            raise Conflict("A tenant does not leave a cluster this way.", code="not_adoptable")
        missing_places.extend(session, by.username, row, wanted, now)
    elif line.field == "subscription_grant" and isinstance(row, Namespace):
        _rule(session, by, row, str(line.subject), value, now)
    elif line.field == "subscription_auth_mode" and isinstance(row, Namespace):
        rule_support.change(session, by.username, row, now, subscription_auth_mode=value)
    elif line.field == "policy" and not isinstance(row, Tenant):
        # Other clusters of the tenant get it, too.
        policies.change(session, by.username, row, line.place, _wish(row, line, value), already_on=line.cluster)
    else:
        tenant = row if isinstance(row, Tenant) else session.get_one(Tenant, row.tenant)
        cluster = resource_rows.only_cluster(tenant)
        resource_rows.change(
            session, by.username, missing_places.kind_of(row), row, line.place, cluster, **{line.field: value}
        )


def _wish(row: Namespace | Topic, line: DriftLine, value: Any) -> dict[str, Any]:
    """The row's wish with this value of the line's policy; None: without it."""
    wish = {**policies.wish_of(row), str(line.subject): value}
    return {policy: setting for policy, setting in wish.items() if setting is not None}


def _rule(
    session: Session, by: User, namespace: Namespace, subscription: str, names: list[str] | None, now: int
) -> None:
    rule = subscription_rules.find(session, namespace, subscription)
    if names is not None:
        rule_support.put(session, by.username, namespace, subscription, names, now)
    elif rule is not None:
        subscription_rules.remove(session, by.username, namespace, rule)
