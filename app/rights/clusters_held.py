"""On which clusters somebody who asks holds the right to administer or to audit, from where it asks."""

from collections import defaultdict
from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import network_limits
from app.access.names import ResourceType
from app.access.read_permission import READING, giving_on
from app.access.vocabulary import Right
from app.grants import held_places
from app.grants.models import Grant, UserRole
from app.identity.models import User
from app.platform import calling_address

_ON = ResourceType.CLUSTER
_EVERY = 0
"""The id of the root in grants."""


def rights_on(session: Session, user: User, now: int, clusters: Collection[int]) -> dict[int, frozenset[Right]]:
    """Cluster → which of the two rights the user holds on it, for a sub-account those that both accounts hold. One
    statement."""
    people = [user_id for user_id in (user.id, user.parent) if user_id is not None]
    authorities_by_place: dict[tuple[int, int], set[int]] = defaultdict(set)
    query = select(UserRole.user_id, Grant.res_id, Grant.authorities, Grant.cidrs).where(
        UserRole.user_id.in_(people), Grant.res_type <= int(_ON), held_places.in_force(now)
    )
    address = calling_address.current()
    for user_id, place, named, within in session.execute(query.join(Grant, Grant.role_id == UserRole.role_id)):
        if network_limits.let_in(within, address):
            authorities_by_place[user_id, place].update(map(int, filter(None, named.split(","))))

    def holds(user_id: int, cluster: int, right: Right) -> bool:
        numbers = giving_on(_ON, frozenset((right,)), _ON)
        return not numbers.isdisjoint(authorities_by_place[user_id, _EVERY] | authorities_by_place[user_id, cluster])

    return {
        cluster: frozenset(right for right in READING if all(holds(user_id, cluster, right) for user_id in people))
        for cluster in clusters
    }
