"""A file changes what its plan names and nothing else, and planned again it changes nothing. A file that is refused
changes nothing at all.

Exports of unusual estates are changed by lot; `PUC_WALKS` estates.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
import yaml

from app.access.names import ResourceName, ResourceType
from app.audit.trail import trail
from app.desired_state.engine import center_reader
from app.desired_state.engine.state import CenterState
from app.desired_state.policy_file.changes import Change
from app.desired_state.policy_file.plan_grants import limit_words, place_words, receiver_words
from app.desired_state.policy_file.problems import FileProblem
from app.platform.database import Database
from app.platform.errors import UserCenterError
from tests import backends
from tests.policy.center_of import carry_out, export_file, plan_file, sentences
from tests.policy.estates import make_furnished_center

_PRUNED = ("users", "groups", "roles", "resources", "grants")


class EstatePart(NamedTuple):
    """Something a file can change. `names`: of changes of it; `parents`: whose coming or going takes it along."""

    content: Any
    names: frozenset[str] = frozenset()
    parents: frozenset[str] = frozenset()


_NONE = EstatePart(None)


def parts(state: CenterState) -> Mapping[Any, EstatePart]:
    found: dict[Any, EstatePart] = {}
    for kind, entries in (("group", state.groups), ("user", state.users), ("role", state.roles)):
        for name, entry in entries.items():
            members = (f"{name}: {user}" for user in getattr(entry, "members", ()))
            found[kind, name] = EstatePart(entry, frozenset({name, *members}))
    for place, resource in state.resources.items():
        rules = (f"{subscription} of {place[1]}" for subscription in resource.subscription_permissions)
        found[place] = EstatePart(resource, frozenset({place[1], *rules}), above(place))
    for pair, rows in state.grants.items():
        sentence = f"{receiver_words(pair.receiver)} on {place_words(pair.place)}{limit_words(pair)}"
        parents = above(pair.place) | {pair.receiver[1], pair.place[1]}
        found[pair] = EstatePart(frozenset(rows), frozenset({sentence}), parents)
    return found


def above(place: tuple[ResourceType, str]) -> frozenset[str]:
    resource = ResourceName.of(*place)
    places = (resource.tenant, resource.namespace) if place[0] > ResourceType.CLUSTER else ()
    return frozenset(name for name in places if name)


def change_file(text: str, chance: Random) -> str:
    """The file with some grants, members and places changed, taken out or added."""
    file = yaml.load(text, Loader=yaml.BaseLoader)
    for _ in range(chance.randint(1, 4)):
        grants, people = file.get("grants") or [{"authorities": []}], sorted(file["users"])
        grant = chance.choice(grants)
        match chance.randrange(6):
            case 0:
                grants.remove(grant)
            case 1:
                grant["until"] = "2090-01-01"
            case 2:
                grant["authorities"] = grant["authorities"][:1]
            case 3:
                file.setdefault("roles", {})[chance.choice(["staff", "on"])] = {"members": chance.sample(people, 1)}
            case 4:
                file["users"].pop(chance.choice(people))
            case _:
                tenant = file["tenants"][chance.choice(sorted(file["tenants"]))]
                new = {chance.choice(["no", "new"]): {"bundles": "4"}}
                tenant["namespaces"] = {**(tenant.get("namespaces") or {}), **new}
    return str(yaml.safe_dump(file, allow_unicode=True, sort_keys=False))


def parts_present(database: Database) -> Mapping[Any, EstatePart]:
    with database.reading() as session:
        return parts(center_reader.read(session))


def changes_made(database: Database, text: str, prune: Any) -> list[Change]:
    """What applying the file changed; nothing when it is refused."""
    try:
        with database.writing() as session:
            trail.lock_revision(session)
            found, _ = plan_file(session, text, prune=prune)
            carry_out(session, found, text)
        return list(found.changes)
    except (UserCenterError, FileProblem):
        return []


def assert_named(
    before: Mapping[Any, EstatePart], after: Mapping[Any, EstatePart], changes: list[Change], case: str
) -> None:
    named = {change.name for change in changes}
    whole = {change.name for change in changes if change.action != "change" and change.kind != "grant"}
    for key in before.keys() | after.keys():
        old, new = before.get(key, _NONE), after.get(key, _NONE)
        if old.content != new.content:
            assert (old.names | new.names) & named or (old.parents | new.parents) & whole, f"{case}: {key} {old} {new}"


@pytest.mark.parametrize("first", [0, 1])
def test_a_file_changes_what_its_plan_names(first: int, tmp_path: Path, sqlite_template: Path) -> None:
    applied = 0
    for seed in range(first, first + 2 * int(os.environ.get("PUC_WALKS", "3")), 2):
        database, chance = Database(backends.SqliteFiles(tmp_path, sqlite_template).new()), Random(seed)
        make_furnished_center(database, seed)
        for step in range(12):
            case, text = f"seed {seed}, step {step}", change_file(export_file(database).decode(), chance)
            prune = frozenset(kind for kind in _PRUNED if chance.random() < 0.4)
            before = parts_present(database)
            changes = changes_made(database, text, prune)
            assert_named(before, parts_present(database), changes, case)
            assert not changes or sentences(database, text, prune=prune) == [], case
            applied += bool(changes)
        database.close()
    assert applied > 3, "files that were applied"
