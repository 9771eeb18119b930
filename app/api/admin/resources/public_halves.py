"""Public halves of encryption keys, for many topics at once, for who may write there."""

from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import Request
from pydantic import Field, StringConstraints

from app.access.names import ResourceName
from app.api.admin.resources.key_places import TopicJudge
from app.api.app_state import Configured
from app.api.guard import SignedIn
from app.api.paging import ApiModel, Body, Printable, WholeList, examples
from app.api.routing import Router
from app.grants.places import Key
from app.platform.clock import now_ms
from app.platform.errors import NotFound
from app.platform.settings import Settings
from app.resources import encryption_halves, encryption_keys
from app.resources.encryption_halves import Algorithm
from app.resources.encryption_keys import KeyInVersion
from app.resources.key_fetches import PublicFetches

router = Router(tags=["encryption"])
MOST = 1000
QUESTION = "topic:PRODUCE"
Active = Mapping[Key, KeyInVersion]
TopicName = Annotated[str, StringConstraints(min_length=1, max_length=1024), Printable]
Refusal = Literal["not_found", "not_allowed", "no_key"]


class TopicsToWrite(Body):
    """Full names; a partition or segment stands for its topic."""

    model_config = examples({"topics": ["persistent://acme/orders/created"]})

    topics: Annotated[list[TopicName], Field(min_length=1, max_length=MOST)]
    noted: bool = Field(True, description="False: only to see whether there is a newer version; it is not taken.")

    def names(self) -> set[ResourceName]:
        """Of the topics."""
        return set(map(ResourceName.of_topic, self.topics))


class PublicHalf(ApiModel):
    """What to encrypt for, or why there is nothing (`error`). no_key: neither the topic nor its namespace has a key."""

    topic: str = Field(description="As it was asked for.")
    error: Refusal | None = None
    name: str | None = Field(None, description="Name of the key.")
    number: int | None = Field(None, description="The version that is active.")
    algorithm: Algorithm | None = None
    public_key: str | None = Field(None, description="PEM")


class PublicHalves(WholeList[PublicHalf]):
    """In the order of the request."""


@router.post("/encryption-keys/public", summary="Get public halves of encryption keys")
def get_public_halves(request: Request, caller: SignedIn, settings: Configured, body: TopicsToWrite) -> PublicHalves:
    """The active version for each topic: of its own key, else of its namespace's. Needs the right to write the topic,
    on each of its clusters. One that the caller may not write does not affect the others."""
    judge = TopicJudge.of(caller, body.names())
    active = encryption_keys.active(caller.session, judge.key_places(body.names()))
    return answer(judge, settings, active, body, caller.user_id, request.app.state.public_fetches)


route = router.routes[-1]


def answer(
    judge: TopicJudge, settings: Settings, active: Active, body: TopicsToWrite, user_id: int, fetches: PublicFetches
) -> PublicHalves:
    """What this user, about whom `judge` decides, gets. `active`: the keys of the places where they may be."""
    given: set[int] = set()
    found = {text: _half(judge, settings, text, active, given) for text in set(body.topics)}
    if body.noted:
        fetches.note(given, user_id, now_ms())  # written later, so that nobody waits here for writers
    return PublicHalves(items=[found[text] for text in body.topics])


def _half(judge: TopicJudge, settings: Settings, text: str, active: Active, given: set[int]) -> PublicHalf:
    topic = judge.topic(ResourceName.of_topic(text))
    try:
        if topic is None:
            return PublicHalf(topic=text, error="not_found")
        if not judge.allowed(QUESTION, topic).allowed:
            return PublicHalf(topic=text, error="not_allowed")
    except NotFound:
        return PublicHalf(topic=text, error="not_found")
    found = next((active[key] for key in topic.key_places() if key in active), None)
    if found is None:
        return PublicHalf(topic=text, error="no_key")
    key, version = found
    if key.mode == encryption_keys.CENTER:
        encryption_halves.unseal(settings, version)  # nobody shall encrypt for a half that cannot be opened
    given.add(version.id)
    return PublicHalf.of(version, topic=text, error=None, name=key.name, public_key=version.public_half)
