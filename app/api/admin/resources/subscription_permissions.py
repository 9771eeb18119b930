"""Rules about subscriptions of a namespace: set and removed by who administers the namespace, listed also for its
auditors."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Query, Response
from pydantic import Field, StringConstraints

from app.access.names import ResourceType
from app.access.subscription_rules import ModeName
from app.api.admin.resources import resource_items as shared
from app.api.callers import Caller
from app.api.guard import SignedIn, SignedInToChange
from app.api.paging import ApiModel, Body, Id, Printable, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import IfMatch, Seen, tagged, version_of
from app.platform.clock import now_ms
from app.platform.errors import existing
from app.resources import rule_support, subscription_rules
from app.resources.models import Namespace, SubscriptionRule
from app.resources.subscription_rules import LONGEST, MOST_USERS

router = ChangingRouter(prefix="/namespaces", tags=["namespaces"])
KIND = ResourceType.NAMESPACE
Subscription = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST), Printable]
Username = Annotated[str, StringConstraints(min_length=1, max_length=128), Printable]


class SubscriptionPermission(Body):
    """The only users that may use a subscription, as far as they may read. An empty list: only who administers."""

    model_config = examples({"subscription": "billing", "users": ["billing-job"]})

    subscription: Subscription
    users: Annotated[list[Username], Field(max_length=MOST_USERS)]


class SubscriptionPermissionItem(ApiModel):
    """The only users that may use a subscription."""

    subscription: str
    users: list[str]


class SubscriptionPermissions(ApiModel):
    """The rules of a namespace. `subscription_auth_mode` Prefix: subscriptions must begin with the name of the user."""

    subscription_auth_mode: ModeName
    version: str
    items: list[SubscriptionPermissionItem]


@router.get("/{namespace_id}/subscription-permissions", summary="Who alone may use subscriptions")
def list_subscription_permissions(caller: SignedIn, namespace_id: Id, response: Response) -> SubscriptionPermissions:
    """The rules of the namespace, by subscription. Needs authority 204 or 207."""
    row = shared.find_visible(caller, Namespace, namespace_id)
    shared.require(caller, "center:AUDIT_NAMESPACE", KIND, row.id)
    return _answer(caller, row, response)


@router.put(
    "/{namespace_id}/subscription-permissions",
    summary="Let only these users use a subscription",
    responses=responses(409),
)
def put_subscription_permission(
    caller: SignedInToChange, namespace_id: Id, body: SubscriptionPermission, seen: Seen, response: Response
) -> SubscriptionPermissions:
    """Replaces the list of the subscription. It gives no right: whoever is listed still needs the right to read. Needs
    authority 204, whose holders are not bound."""
    row = _find(caller, namespace_id, seen)
    rule_support.put(caller.session, caller.username, row, body.subscription, body.users, now_ms())
    return _answer(caller, row, response)


@router.delete("/{namespace_id}/subscription-permissions", summary="Open a subscription to everybody who may read")
def delete_subscription_permission(
    caller: SignedInToChange,
    namespace_id: Id,
    subscription: Annotated[Subscription, Query()],
    seen: Seen,
    response: Response,
) -> SubscriptionPermissions:
    """Removes the rule of the subscription. Needs authority 204."""
    row = _find(caller, namespace_id, seen)
    rule = existing(
        subscription_rules.find(caller.session, row, subscription), "There is no rule about this subscription."
    )
    subscription_rules.remove(caller.session, caller.username, row, rule)
    return _answer(caller, row, response)


def _find(caller: Caller, namespace_id: int, seen: IfMatch) -> Namespace:
    row = shared.find_administered(caller, Namespace, namespace_id)
    seen.check(_version(row, subscription_rules.rules_of(caller.session, row)))
    return row


def _answer(caller: Caller, row: Namespace, response: Response) -> SubscriptionPermissions:
    rules = subscription_rules.rules_of(caller.session, row)
    names = subscription_rules.names_of(caller.session, rules)
    items = [SubscriptionPermissionItem(subscription=rule.subscription, users=_users(rule, names)) for rule in rules]
    return tagged(response, SubscriptionPermissions.of(row, version=_version(row, rules), items=items))


def _version(row: Namespace, rules: Sequence[SubscriptionRule]) -> str:
    """The version of all rules of the namespace together."""
    return version_of(row.update_time + sum(rule.update_time for rule in rules))


def _users(rule: SubscriptionRule, names: dict[int, str]) -> list[str]:
    return sorted(names[user_id] for user_id in rule.user_ids() if user_id in names)
