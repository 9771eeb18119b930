"""One batch of taking an import back: rows of the center go, with entries of the audit log. No cluster is asked."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import trail
from app.desired_state.importing import dependents, made, sentences, undoing
from app.desired_state.importing.made import MadeThing, Thing
from app.desired_state.importing.undoing import KeptThing
from app.grants import roles
from app.grants.models import Grant, Role
from app.identity.models import User
from app.platform.errors import UserCenterError
from app.resources import clusters, deletion, subscription_rules
from app.resources.models import Cluster, Namespace, SubscriptionRule
from app.rights.granting import user_deletion
from app.rights.granting.on_behalf import Granting

MOST = 40
"""Things of one transaction, each of some ten statements, so that others wait for moments only."""


def take_back(session: Session, by: User, things: Sequence[MadeThing], now: int) -> tuple[int, list[KeptThing]]:
    """Take things of one import back in the name of `by`, who administers the center, as far as nobody changed or uses
    them. The session must hold the lock on the revision. Returns how many went, and what stays."""
    ids: defaultdict[str, list[int]] = defaultdict(list)
    for thing in things:
        ids[thing.kind].append(thing.id)
    hanging: dict[Thing, set[Thing]] = {}
    for kind, thing_ids in ids.items():
        hanging |= dependents.of(session, kind, thing_ids)
    decided = undoing.decide(things, made.times(session, things), hanging)
    refused: list[KeptThing] = []
    with trail.together(session):
        _take_back_grants(session, by, [thing for thing in decided.goes if thing.kind == "grant"], now)
        for thing in decided.goes:
            if thing.kind in _REMOVE:
                refused += _try_remove(session, by, thing)
    return len(decided.goes) - len(refused), decided.keeps + refused


def _take_back_grants(session: Session, by: User, grants: Sequence[MadeThing], now: int) -> None:
    granting = Granting(session, by, now)
    with granting.together():
        for grant in grants:
            granting.take_back(session.get_one(Grant, grant.id))


def _try_remove(session: Session, by: User, thing: MadeThing) -> list[KeptThing]:
    """Nothing; or the line of something that the center refuses to remove, which it does before it writes."""
    try:
        _REMOVE[thing.kind](session, by.username, thing.id)
    except UserCenterError as error:
        return [KeptThing(thing.kind, thing.name, sentences.of_error(error))]
    return []


def _remove_rule(session: Session, actor: str, number: int) -> None:
    rule = session.get_one(SubscriptionRule, number)
    subscription_rules.remove(session, actor, session.get_one(Namespace, rule.namespace), rule)


def _remove_role(session: Session, actor: str, number: int) -> None:
    roles.remove(session, actor, session.get_one(Role, number))


def _remove_user(session: Session, actor: str, number: int) -> None:
    user_deletion.remove_user(session, actor, session.get_one(User, number), cascade=False)


def _remove_setting(session: Session, actor: str, number: int) -> None:
    clusters.change(session, actor, session.get_one(Cluster, number), (), consume_manages_subscriptions=None)


def _remove_place(kind: ResourceType) -> Callable[[Session, str, int], None]:
    return lambda session, actor, number: deletion.finish(session, kind, number, actor)


_REMOVE: Mapping[str, Callable[[Session, str, int], None]] = {
    "subscription_rule": _remove_rule,
    "topic": _remove_place(ResourceType.TOPIC),
    "namespace": _remove_place(ResourceType.NAMESPACE),
    "tenant": _remove_place(ResourceType.TENANT),
    "role": _remove_role,
    "user": _remove_user,
    "setting": _remove_setting,
}
