"""May the caller do this? The center asks the same decision that the brokers make, on every cluster concerned."""

from typing import Protocol

from sqlalchemy.orm import Session

from app.access import decision, places
from app.access.decision import Decision
from app.access.rights import Snapshot
from app.brokers import snapshots
from app.clock import now_ms
from app.errors import NotAllowed, NotFound
from app.pulsar.names import ROOT, ResourceName, ResourceType

SEE = {
    ResourceType.ROOT: "center:ADMINISTER",
    ResourceType.CLUSTER: "center:SEE",
    ResourceType.TENANT: "center:SEE",
    ResourceType.NAMESPACE: "center:SEE",
    ResourceType.TOPIC: "center:SEE",
}
"""Whoever has any authority on a resource, or in it, may see that it exists."""
DELETE_TOPIC = "namespace:DELETE_TOPIC"


class Named(Protocol):
    """The caller, or any user."""

    @property
    def username(self) -> str:
        """The principal to decide about."""


def administers_the_center(session: Session, username: str) -> bool:
    """Authority 4 on the root, in force now; for a sub-account its main account's too."""
    snapshot = snapshots.snapshot_of(session, None, [username])
    return decision.decide(snapshot, username, "center:ADMINISTER", ROOT, now=now_ms()).allowed


def allowed(session: Session, caller: Named, question: str, res_type: int, res_id: int) -> Decision:
    """The decision on a resource: allowed only when it is on every cluster it lives on. Raises NotFound.

    A denial is the first cluster's that denies; an allowance lists the first cluster's grants.
    """
    place = places.place_of(session, res_type, res_id)
    question, name = _asked(question, ResourceName.of(res_type, place.name))
    answers = []
    for cluster in place.clusters or (None,):
        snapshot = snapshots.snapshot_of(session, cluster, [caller.username])
        answers.append(decision.decide(snapshot, caller.username, question, name, now=now_ms()))
    return next((answer for answer in answers if not answer.allowed), answers[0])


def may_delete(snapshot: Snapshot, caller: Named, question: str, name: ResourceName) -> Decision:
    """The decision about deleting one resource, on the cluster of the snapshot."""
    question, name = _asked(question, name)
    return decision.decide(snapshot, caller.username, question, name, now=now_ms())


def _asked(question: str, name: ResourceName) -> tuple[str, ResourceName]:
    """What is asked instead: a row of a system topic, made before such names were refused, is cleared away by whoever
    administers its namespace, which it would hold up otherwise."""
    if question == DELETE_TOPIC and decision.is_system_topic(name):
        return "namespacePolicy:WRITE", ResourceName.of_namespace(name.namespace)
    return question, name


def may_see(session: Session, caller: Named, res_type: int, res_id: int) -> bool:
    """The caller may know of this resource. Raises NotFound when it does not exist."""
    return allowed(session, caller, SEE[ResourceType(res_type)], res_type, res_id).allowed


def require(session: Session, caller: Named, question: str, res_type: int, res_id: int) -> Decision:
    """The allowing decision. Raises NotFound for what the caller may not see, NotAllowed with the reason otherwise."""
    answer = allowed(session, caller, question, res_type, res_id)
    if answer.allowed:
        return answer
    if not may_see(session, caller, res_type, res_id):
        raise NotFound("There is no such resource.")
    raise NotAllowed("You may see this, but not do this to it.", reason=str(answer.reason))
