"""What an import made, read from the audit log: its entries name the import as their origin.

Each thing is found by its id, so what was deleted and made again by somebody is not taken for the import's.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from app.database import Base
from app.grants.models import Grant, Role
from app.identity.models import User
from app.importing.models import Import
from app.resources.models import Cluster, Namespace, SubscriptionRule, Tenant, Topic
from app.trail.models import TrailEntry

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
class Made:
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


def of(session: Session, run: Import) -> list[Made]:
    """All that it made and did not take back itself, in the order of taking back; sub-accounts before main accounts."""
    query = select(TrailEntry.action, TrailEntry.entity_key, TrailEntry.before, TrailEntry.after)
    mine = query.where(TrailEntry.credential == origin(run.id)).order_by(TrailEntry.id)
    found: dict[Thing, Made] = {}
    for action, key, before, after in session.execute(mine):
        kind, _, verb = action.partition(".")
        told: dict[str, Any] = json.loads(after or before or "{}")
        kind = "setting" if kind == "cluster" else kind  # the only thing of a cluster that an import changes
        thing = kind, int(told.get("id") or 0)
        if kind not in MODELS or not thing[1] or told.get("personal_of") is not None:
            continue  # a personal role comes and goes with its user
        if after is None or told.get("consume_manages_subscriptions", 0) is None:
            found.pop(thing, None)
        elif verb == "create" or kind == "setting" or thing in found:
            found[thing] = _made(kind, key, told)
    return sorted(found.values(), key=lambda one: (_ORDER[one.kind], not one.sub_account, -one.id))


def _made(kind: str, key: str, told: Mapping[str, Any]) -> Made:
    names = {"grant": f"{told.get('role_name')} on {told.get('resource')}", "role": str(told.get("role_name"))}
    return Made(kind, int(told["id"]), names.get(kind, key), int(told["update_time"]), told.get("parent") is not None)


def users(session: Session) -> frozenset[str]:
    """The users that there are and that any import made."""
    entry = TrailEntry.entity == "user", TrailEntry.entity_key == User.username, TrailEntry.action == "user.create"
    query = select(User.username, User.id, TrailEntry.after).join(TrailEntry, and_(*entry))
    found = session.execute(query.where(TrailEntry.credential.startswith(origin(0)[:-1])))
    return frozenset(name for name, number, after in found if json.loads(after or "{}").get("id") == number)


def times(session: Session, made: Iterable[Made]) -> dict[Thing, int]:
    """When each row that there still is was changed last (epoch ms). One statement for each kind."""
    least: dict[str, int] = {}
    for one in made:
        least[one.kind] = min(one.id, least.get(one.kind, one.id))
    found: dict[Thing, int] = {}
    for kind, number in least.items():
        model: Any = MODELS[kind]
        rows = session.execute(select(model.id, model.update_time).where(model.id >= number))
        found |= {(kind, row.id): row.update_time for row in rows}
    return found
