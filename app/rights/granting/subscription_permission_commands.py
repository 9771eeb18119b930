"""Rules about subscriptions in the words of pulsar-admin: grant- and revoke-subscription-permission, and
set-subscription-auth-mode.

As in Pulsar, granting replaces the list, and revoking the last role opens the subscription to everybody who may read.
"""

from collections.abc import Collection

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.grants import places
from app.platform.errors import InvalidInput, NotAllowed, existing
from app.resources import namespaces, rule_support, subscription_rules
from app.resources.models import Namespace
from app.rights.granting import permission_lists
from app.rights.granting.giver_rights import Giver


def list_rules(session: Session, actor: str | None, place: places.Place, now: int) -> dict[str, list[str]]:
    """Subscription → users. Raises NotFound when the actor may not see the namespace."""
    if actor:
        permission_lists.asker_named(session, actor, place, now).require_visible()
    rules = subscription_rules.rules_of(session, _namespace(session, place))
    names = subscription_rules.names_of(session, rules)
    return {rule.subscription: sorted(names[user] for user in rule.user_ids() if user in names) for rule in rules}


def grant(session: Session, giver: Giver, subscription: str, usernames: Collection[str]) -> None:
    """Let these users alone use the subscription. Raises NotAllowed, NotFound, InvalidInput, Conflict."""
    row = _administered_namespace(session, giver)
    if not usernames:
        raise InvalidInput("Name at least one role.")
    rule_support.put(session, _actor(giver), row, subscription, usernames, giver.now)


def revoke(session: Session, giver: Giver, subscription: str, usernames: Collection[str]) -> None:
    """Take these users off the list; an empty list is removed. Raises NotAllowed, NotFound."""
    row = _administered_namespace(session, giver)
    rule = existing(
        subscription_rules.find(session, row, subscription),
        f"The user center has no rule about the subscription {subscription}.",
    )
    listed = set(subscription_rules.names_of(session, [rule]).values())
    left = listed - set(usernames)
    if left == listed:
        return  # nobody to take off; above all, a rule that lets nobody in does not open so
    if left:
        subscription_rules.put(session, _actor(giver), row, subscription, left)  # the rule is known already
    else:
        subscription_rules.remove(session, _actor(giver), row, rule)


def set_mode(session: Session, giver: Giver, mode: str) -> None:
    """How subscriptions have to be called: set-subscription-auth-mode. Raises NotAllowed, NotFound, Conflict."""
    row = _administered_namespace(session, giver)
    if mode != row.subscription_auth_mode:
        rule_support.change(session, _actor(giver), row, giver.now, subscription_auth_mode=mode)


def _administered_namespace(session: Session, giver: Giver) -> Namespace:
    giver.require_visible()
    row = _namespace(session, giver.place)
    if not giver.administers():
        raise NotAllowed(f"Rules about subscriptions of {giver.place.name} take administer there.", reason="NO_GRANT")
    return row


def _namespace(session: Session, place: places.Place) -> Namespace:
    if place.key[0] != ResourceType.NAMESPACE:
        raise InvalidInput("Rules about subscriptions are made for namespaces.")
    return namespaces.find(session, place.key[1])


def _actor(giver: Giver) -> str:
    return f"pulsar-admin ({giver.user.username})"
