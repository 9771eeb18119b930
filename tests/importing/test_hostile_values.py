"""Nothing that a cluster stores ends an import: what the center cannot have is left out with a sentence."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.desired_state.importing import mapping_draft, mapping_file
from tests.importing.conftest import Migration
from tests.importing.test_plan import an_estate

_NAMES: list[Any] = [
    "", " ", ".", "..", "*", "*-reader", "a,b", "x" * 513, "x" * 4096, "x" * 5000, "a\0b", "a\nb", "\x7f", "\x85",
    "\u2028", "\ufeff", "\U0001f600", "é", "null", "~", "{role}", "{", "%s", "a/b", "a//b", "-partition-1", "system",
    "persistent://acme/orders/created", "persistent://a/b", "://", "spiffe://acme/x", "system:serviceaccount:ns:name",
]  # fmt: skip
_VALUES: list[Any] = [
    None, True, False, 0, -1, 2**31, 2**63, 2**70, 1e308, "", "x", "Prefix", [], [None], [""], [[]], {}, {"": None},
    {"a": {"b": []}}, *_NAMES,
]  # fmt: skip
ROLES = [name for name in _NAMES if "\0" not in name and len(name) <= 4096]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Container and key of everything in it."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


def _spoil(migration: Migration, chance: random.Random) -> None:
    """Give something that the cluster stores another value or name; at times several things."""
    played = migration.played
    played.namespaces["acme/quiet"] |= {"message_ttl_in_seconds": 60, "retention_policies": {"retentionSizeInMB": 1}}
    stored = [played.tenants, played.namespaces, played.topics, played.topic_policies, played.runtime]
    for _ in range(chance.randint(1, 4)):
        container, key = chance.choice([place for part in stored for place in _places(part)])
        value = chance.choice(_VALUES)
        if isinstance(container, dict) and chance.random() < 0.4:
            container[chance.choice(_NAMES)] = container.pop(key)
        elif container is played.topics and not isinstance(value, int):
            container[key] = 3
        else:
            container[key] = value


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(12, 120))])
def test_no_value_ends_an_import(migration: Migration, seed: int) -> None:
    _spoil(migration, random.Random(seed))
    run = migration.begin()
    assert (run["state"], run["message"]) == ("planned", None)
    text = migration.root.get(f"{migration.path}/{run['id']}/mapping").json()["mapping"]
    again = migration.begin(text)
    assert (again["state"], again["message"]) == ("planned", None)
    done = migration.apply(again["id"])
    assert (done["state"], done["message"]) == ("done", None)
    assert migration.report(again["id"])["comes"] == {}


def test_an_empty_administrator_is_left_out_with_a_sentence(migration: Migration) -> None:
    migration.played.tenant("emptied", "", "emptied.boss")
    run = migration.begin()
    assert run["state"] == "planned"
    empty = [row for row in migration.report(run["id"])["not_carried"] if row["code"] == "empty_name"]
    assert [(row["place"], row["role"], row["what_code"]) for row in empty] == [("prod", "", "everything_held")]
    steps = {step["name"] for step in migration.report(run["id"])["steps"]}
    assert "emptied.boss on emptied" in steps


@pytest.mark.parametrize("role", ROLES, ids=lambda role: repr(role)[:20])
def test_the_draft_maps_any_role_as_it_was_mapped(role: str) -> None:
    estate = an_estate({role: ["produce"]}, wildcards=True)
    read = mapping_file.read(mapping_draft.write(estate, mapping_file.empty()).encode())
    assert read.target(role) == mapping_file.empty().target(role)
    assert read.target("a-reader").to == "service", "it means no other role"
