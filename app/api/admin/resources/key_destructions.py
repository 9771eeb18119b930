"""Destroying a version of an encryption key: asked for by one person, confirmed by another, and what it would mean."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Path, Request, Response
from pydantic import Field

from app.access.names import ResourceType
from app.api import authority
from app.api.admin.live import view_permissions
from app.api.admin.live.topic_items import AnswerOfCluster
from app.api.admin.live.view_permissions import PlaceOnClusters
from app.api.admin.resources import resource_items as shared
from app.api.admin.resources.encryption_keys import (
    AskedDestruction,
    EncryptionKeyItem,
    NameInPath,
    answer,
    asked_destruction,
)
from app.api.app_state import Configured
from app.api.callers import Caller
from app.api.guard import ReauthenticatedToChange, SignedIn, SignedInToChange, SignedInToWait
from app.api.paging import ApiModel, Body, Comment, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import IfMatch, Seen, tagged
from app.identity.models import User
from app.platform.clock import now_ms
from app.resources import encryption_keys, key_destruction
from app.resources.cluster_views.cluster_query import ClusterAnswer
from app.resources.cluster_views.ledgers import InternalStats, internal_stats
from app.resources.encryption_keys import KeyInVersion, Owner
from app.resources.models import Namespace, Topic
from app.rights.requests import key_destructions

router = ChangingRouter(tags=["encryption"])
_Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="Number of the version.", examples=[1])]
_Stored = list[ClusterAnswer[dict[int | None, InternalStats]]]


class WantedDestruction(Body):
    """Why nobody shall read these messages any more; it stays in the audit log."""

    model_config = examples({"reason": "the customer asked for erasure"})

    reason: Comment


class StillStored(AnswerOfCluster):
    """What the cluster has of the topic now, of whatever time: not more than that can become unreadable. Null when it
    did not answer."""

    entries: int | None
    size: int | None = Field(description="bytes")


class UnreadableMessages(ApiModel):
    """What becomes unreadable: messages of these times (epoch ms). `may_still_be_used`: later ones, too, as producers
    may use the version still. `topics`: the first 20; of a namespace's key those that had no key of their own.
    `stored`: of a topic's key."""

    since: int
    until: int
    may_still_be_used: bool
    topic_count: int
    topics: list[str]
    stored: list[StillStored]


class KeyDestructionItem(ApiModel):
    """What destroying a version would mean. `destruction`: somebody has asked for it. `version`: of the key."""

    name: str
    number: int
    state: str
    destruction: AskedDestruction | None
    unreadable: UnreadableMessages
    version: str


@dataclass(frozen=True)
class VersionInPath:
    """The version that the path of a request names."""

    model: type[Namespace] | type[Topic]
    res_id: int
    key_name: str
    number: int

    def find(self, caller: Caller, seen: IfMatch | None = None) -> tuple[Owner, KeyInVersion]:
        """Its place, which the caller administers, and the version. `seen`: the key as the caller saw it. Raises
        NotFound, NotAllowed, ChangedMeanwhile."""
        row = shared.find_administered(caller, self.model, self.res_id)
        key = encryption_keys.find(caller.session, row, self.key_name)
        return row, encryption_keys.version(caller.session, key if seen is None else seen.latest(key), self.number)


def _add_routes(model: type[Namespace] | type[Topic], administer: int) -> None:
    """The routes of one type. `administer`: the authority that they need."""
    kind = shared.KINDS[model]
    word, place_id = kind.name.lower(), shared.id_in_path(kind)
    path = f"/{word}s/{{{word}_id}}/encryption-keys/{{key_name}}/versions/{{number}}/destruction"
    needs = f"Needs authority {administer}."

    def in_path(key_name: NameInPath, number: _Number, res_id: int = place_id) -> VersionInPath:
        return VersionInPath(model, res_id, key_name, number)

    async def ask_clusters(
        request: Request,
        caller: SignedInToWait,
        settings: Configured,
        which: Annotated[VersionInPath, Depends(in_path)],
    ) -> _Stored:
        # Before the transaction of the change. Of a namespace nothing is asked.
        def look() -> PlaceOnClusters:
            with caller.session:
                return view_permissions.place_of(caller, settings, which.find(caller)[0], None)

        if kind != ResourceType.TOPIC:
            return []
        return (await view_permissions.ask(request, caller, look, "internal", internal_stats))[1]

    @router.get(
        path,
        name=f"show_{word}_key_destruction",
        summary=f"See what destroying a version of an encryption key of a {word} would mean",
        description=f"Asks the clusters of a topic now. {needs}",
        responses=responses(429),
    )
    def show(
        stored: Annotated[_Stored, Depends(ask_clusters)],
        caller: SignedIn,
        which: Annotated[VersionInPath, Depends(in_path)],
    ) -> KeyDestructionItem:
        return _item(caller, *which.find(caller), stored)

    @router.post(
        path,
        name=f"ask_{word}_key_destruction",
        summary=f"Ask for the destruction of a version of an encryption key of a {word}",
        description="Another person who administers the place has to confirm it within a week. The answer says what "
        f"becomes unreadable. Never for the active version. {needs}",
        status_code=201,
        responses=responses(409, 429),
    )
    def ask(
        stored: Annotated[_Stored, Depends(ask_clusters)],
        caller: ReauthenticatedToChange,
        body: WantedDestruction,
        which: Annotated[VersionInPath, Depends(in_path)],
        seen: Seen,
        response: Response,
    ) -> KeyDestructionItem:
        row, what = which.find(caller, seen)
        key_destructions.ask(caller.session, caller.user, row, what, body.reason, now_ms())
        return tagged(response, _item(caller, row, what, stored))

    @router.delete(
        path,
        name=f"withdraw_{word}_key_destruction",
        summary=f"Keep a version of an encryption key of a {word}",
        description=f"Its destruction is not asked for any more. {needs}",
    )
    def withdraw(
        caller: SignedInToChange, which: Annotated[VersionInPath, Depends(in_path)], seen: Seen, response: Response
    ) -> EncryptionKeyItem:
        row, what = which.find(caller, seen)
        key_destructions.withdraw(caller.session, caller.user, row, what, now_ms())
        return answer(caller, what.key, response)

    @router.post(
        f"{path}/confirm",
        name=f"confirm_{word}_key_destruction",
        summary=f"Destroy a version of an encryption key of a {word}",
        description=f"As the second person. Its private half is deleted, and nobody can undo it. {needs}",
        responses=responses(409),
    )
    def confirm(
        caller: ReauthenticatedToChange,
        which: Annotated[VersionInPath, Depends(in_path)],
        seen: Seen,
        response: Response,
    ) -> EncryptionKeyItem:
        row, what = which.find(caller, seen)

        def administers(user: User) -> bool:
            return authority.allowed(caller.session, user, shared.ADMINISTER[kind], int(kind), row.id).allowed

        key_destructions.confirm(caller.session, caller.user, row, what, administers, now_ms())
        return answer(caller, what.key, response)


_add_routes(Namespace, 204)
_add_routes(Topic, 304)


def _item(caller: Caller, row: Owner, what: KeyInVersion, stored: _Stored) -> KeyDestructionItem:
    session, now = caller.session, now_ms()
    asked = key_destructions.waiting(session, [what.version.id], now).get(what.version.id)
    unreadable = key_destruction.unreadable(session, row, what, now)
    return KeyDestructionItem.of(
        what.key,
        number=what.version.number,
        state=what.version.state,
        destruction=asked_destruction(asked),
        unreadable=UnreadableMessages.of(unreadable, stored=[_on_cluster(found) for found in stored]),
    )


def _on_cluster(found: ClusterAnswer[dict[int | None, InternalStats]]) -> StillStored:
    parts = None if found.found is None else list(found.found.values())
    return StillStored.of(
        found,
        entries=None if parts is None else sum(part.number_of_entries for part in parts),
        size=None if parts is None else sum(part.total_size for part in parts),
    )
