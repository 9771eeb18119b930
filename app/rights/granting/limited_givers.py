"""Who is limited to networks may not make credentials or widen networks: both would work elsewhere, and for longer."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from app.access import network_limits
from app.access.names import ResourceType
from app.grants import places
from app.grants.networks import lists, writing
from app.identity.accounts import own_networks
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.rights.granting import giver_rights, limited_credential


def refuse(session: Session, user: User, *, own_account: bool = False) -> None:
    """Who shows a token that is limited to networks, or administers the center only within networks, makes no
    credential. `own_account`: it is of the user's own account or sub-account, which takes no right to administer.
    Raises NotAllowed `limited_token`, `limited_administrator`."""
    limited_credential.refuse(session)
    if not own_account:
        _refuse_only_from_networks(session, user, ResourceType.ROOT, 0)


def refuse_on_cluster(session: Session, user: User, cluster_id: int) -> None:
    """The same for credentials of a cluster's brokers. Raises NotAllowed `limited_token`, `limited_administrator`."""
    limited_credential.refuse(session)
    _refuse_only_from_networks(session, user, ResourceType.CLUSTER, cluster_id)


def refuse_wider(session: Session, caller: User, user: User, networks: Collection[str] | None) -> None:
    """Who may make no credential of the account may not widen its networks either; nobody widens its own. Raises
    NotAllowed `limited_token`, `limited_administrator`, and what `own_networks.check` raises."""
    if user.id == caller.id:
        own_networks.check(session, user, networks)
        return
    resolved = lists.meaning(session, None if networks is None else writing.checked(networks))
    if not network_limits.cover(user.cidrs, resolved):
        refuse(session, caller, own_account=is_own(caller, user))


def is_own(caller: User, user: User) -> bool:
    """True for the user's own account and its sub-accounts."""
    return user.id == caller.id or (caller.parent is None and user.parent == caller.id)


def _refuse_only_from_networks(session: Session, caller: User, kind: ResourceType, number: int) -> None:
    """Limits of the user's account do not matter here: only those of the grants by which it administers the place."""
    place = places.place_of(session, kind, number)
    if not giver_rights.from_nowhere(session, caller, place, now_ms()).administers():
        raise NotAllowed(
            "You administer this only within networks: you make no credentials of others and widen no networks.",
            code="limited_administrator",
        )
