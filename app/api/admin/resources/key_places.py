"""Finds the topics that clients name, also those that the center does not know: they are asked about in their
namespace, as brokers ask before a topic is made."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.access.decision import Decision
from app.access.holding import topics_served_by
from app.access.names import ResourceName, ResourceType
from app.api.authority import Judge, NamedUser
from app.api.callers import Caller
from app.api.paging import ApiModel
from app.grants.places import Key, Place, no_such_place
from app.resources import encryption_keys
from app.resources.encryption_halves import Algorithm
from app.rights import places_by_name
from app.rights.local_rights import LocalRights

_READING = {ResourceType.NAMESPACE: 203, ResourceType.TOPIC: 303}
"""The authority to read all of a place."""


@dataclass(frozen=True)
class NamedTopic:
    """A topic. `place`: it, or its namespace when the center does not know it."""

    name: ResourceName
    place: Place

    @property
    def is_known(self) -> bool:
        """Whether the center has it."""
        return self.place.name == self.name.name

    def key_places(self) -> dict[Key, str]:
        """Where its encryption key may be, with the full name, the topic first."""
        itself = {self.place.key: self.place.name}
        return {**itself, self.place.above[0]: self.name.namespace or ""} if self.is_known else itself


class UsedKey(ApiModel):
    """The version that producers encrypt for; `full_name`: the topic or namespace whose key it is."""

    full_name: str
    name: str
    number: int
    algorithm: Algorithm


def used_key(session: Session, places: Mapping[Key, str]) -> UsedKey | None:
    """That of the first of these places (with their full names) that has a key."""
    active = encryption_keys.active(session, places)
    for place, full_name in places.items():
        if place in active:
            key, version = active[place]
            return UsedKey.of(version, full_name=full_name, name=key.name)
    return None


def places_of_keys(session: Session, name: ResourceName) -> dict[Key, str]:
    """Where the encryption key of a topic that is named may be, with the full names, the topic first; empty when its
    namespace is not known either."""
    topic = _named(_find(session, [name]), name)
    return {} if topic is None else topic.key_places()


class TopicJudge:
    """Decides about these topics, with the rights of the caller read once for all."""

    def __init__(self, judge: Judge, found: Mapping[places_by_name.Named, Place]) -> None:
        """Use `of` or `of_each`."""
        self._judge, self._places = judge, found
        judge.announce(found.values())

    @classmethod
    def of(cls, caller: Caller, names: Collection[ResourceName], subscription: str | None = None) -> "TopicJudge":
        """For one caller, about one subscription."""
        return cls(Judge(caller.session, caller, subscription), _find(caller.session, names))

    @classmethod
    def of_each(
        cls, session: Session, callers: Sequence[NamedUser], names: Collection[ResourceName]
    ) -> list["TopicJudge"]:
        """For each of these callers, whose rights are read together."""
        rights = LocalRights(session, {caller.username for caller in callers})
        found = _find(session, names)
        return [cls(Judge(session, caller, rights=rights), found) for caller in callers]

    def topic(self, name: ResourceName) -> NamedTopic | None:
        """The topic; None when its name is malformed, or its namespace is not known either."""
        return _named(self._places, name)

    def key_places(self, names: Iterable[ResourceName]) -> set[Key]:
        """Where the encryption keys of these topics may be."""
        return {key for name in names if (topic := self.topic(name)) is not None for key in topic.key_places()}

    def decision(self, question: str, topic: NamedTopic) -> Decision:
        """The decision, which nobody may be told who does not see the topic."""
        return self._judge.allowed(question, *topic.place.key, inside=None if topic.is_known else topic.name)

    def allowed(self, question: str, topic: NamedTopic) -> Decision:
        """The decision. Raises NotFound when there is no such topic for the caller."""
        decision = self.decision(question, topic)
        # One that the center does not know is answered as one that is hidden.
        if not decision.allowed and not (topic.is_known and self._judge.may_see(*topic.place.key)):
            raise no_such_place()
        return decision

    def reads_all_of(self, owner: Key) -> bool:
        """Whether the caller may read the place that a key belongs to: all that the key opens. A right that a topic has
        because it serves another one, as dead-letter topics do by their names, is not enough."""
        kind, number = owner
        return self._judge.holds(_READING[ResourceType(kind)], kind, number)


def _named(found: Mapping[places_by_name.Named, Place], name: ResourceName) -> NamedTopic | None:
    of_topic = (int(name.type), name.name)
    place = found.get(of_topic) or found.get((of_topic[0] - 1, name.namespace or ""))
    return None if place is None or name.malformed else NamedTopic(name, place)


def _find(session: Session, names: Iterable[ResourceName]) -> dict[places_by_name.Named, Place]:
    wanted = {name for name in names if not name.malformed}
    above = {ResourceName.of_namespace(name.namespace) for name in wanted}
    served = {topic for name in wanted for topic in topics_served_by(name)}
    return places_by_name.find(session, wanted | above | served)
