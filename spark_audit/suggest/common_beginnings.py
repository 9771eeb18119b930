"""Beginnings that used topics of a namespace have in common: places between the namespace and its topics."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping

from spark_audit.suggest.facts import Resources
from spark_audit.suggest.place import Place
from spark_audit.suggest.resource_paths import TOPIC_DEPTH, Path, plain_name

_SEPARATORS = "-_./:"
_LETTERS = 3
_TOPICS = 3


def common_beginnings(used: Collection[Path], held: Collection[Place], resources: Resources) -> Mapping[Path, set[str]]:
    """Namespace → prefixes with which at least _TOPICS of the used topics begin.

    Each has at least _LETTERS characters and then a separator. It leaves out a topic that exists, within what is held
    there: else it would say nothing.
    """
    found: dict[Path, Counter[str]] = defaultdict(Counter)
    for path in used:
        if len(path) == TOPIC_DEPTH:
            found[path[:-1]].update(_beginnings(plain_name(path[-1])))
    return {
        namespace: {prefix for prefix, topics in counted.items()
                    if topics >= _TOPICS and _says_something(Place(namespace, prefix), held, resources)}
        for namespace, counted in found.items()
    }  # fmt: skip


def _beginnings(name: str) -> list[str]:
    return [name[: at + 1] for at, letter in enumerate(name) if letter in _SEPARATORS and at >= _LETTERS]


def _says_something(place: Place, held: Collection[Place], resources: Resources) -> bool:
    around = [other for other in held if other.path == place.path and other.holds(place) and other != place]
    nearest = max(around, key=lambda other: len(other.prefix), default=Place(place.path))
    return resources.leaves(place, TOPIC_DEPTH) < resources.leaves(nearest, TOPIC_DEPTH)
