"""What hangs on the things that an import made: grants, members, places below, credentials."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.desired_state.importing.made import Thing
from app.grants.models import Grant, Role, UserRole
from app.identity.models import ClientKey, ClientSecret, User
from app.resources.models import Namespace, SubscriptionRule, Topic
from app.tokens.models import ApiToken

Uses = Mapping[Thing, Collection[Thing]]
_Query = Select[Any, int]


def _grants_on(kind: ResourceType) -> _Query:
    return select(Grant.res_id, Grant.id).where(Grant.res_type == int(kind))


_MEMBERSHIPS = (
    select(UserRole.user_id, UserRole.role_id)
    .join(Role, Role.id == UserRole.role_id)
    .where(Role.personal_of.is_(None) | (Role.personal_of != UserRole.user_id))
)
_QUERIES: Mapping[str, Collection[tuple[str, _Query]]] = {
    "topic": [("grant", _grants_on(ResourceType.TOPIC))],
    "namespace": [
        ("grant", _grants_on(ResourceType.NAMESPACE)),
        ("topic", select(Topic.namespace, Topic.id)),
        ("subscription_rule", select(SubscriptionRule.namespace, SubscriptionRule.id)),
    ],
    "tenant": [("grant", _grants_on(ResourceType.TENANT)), ("namespace", select(Namespace.tenant, Namespace.id))],
    "role": [
        ("grant", select(Grant.role_id, Grant.id)),
        ("member", select(UserRole.role_id, UserRole.user_id)),
    ],
    "user": [
        ("grant", select(Role.personal_of, Grant.id).join(Grant, Grant.role_id == Role.id)),
        ("user", select(User.parent, User.id)),
        ("membership", _MEMBERSHIPS),
        ("password", select(User.id, User.id).where(User.passwd.is_not(None))),
        ("client_secret", select(ClientSecret.user_id, ClientSecret.id)),
        ("client_key", select(ClientKey.user_id, ClientKey.id)),
        ("api_token", select(ApiToken.user_id, ApiToken.id)),
    ],
}  # fmt: skip


def of(session: Session, kind: str, ids: Collection[int] | None = None) -> dict[Thing, set[Thing]]:
    """What hangs on things of this kind. `ids`: of these alone, a few hundred at most; None: of all."""
    found: defaultdict[Thing, set[Thing]] = defaultdict(set)
    for used_kind, query in _QUERIES.get(kind, ()):
        owner: Any = query.selected_columns[0]
        for thing_id, used_id in session.execute(query if ids is None else query.where(owner.in_(ids))):
            found[kind, thing_id].add((used_kind, used_id))
    if kind == "user":
        for user_id, rule_id in _listed_users(session):
            found[kind, user_id].add(("subscription_rule", rule_id))
    return found


def _listed_users(session: Session) -> Iterator[tuple[int, int]]:
    """User and rule that lists it."""
    for rule in session.scalars(select(SubscriptionRule)):
        for user_id in rule.user_ids():
            yield user_id, rule.id
