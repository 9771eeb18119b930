"""Hand-made Facts: a small company on one cluster, with the center's own table of rights."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from app.access import vocabulary
from spark_audit.schemas import RIGHT_LINE
from spark_audit.sources import operations
from spark_audit.suggest.facts import Facts, Grant, Resources, Use
from spark_audit.suggest.networks import Networks
from spark_audit.suggest.resource_paths import ancestry, path_of
from spark_audit.suggest.rights import Atom
from spark_audit.suggest.rules import RightRules
from spark_audit.suggest.subscriptions import Names
from spark_audit.suggest.suggestion import NARROW, UNUSED, Suggestion

OLD, SINCE, NOW = 1_000, 5_000, 9_000


@cache
def rules() -> RightRules:
    """Rules from the operations.json that the center exports."""
    rows = operations.alternatives(json.loads(vocabulary.FILE.read_text(encoding="utf-8")))
    return RightRules.of(dict(zip(RIGHT_LINE.names, right, strict=True)) for right in rows)


def grant(number: int, res: str, *authorities: int, role: int = 0, users: Iterable[str] = ("ann",),
          timed: bool = False, prefix: str = "", names: Names = None, networks: Networks = None) -> Grant:  # fmt: skip
    """A standing grant, by default of a role of its own."""
    return Grant(number, role or number, f"role {role or number}", (path_of(res),), authorities, frozenset(users), OLD,
                 timed, prefix, names, networks)  # fmt: skip


def use(op: str, res: str, *grants: int, user: str = "ann", n: int = 1, names: Iterable[str] | None = ()) -> Use:
    """A use of one resource, covered by these grants. `names`: the subscriptions; None: not known."""
    actions = {"PRODUCE": 3, "CONSUME": 2, "UNLOAD": 3, "CREATE_TOPIC": 1}
    used_names = None if names is None else frozenset(names)
    return Use(user, op, actions.get(op, 2), path_of(res), frozenset(grants), (n,), SINCE, NOW, (used_names,))


def facts(grants: Iterable[Grant], uses: Iterable[Use], topics: Iterable[str], mains: dict[str, str] | None = None,
          young: Iterable[str] = ()) -> Facts:  # fmt: skip
    """Facts with these grants, uses and topics. Namespaces, tenants and the cluster follow from the topics."""
    born = {path_of(topic): OLD for topic in topics} | {path_of(topic): NOW for topic in young}
    living = frozenset(place for path in born for place in ancestry(path) if place)
    standing = {grant.id: grant for grant in grants}
    limited = {grant.id: grant.networks for grant in standing.values() if grant.networks is not None}
    return Facts(standing, tuple(uses), Resources(living, born), rules(), mains or {}, SINCE, limited)


def changed(grant: Grant, adds: Sequence[Atom]) -> Suggestion:
    """A suggestion that replaces the grant by `adds`, perhaps by nothing."""
    return Suggestion(NARROW if adds else UNUSED, grant, tuple(adds), frozenset({grant.id}), 1.0, 0.0, "")


def followed(grants: Iterable[Grant], found: Iterable[Suggestion]) -> list[Grant]:
    """The grants that are there after these suggestions."""
    made = {change.grant.id: change for change in found}
    came = [replace(change.grant, id=1_000 * change.grant.id + number, paths=(add.place.path,), prefix=add.place.prefix,
                    subscriptions=add.subscriptions, networks=add.networks, authorities=(add.authority,))
            for change in made.values() for number, add in enumerate(change.adds)]  # fmt: skip
    return [*(change for change in grants if change.id not in made), *came]


def topics(count: int, namespace: str = "eu/acme/orders") -> list[str]:
    """t0, t1, …"""
    return [f"{namespace}/t{number}" for number in range(count)]
