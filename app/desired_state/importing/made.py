"""What an import made, read from the audit log: its entries name the import as their origin; and what hangs on it.

Each thing is found by its id, so what was deleted and made again by somebody is not taken for the import's.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail.models import TrailEntry
from app.desired_state.importing.models import Import
from app.grants.models import Grant, Role, UserRole
from app.identity.models import ClientKey, ClientSecret, User
from app.platform.database import Base
from app.resources.models import Cluster, EncryptionKey, Namespace, SubscriptionRule, Tenant, Topic
from app.tokens.models import ApiToken

MODELS: Mapping[str, type[Base]] = {
    "grant": Grant,
    "subscription_rule": SubscriptionRule,
    "topic": Topic,
    "namespace": Namespace,
    "tenant": Tenant,
    "role": Role,
    "user": User,
    "setting": Cluster,
}
"""Kind → table, in the order in which things are taken back: nothing goes before what hangs on it."""
_ORDER = {kind: number for number, kind in enumerate(MODELS)}
Thing = tuple[str, int]
"""Kind and id."""


@dataclass(frozen=True)
class MadeThing:
    """A thing that the import made. `update_time`: of its row, as the import left it (epoch ms)."""

    kind: str
    id: int
    name: str
    update_time: int
    sub_account: bool

    @property
    def thing(self) -> Thing:
        """Kind and id."""
        return self.kind, self.id


def origin(number: int) -> str:
    """The credential of an import's entries in the audit log."""
    return f"import:{number}"


def of(session: Session, run: Import) -> list[MadeThing]:
    """All that it made and did not take back itself, in the order of taking back; sub-accounts before main accounts."""
    query = select(TrailEntry.action, TrailEntry.entity_key, TrailEntry.before, TrailEntry.after)
    mine = query.where(TrailEntry.credential == origin(run.id)).order_by(TrailEntry.id)
    found: dict[Thing, MadeThing] = {}
    for action, key, before, after in session.execute(mine):
        kind, _, verb = action.partition(".")
        state: dict[str, Any] = json.loads(after or before or "{}")
        kind = "setting" if kind == "cluster" else kind  # the only thing of a cluster that an import changes
        thing = kind, int(state.get("id") or 0)
        if kind not in MODELS or not thing[1] or state.get("personal_of") is not None:
            continue  # a personal role comes and goes with its user
        if after is None or state.get("consume_manages_subscriptions", 0) is None:
            found.pop(thing, None)
        elif verb == "create" or kind == "setting" or thing in found:
            found[thing] = _made_thing(kind, key, state)
    return sorted(found.values(), key=lambda made: (_ORDER[made.kind], not made.sub_account, -made.id))


def _made_thing(kind: str, key: str, state: Mapping[str, Any]) -> MadeThing:
    names = {"grant": f"{state.get('role_name')} on {state.get('resource')}", "role": str(state.get("role_name"))}
    return MadeThing(
        kind, int(state["id"]), names.get(kind, key), int(state["update_time"]), state.get("parent") is not None
    )


def users(session: Session) -> frozenset[str]:
    """The existing users that any import made."""
    entry = TrailEntry.entity == "user", TrailEntry.entity_key == User.username, TrailEntry.action == "user.create"
    query = select(User.username, User.id, TrailEntry.after).join(TrailEntry, and_(*entry))
    rows = session.execute(query.where(TrailEntry.credential.startswith(origin(0)[:-1])))
    return frozenset(user for user, user_id, after in rows if json.loads(after or "{}").get("id") == user_id)


def times(session: Session, made: Iterable[MadeThing]) -> dict[Thing, int]:
    """When each row that there still is was changed last (epoch ms). One statement for each kind."""
    least: dict[str, int] = {}
    for thing in made:
        least[thing.kind] = min(thing.id, least.get(thing.kind, thing.id))
    found: dict[Thing, int] = {}
    for kind, first_id in least.items():
        model: Any = MODELS[kind]
        rows = session.execute(select(model.id, model.update_time).where(model.id >= first_id))
        found |= {(kind, row.id): row.update_time for row in rows}
    return found


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
    "topic": [
        ("grant", _grants_on(ResourceType.TOPIC)),
        ("encryption_key", select(EncryptionKey.topic, EncryptionKey.id).where(EncryptionKey.topic.is_not(None))),
    ],
    "namespace": [
        ("grant", _grants_on(ResourceType.NAMESPACE)),
        ("topic", select(Topic.namespace, Topic.id)),
        ("subscription_rule", select(SubscriptionRule.namespace, SubscriptionRule.id)),
        ("encryption_key", select(EncryptionKey.namespace, EncryptionKey.id)),
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


def uses_of(session: Session, ids_by_kind: Mapping[str, Collection[int] | None]) -> Uses:
    """What hangs on things: grants, members, places below, credentials, encryption keys. Of each kind a few hundred ids
    at most; None: all."""
    found: defaultdict[Thing, set[Thing]] = defaultdict(set)
    for kind, ids in ids_by_kind.items():
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
