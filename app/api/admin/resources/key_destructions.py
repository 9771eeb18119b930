"""Destroying a version of an encryption key: asked for by one person, confirmed by another, and what it would mean."""

from typing import Annotated

from fastapi import Depends, Path, Request, Response
from fastapi.concurrency import run_in_threadpool
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
from app.api.guard import ReauthenticatedToChange, ReauthenticatedToWait, SignedInToChange, SignedInToWait
from app.api.paging import ApiModel, Body, Comment, examples
from app.api.problems import responses
from app.api.routing import ChangingRouter
from app.api.versions import Seen, tagged
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.settings import Settings
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


def _add_routes(model: type[Namespace] | type[Topic], administer: int) -> None:
    """The routes of one type. `administer`: the authority that they need."""
    kind = shared.KINDS[model]
    word, place_id = kind.name.lower(), shared.id_in_path(kind)
    path = f"/{word}s/{{{word}_id}}/encryption-keys/{{key_name}}/versions/{{number}}/destruction"
    needs = f"Needs authority {administer}."

    def find(caller: Caller, res_id: int, key_name: str, number: int) -> tuple[Owner, KeyInVersion]:
        row = shared.find_administered(caller, model, res_id)
        key = encryption_keys.find(caller.session, row, key_name)
        return row, encryption_keys.version(caller.session, key, number)

    # Clusters are asked before the transaction of the change. What would be refused all the same asks none.

    async def ask_clusters(
        request: Request,
        caller: ReauthenticatedToWait,
        settings: Configured,
        key_name: NameInPath,
        number: _Number,
        res_id: int = place_id,
    ) -> _Stored:
        def check() -> None:
            with caller.session as session:
                key_destruction.refuse(session, *find(caller, res_id, key_name, number))

        await run_in_threadpool(check)
        return await _stored(request, caller, settings, model, res_id)

    @router.get(
        path,
        name=f"show_{word}_key_destruction",
        summary=f"See what destroying a version of an encryption key of a {word} would mean",
        description=f"Asks the clusters of a topic now. {needs}",
        responses=responses(429),
    )
    async def show(
        request: Request,
        caller: SignedInToWait,
        settings: Configured,
        key_name: NameInPath,
        number: _Number,
        res_id: int = place_id,
    ) -> KeyDestructionItem:
        def look(stored: _Stored) -> KeyDestructionItem:
            with caller.session:
                return _item(caller, *find(caller, res_id, key_name, number), stored)

        await run_in_threadpool(look, [])  # who may not, asks no cluster
        return await run_in_threadpool(look, await _stored(request, caller, settings, model, res_id))

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
        key_name: NameInPath,
        number: _Number,
        seen: Seen,
        response: Response,
        res_id: int = place_id,
    ) -> KeyDestructionItem:
        row, what = find(caller, res_id, key_name, number)
        seen.latest(what.key)
        key_destructions.ask(caller.session, caller.user, row, what, body.reason, now_ms())
        return tagged(response, _item(caller, row, what, stored))

    @router.delete(
        path,
        name=f"withdraw_{word}_key_destruction",
        summary=f"Keep a version of an encryption key of a {word}",
        description=f"Its destruction is not asked for any more. {needs}",
    )
    def withdraw(
        caller: SignedInToChange,
        key_name: NameInPath,
        number: _Number,
        seen: Seen,
        response: Response,
        res_id: int = place_id,
    ) -> EncryptionKeyItem:
        row, what = find(caller, res_id, key_name, number)
        seen.latest(what.key)
        key_destructions.withdraw(caller.session, caller.user, row, what, now_ms())
        return answer(caller, what.key, response)

    @router.post(
        f"{path}/confirm",
        name=f"confirm_{word}_key_destruction",
        summary=f"Destroy a version of an encryption key of a {word}",
        description="As the second person. Its private half is deleted, and nobody can undo it. The number is not "
        f"given out again. {needs}",
        responses=responses(409),
    )
    def confirm(
        caller: ReauthenticatedToChange,
        key_name: NameInPath,
        number: _Number,
        seen: Seen,
        response: Response,
        res_id: int = place_id,
    ) -> EncryptionKeyItem:
        row, what = find(caller, res_id, key_name, number)
        seen.latest(what.key)

        def administers(user: User) -> bool:
            return authority.allowed(caller.session, user, shared.ADMINISTER[kind], int(kind), row.id).allowed

        key_destructions.confirm(caller.session, caller.user, row, what, administers, now_ms())
        return answer(caller, what.key, response)


_add_routes(Namespace, 204)
_add_routes(Topic, 304)


async def _stored(
    request: Request, caller: Caller, settings: Settings, model: type[Namespace] | type[Topic], res_id: int
) -> _Stored:
    """What each cluster of a topic has of it; of a namespace nothing is asked."""
    if shared.KINDS[model] != ResourceType.TOPIC:
        return []

    def look() -> PlaceOnClusters:
        with caller.session:
            return view_permissions.place_of(caller, settings, shared.find_administered(caller, model, res_id), None)

    return (await view_permissions.ask(request, caller, look, "internal", internal_stats))[1]


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
