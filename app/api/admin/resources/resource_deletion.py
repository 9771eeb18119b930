"""Deleting tenants, namespaces and topics, and retrying failed jobs: who may; what the clusters are asked to do."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Annotated, TypeVar

from fastapi import Depends, Query

from app.access.decision import Decision
from app.access.names import ResourceName, ResourceType
from app.access.rights_snapshot import Snapshot
from app.api.admin.resources.resource_items import ADMINISTER, KINDS, require
from app.api.authority import DELETE_TOPIC, may_delete
from app.api.callers import Caller
from app.api.guard import require_reauthentication
from app.api.versions import Seen
from app.grants import dependents, places
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.resources import deletion, jobs
from app.resources.resource_rows import Row
from app.rights.local_rights import LocalRights

Cascade = Annotated[bool, Query(description="Also everything below, and the grants of others.")]
Confirm = Annotated[str | None, Query(max_length=1024, description="The full name of what shall be deleted.")]
R = TypeVar("R", bound=Row)
_DELETE = {
    ResourceType.TENANT: "tenant:DELETE_TENANT",
    ResourceType.NAMESPACE: "tenant:DELETE_NAMESPACE",
    ResourceType.TOPIC: DELETE_TOPIC,
}


class Deletion:
    """The parameters of a deletion."""

    def __init__(self, seen: Seen, confirm: Confirm = None, cascade: Cascade = False) -> None:
        self._seen, self._confirm, self._cascade = seen, confirm, cascade

    def of(self, caller: Caller, row: R) -> R:
        """Have its clusters remove it; brokers deny its data at once. Raises NotAllowed, ChangedMeanwhile, Conflict."""
        kind, confirm, cascade = KINDS[type(row)], self._confirm, self._cascade
        if cascade:
            require_reauthentication(caller)
        require_deletion(caller, kind, row, cascade=cascade)
        self._seen.latest(row)
        own = caller.user_id
        deletion.request(caller.session, caller.username, kind, row, confirm=confirm, cascade=cascade, user_id=own)
        return row


Deleting = Annotated[Deletion, Depends(Deletion)]


def retry(caller: Caller, row: R) -> R:
    """Retry failed jobs now. For a deletion the right to delete is enough. Raises NotAllowed."""
    kind = KINDS[type(row)]
    require(caller, _DELETE[kind] if row.deleting else ADMINISTER[kind], kind, row.id)
    jobs.put_back(caller.session, kind, row.id, now_ms())
    return row


def require_deletion(caller: Caller, kind: ResourceType, row: Row, *, cascade: bool) -> None:
    """Check the right to delete it and, with `cascade`, everything below. Raises NotAllowed for the first that lacks
    it."""
    require(caller, _DELETE[kind], kind, row.id)
    if not cascade or caller.is_administrator:
        return
    rights, place = LocalRights(caller.session, [caller.username]), places.place_of(caller.session, int(kind), row.id)
    snapshots = [rights.at(cluster, place) for cluster in place.clusters]
    # All places without grants of their own are decided alike, so one made-up name stands for them.
    if all(
        _may_delete(caller, snapshots, child_kind, name).allowed for child_kind, name in _any_below(kind, place.name)
    ):
        return
    dependents.refuse_too_much(place.name, deletion.count_below(caller.session, kind, row))
    below = [(int(child_kind), child.id) for child_kind, child in deletion.below(caller.session, kind, row)]
    places_below = places.places_of(caller.session, below)
    rights.announce(places_below.values())
    for place_key in below:
        answer = _may_delete(
            caller,
            [rights.at(cluster, places_below[place_key]) for cluster in place.clusters],
            *_type_and_name(places_below[place_key]),
        )
        if not answer.allowed:
            raise NotAllowed(
                f"You may not delete {places_below[place_key].name}, which is in it.", reason=str(answer.reason)
            )


def _type_and_name(place: places.Place) -> tuple[ResourceType, str]:
    return ResourceType(place.key[0]), place.name


def _any_below(kind: ResourceType, name: str) -> Iterator[tuple[ResourceType, str]]:
    nobodys = secrets.token_hex(16)  # no resource and no grant has this name
    if kind == ResourceType.TENANT:
        name = f"{name}/{nobodys}"
        yield ResourceType.NAMESPACE, name
    if kind < ResourceType.TOPIC:
        yield ResourceType.TOPIC, f"persistent://{name}/{nobodys}"


def _may_delete(caller: Caller, snapshots: Sequence[Snapshot], kind: ResourceType, name: str) -> Decision:
    """The decision on every cluster: the first denial, if there is one."""
    answers = [may_delete(snapshot, caller, _DELETE[kind], ResourceName.of(kind, name)) for snapshot in snapshots]
    return next((answer for answer in answers if not answer.allowed), answers[0])
