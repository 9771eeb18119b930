"""One batch of taking an import back: rows of the center go, with entries of the audit log. No cluster is asked."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy.orm import Session

from app.errors import UserCenterError
from app.granting import removal
from app.granting.on_behalf import Granting
from app.grants import roles
from app.grants.models import Grant, Role
from app.identity.models import User
from app.importing import made, sentences, undoing, uses
from app.importing.made import Made, Thing
from app.importing.undoing import Kept
from app.pulsar.names import ResourceType
from app.resources import clusters, deletion, subscription_rules
from app.resources.models import Cluster, Namespace, SubscriptionRule
from app.trail import trail

MOST = 40
"""Things of one transaction, each of some ten statements, so that others wait for moments only."""


def take_back(session: Session, by: User, things: Sequence[Made], now: int) -> tuple[int, list[Kept]]:
    """Take things of one import back in the name of `by`, who administers the center, as far as nobody changed or uses
    them. The session must hold the lock on the revision. Returns how many went, and what stays."""
    ids: defaultdict[str, list[int]] = defaultdict(list)
    for one in things:
        ids[one.kind].append(one.id)
    hanging: dict[Thing, set[Thing]] = {}
    for kind, some in ids.items():
        hanging |= uses.of(session, kind, some)
    found = undoing.decide(things, made.times(session, things), hanging)
    refused: list[Kept] = []
    with trail.together(session):
        _grants(session, by, [one for one in found.goes if one.kind == "grant"], now)
        for one in found.goes:
            if one.kind in _REMOVE:
                refused += _removed(session, by, one)
    return len(found.goes) - len(refused), found.keeps + refused


def _grants(session: Session, by: User, some: Sequence[Made], now: int) -> None:
    granting = Granting(session, by, now)
    with granting.together():
        for one in some:
            granting.take_back(session.get_one(Grant, one.id))


def _removed(session: Session, by: User, one: Made) -> list[Kept]:
    """Nothing; or the line of something that the center refuses to remove, which it does before it writes."""
    try:
        _REMOVE[one.kind](session, by.username, one.id)
    except UserCenterError as error:
        return [Kept(one.kind, one.name, sentences.of_error(error))]
    return []


def _rule(session: Session, actor: str, number: int) -> None:
    rule = session.get_one(SubscriptionRule, number)
    subscription_rules.remove(session, actor, session.get_one(Namespace, rule.namespace), rule)


def _role(session: Session, actor: str, number: int) -> None:
    roles.remove(session, actor, session.get_one(Role, number))


def _user(session: Session, actor: str, number: int) -> None:
    removal.remove_user(session, actor, session.get_one(User, number), cascade=False)


def _setting(session: Session, actor: str, number: int) -> None:
    clusters.change(session, actor, session.get_one(Cluster, number), (), consume_manages_subscriptions=None)


def _place(kind: ResourceType) -> Callable[[Session, str, int], None]:
    return lambda session, actor, number: deletion.finish(session, kind, number, actor)


_REMOVE: Mapping[str, Callable[[Session, str, int], None]] = {
    "subscription_rule": _rule,
    "topic": _place(ResourceType.TOPIC),
    "namespace": _place(ResourceType.NAMESPACE),
    "tenant": _place(ResourceType.TENANT),
    "role": _role,
    "user": _user,
    "setting": _setting,
}
