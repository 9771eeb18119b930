"""From where to ask a question about somebody: one address for each part of the networks that the answer may depend on.
Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from app.access.decision import UNBOUND_BY_RULES, Subject, subject_of
from app.access.holding import Case, DecisionOptions, grants_meeting, super_user_grants
from app.access.names import ResourceName
from app.access.network_limits import ANYWHERE, Address, IPNetwork, lies_in, network
from app.access.rights_snapshot import Grant, Snapshot, UserRights
from app.access.vocabulary import QUESTIONS, Need

ELSEWHERE = ("",)
"""From outside all networks that are named."""


@dataclass(frozen=True, slots=True)
class NetworkOrigin:
    """`address` stands for all addresses of the network `named` that are in no other named network inside it. `named`
    None: from anywhere."""

    address: Address
    named: tuple[str, ...] | None = None


def origins(
    rights: Collection[Snapshot], principal: str, question: str, resource: ResourceName, subscription: str | None = None
) -> list[NetworkOrigin]:
    """Where to ask this question from. Without limits to networks once is enough.

    Only grants that may meet the question are looked at: who asks it must not learn of other grants, nor of their
    networks.
    """
    texts = {
        text for snapshot in rights for text in _named_networks(snapshot, principal, question, resource, subscription)
    }
    return list(_network_parts(tuple(sorted(texts)))) if texts else [NetworkOrigin(ANYWHERE)]


def is_limited(rights: Snapshot, principal: str) -> bool:
    """True when the account, its main account or a grant of either is limited to networks. Otherwise each of its
    questions has one origin."""
    user = rights.users.get(principal)
    people = [] if user is None else [user, *filter(None, [rights.users.get(user.main or "")])]
    return any(person.networks is not None for person in people) or any(
        grant.limits is not None and grant.limits.networks is not None
        for person in people
        for role in person.roles
        for grants in rights.by_role.get(role, {}).values()
        for grant, _ in grants
    )


def _named_networks(
    rights: Snapshot, principal: str, question: str, resource: ResourceName, subscription: str | None
) -> Iterator[str]:
    """The networks of the user, its main account and their grants that may meet the question at some time."""
    asked = QUESTIONS.get(question)
    subject = None if asked is None else subject_of(rights, principal, asked, resource, ANYWHERE)
    if asked is None or not isinstance(subject, Subject):
        return  # denied from wherever
    case = Case(rights, resource, subscription, None, DecisionOptions(), address=ANYWHERE)
    needs = [(case, need) for need in asked.needs]
    if (resource.namespace or "") in rights.subscription_rules:
        needs.append((case.of_namespace(), UNBOUND_BY_RULES))
    for person in filter(None, (subject.user, subject.main)):
        yield from person.networks or ()
        found = [grant for about, need in needs for grant in _meeting_grants(about, person, subject, need)]
        for grant in (*super_user_grants(case, person), *found):
            yield from (grant.limits.networks or ()) if grant.limits is not None else ()


def _meeting_grants(case: Case, person: UserRights, subject: Subject, need: Need) -> list[Grant]:
    return subject.of_main(case, need) if person is subject.main else grants_meeting(case, person, need)


@lru_cache(256)
def _network_parts(texts: tuple[str, ...]) -> tuple[NetworkOrigin, ...]:
    """One for each part of these networks, and one for elsewhere. Cached: many questions name the same networks."""
    networks = [found for text in texts if (found := network(text)) is not None]
    parts = (
        NetworkOrigin(address, (str(part),)) for part in networks if (address := _address(part, networks)) is not None
    )
    return (*parts, NetworkOrigin(None, ELSEWHERE))


def _address(network: IPNetwork, named_networks: Collection[IPNetwork]) -> str | None:
    """The first address that is in none of the networks inside this one; None when they fill it."""
    inside = [inner for inner in named_networks if inner != network and lies_in(str(inner), str(network))]
    ends = (int(inner.broadcast_address) + 1 for inner in inside)
    last = int(network.broadcast_address)
    for number in sorted({int(network.network_address), *(start for start in ends if start <= last)}):
        # By the version's own class: a small number alone would be taken for an address of IPv4.
        address = type(network.network_address)(number)
        if not any(address in inner for inner in inside):
            return str(address)
    return None
