"""Which places lists show as switched off: by themselves, by a place above, or by the topic that they serve."""

from collections.abc import Iterable, Mapping

from sqlalchemy.orm import Session

from app.access.holding import may_serve, topics_served_by
from app.access.names import ResourceName, ResourceType
from app.grants import places
from app.grants.places import Key
from app.rights import places_by_name


def find_shown(session: Session, keys: Iterable[Key]) -> Mapping[Key, tuple[str, bool]]:
    """Key → full name, and whether the place is switched off, so that no right gives its data (decision 0055).

    Places that do not exist are left out. One statement for each type of place, three more when a retry or dead-letter
    topic is among them.
    """
    return with_served_topics(session, places.shown_names(session, keys))


def with_served_topics(session: Session, names: Mapping[Key, tuple[str, bool]]) -> Mapping[Key, tuple[str, bool]]:
    """The same for names that are known, each with whether the place or one above it is switched off."""
    served = {
        key: topics_served_by(ResourceName.of(key[0], name))
        for key, (name, off) in names.items()
        if key[0] == ResourceType.TOPIC and not off and may_serve(name)
    }
    closed = _closed_names(session, {topic.name: topic for topics in served.values() for topic in topics}.values())
    by_topic = {key for key, topics in served.items() if any(topic.name in closed for topic in topics)}
    return {key: (name, off or key in by_topic) for key, (name, off) in names.items()}


def _closed_names(session: Session, topics: Iterable[ResourceName]) -> set[str]:
    keys = [place.key for place in places_by_name.find(session, topics).values()]
    return {name for name, off in places.shown_names(session, keys).values() if off} if keys else set()
