"""Rules about subscriptions as of an earlier revision."""

from collections import defaultdict
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.subscription_rules import Mode, SubscriptionRules, namespace_of
from app.audit.trail import history
from app.audit.trail.models import TrailEntry
from app.audit.trail.past.clusters import tenant_of
from app.resources.models import Namespace, Tenant
from app.rights.inquiry.past_places import tenants_on
from app.rights.snapshot_records import NAMESPACE_NAME

_CHANGES = ("namespace.update", "namespace.deleting", "namespace.delete")


def records(session: Session, cluster_id: int, revision: int) -> list[dict[str, Any]]:
    """The records of the namespaces of the cluster that had rules then, by name."""
    users: defaultdict[str, dict[str, frozenset[str]]] = defaultdict(dict)
    for key, content in history.contents(session, revision, "subscription_rule"):
        users[namespace_of(key)][content["subscription"]] = frozenset(content["user_names"])
    modes = _modes(session, revision)
    tenants = tenants_on(session, cluster_id, revision, {tenant_of(name) for name in users.keys() | modes.keys()})
    ruled = sorted(name for name in users.keys() | modes.keys() if tenant_of(name) in tenants)
    return [SubscriptionRules(name, modes.get(name, Mode.NONE), users.get(name, {})).to_json() for name in ruled]


def _modes(session: Session, revision: int) -> dict[str, str]:
    """Namespace → its mode then, of those that had one: they still have it, or were changed since."""
    still = select(NAMESPACE_NAME).select_from(Namespace).join(Tenant, Tenant.id == Namespace.tenant)
    still = still.where(Namespace.subscription_auth_mode != Mode.NONE)
    since = select(TrailEntry.entity_key).where(TrailEntry.revision > revision, TrailEntry.action.in_(_CHANGES))
    names = {*session.scalars(still), *session.scalars(since.distinct())}
    found = history.contents_of(session, revision, "namespace", names)
    modes = {name: content.get("subscription_auth_mode") or Mode.NONE for name, content in found}
    return {name: mode for name, mode in modes.items() if mode != Mode.NONE}
