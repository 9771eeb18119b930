"""May the caller do this? Uses the decision that brokers use, on every cluster of the resource."""

from collections.abc import Collection, Iterable
from ipaddress import ip_network
from typing import Protocol

from sqlalchemy.orm import Session

from app.access import decision, rights_snapshot
from app.access.decision import Decision
from app.access.limits import Limits
from app.access.names import ROOT, ResourceName, ResourceType
from app.access.network_limits import Address
from app.access.subscription_owners import competing_owners
from app.access.vocabulary import QUESTIONS
from app.access.windows import Edges, Window
from app.audit.trail import epochs
from app.audit.trail.epochs import MemorySession
from app.grants import places
from app.platform import calling_address
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed, NotFound
from app.rights import snapshots
from app.rights.local_rights import LocalRights

SEE = {
    ResourceType.ROOT: "center:ADMINISTER",
    ResourceType.CLUSTER: "center:SEE",
    ResourceType.TENANT: "center:SEE",
    ResourceType.NAMESPACE: "center:SEE",
    ResourceType.TOPIC: "center:SEE",
}
"""The question for each type that decides whether a user may see a resource: any authority on it or in it is enough."""
DELETE_TOPIC = "namespace:DELETE_TOPIC"


class NamedUser(Protocol):
    """The caller or any other user."""

    @property
    def username(self) -> str:
        """The principal to decide about."""


def administers_the_center(session: Session | MemorySession, username: str) -> bool:
    """True when the user, who asks, holds authority 4 on the root now; a sub-account only with its main account.
    Raises CacheMiss without a session when memory does not hold the answer."""
    now = now_ms()
    key = "administers", username, calling_address.current()
    window, administers = epochs.derive(
        session,
        key,
        lambda reading: _administers(reading, username, now),
        lambda _: 1,
        lambda _: snapshots.subjects_of([username], snapshots.of_center(session, username)),
    )
    return administers if window.contains(now) else _administers(session, username, now)[1]


def _administers(session: Session | MemorySession, username: str, now: int) -> tuple[Window, bool]:
    """The answer, with the window in which it stays the same in this state."""
    snapshot = snapshots.of_center(session, username)
    answer = decision.decide(snapshot, username, "center:ADMINISTER", ROOT, now=now, address=_caller_address()).allowed
    return Edges(snapshot.grants.values()).around(now), answer


def allowed(
    session: Session, caller: NamedUser, question: str, res_type: int, res_id: int, inside: ResourceName | None = None
) -> Decision:
    """The decision on a resource. It is allowed only if it is allowed on every cluster of the resource. Raises
    NotFound.

    A denial comes from the first cluster that denies; an allowed decision has the grants of the first cluster.
    `inside`: the question is about this, which does not exist yet, in the resource.
    """
    return Judge(session, caller).allowed(question, res_type, res_id, inside)


def may_delete(snapshot: rights_snapshot.Snapshot, caller: NamedUser, question: str, name: ResourceName) -> Decision:
    """The decision about deleting one resource on the snapshot's cluster."""
    question, name = _question_for(question, name)
    return decision.decide(snapshot, caller.username, question, name, now=now_ms(), address=_caller_address())


def _question_for(question: str, name: ResourceName) -> tuple[str, ResourceName]:
    """The question that is really decided. Rows of system topics, from before such names were refused, may be deleted
    by whoever administers their namespace; otherwise they would block its deletion."""
    if question == DELETE_TOPIC and decision.is_system_topic(name):
        return "namespacePolicy:WRITE", ResourceName.of_namespace(name.namespace)
    return question, name


def _creatable(name: ResourceName | None) -> ResourceName | None:
    """None for a name that nothing can be created with: it is refused later, with a reason of its own."""
    return name if name is not None and not name.malformed and not decision.is_system_topic(name) else None


class Judge:
    """Decides many questions about one caller at one revision. Its rights are read once for all announced places.
    `subscription`: the questions are about this one of the topic. `rights`: of many callers, which are read together;
    then without a subscription."""

    def __init__(
        self, session: Session, caller: NamedUser, subscription: str | None = None, rights: LocalRights | None = None
    ) -> None:
        self._session, self._caller, self._subscription = session, caller, subscription
        self._places: dict[places.Key, places.Place] = {}
        self._rights = rights or LocalRights(
            session, [caller.username, *competing_owners(caller.username, subscription)]
        )

    def read(self, keys: Iterable[places.Key]) -> None:
        """Read many places beforehand, together with the caller's rights there."""
        self.announce(places.places_of(self._session, keys).values())

    def announce(self, found: Collection[places.Place]) -> None:
        """The same of places that are read already."""
        self._places |= {place.key: place for place in found}
        self._rights.announce(found)

    def allowed(self, question: str, res_type: int, res_id: int, inside: ResourceName | None = None) -> Decision:
        """See the function of this name."""
        place = self._place(res_type, res_id)
        question, name = _question_for(question, _creatable(inside) or ResourceName.of(res_type, place.name))
        answers = [self._decided(cluster, question, place, name) for cluster in place.clusters or (None,)]
        return next((answer for answer in answers if not answer.allowed), answers[0])

    def holds(self, authority_id: int, res_type: int, res_id: int) -> bool:
        """True when the caller holds all that this authority gives on this place, for the subscription, on each of its
        clusters: by grants there or above, not by being served by another topic. Raises NotFound."""
        place, address = self._place(res_type, res_id), _caller_address()
        subscriptions = None if self._subscription is None else (self._subscription,)
        networks = (str(ip_network(address)),) if isinstance(address, str) else None  # from here, not from anywhere
        limits = Limits(subscriptions=subscriptions, networks=networks)
        name, now = ResourceName.of(res_type, place.name), now_ms()
        return all(
            decision.holds_authority(
                self._rights.at(cluster, place), self._caller.username, authority_id, name, now, limits, address
            )
            for cluster in place.clusters or (None,)
        )  # fmt: skip

    def _place(self, res_type: int, res_id: int) -> places.Place:
        if (res_type, res_id) not in self._places:
            self._places[res_type, res_id] = places.place_of(self._session, res_type, res_id)
        return self._places[res_type, res_id]

    def may_see(self, res_type: int, res_id: int) -> bool:
        """True when the caller may see this resource. Raises NotFound when it does not exist."""
        return self.allowed(SEE[ResourceType(res_type)], res_type, res_id).allowed

    def require(self, question: str, res_type: int, res_id: int, inside: ResourceName | None = None) -> Decision:
        """The decision, if it is allowed. Raises NotFound when the caller may not see the resource, else NotAllowed
        with the reason."""
        answer = self.allowed(question, res_type, res_id, inside)
        if answer.allowed:
            return answer
        if not self.may_see(res_type, res_id):
            raise NotFound("There is no such resource.")
        raise NotAllowed("You may see this, but not do this to it.", reason=str(answer.reason))

    def _decided(self, cluster: int | None, question: str, place: places.Place, name: ResourceName) -> Decision:
        now, username, about = now_ms(), self._caller.username, self._subscription
        snapshot = self._rights.at(cluster, place)
        answer = decision.decide(
            snapshot, username, question, name, subscription=about, now=now, address=_caller_address()
        )
        if answer.allowed or not _looks_inside(question):
            return answer
        inside = self._rights.inside(cluster, place, now)
        return decision.decide(inside, username, question, name, now=now, address=_caller_address())


def _caller_address() -> Address:
    """Where the caller asks from."""
    return calling_address.current()


def _looks_inside(question: str) -> bool:
    """True when a right on a resource inside the place allows the question too."""
    operation = QUESTIONS.get(question)
    return operation is not None and any(need.any == "in" for need in operation.needs)
