"""The snapshot: read, written, changed by deltas."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.access.rights_snapshot import Snapshot, SnapshotGap, from_json

JSON: dict[str, Any] = {
    "format": 1,
    "cluster": "standalone",
    "revision": 42,
    "users": [{"name": "alice", "status": "active", "main": None, "roles": [1, 2], "cred": 3, "tokens_from": 7}],
    "grants": [
        {"id": 9, "role": 1, "type": 3, "name": "acme/orders", "auth": [302, 303], "from": None, "until": 5},
        {"id": 10, "role": 1, "type": 4, "name": "persistent://a/b/c", "auth": [202], "from": 1, "until": None},
    ],
    "invalid": ["acme/old"],
    "keys": [{"kty": "EC", "kid": "k1"}],
    "revoked": [{"jti": "j1", "exp": 1790000000000}],
}


def test_a_snapshot_is_written_as_it_was_read() -> None:
    assert from_json(JSON).to_json() == JSON


def test_another_format_is_refused() -> None:
    with pytest.raises(ValueError, match="Snapshot format 3 is unknown; this version reads 1 and 2"):
        from_json({**JSON, "format": 3})


def test_useless_grants_are_not_indexed() -> None:
    assert list(from_json(JSON).by_role[1]) == [(3, "acme/orders")]


def test_a_delta_sets_and_takes() -> None:
    before = from_json(JSON)
    after = before.apply_delta(
        {
            "after": 42,
            "revision": 44,
            "set": {"users": [{"name": "bob"}], "revoked": [{"jti": "j2", "exp": 5}], "keys": [{"kid": "k2"}]},
            "gone": {
                "users": ["alice", "never"],
                "grants": [9, 77],
                "invalid": ["acme/old"],
                "keys": ["k1"],
                "revoked": ["j1"],
            },
        }
    )
    assert after.revision == 44
    assert list(after.users) == ["bob"]
    assert list(after.grants) == [10]
    assert (after.invalid, list(after.keys), after.revoked) == (frozenset(), ["k2"], {"j2": 5})
    assert before.to_json() == JSON


def test_an_old_delta_changes_nothing() -> None:
    before = from_json(JSON)
    assert before.apply_delta({"after": 41, "revision": 42}) is before


def test_a_gap_is_noticed() -> None:
    with pytest.raises(SnapshotGap, match="The delta follows revision 43, the snapshot is at 42"):
        from_json(JSON).apply_delta({"after": 43, "revision": 44})


def test_many_deltas_give_the_later_snapshot() -> None:
    for seed in range(10):
        rng = random.Random(seed)
        current = from_json(JSON)
        _ = current.by_role  # from now on the index is carried along, not built anew
        for revision in range(43, 243):
            current = current.apply_delta(_random_delta(rng, revision))
        assert _sorted_index(current) == _sorted_index(from_json(current.to_json()))


def _random_delta(rng: random.Random, revision: int) -> dict[str, Any]:
    number = rng.randint(1, 60)
    if rng.random() < 0.3:
        return {"after": revision - 1, "revision": revision, "gone": {"grants": [number]}}
    kind, name = rng.choice([(2, "acme"), (3, "acme/orders"), (4, "persistent://acme/orders/x"), (4, "broken")])
    grant = {"id": number, "role": rng.randint(1, 4), "type": kind, "name": name, "auth": [rng.choice([102, 302])]}
    return {"after": revision - 1, "revision": revision, "set": {"grants": [grant]}}


def _sorted_index(snapshot: Snapshot) -> dict[int, dict[tuple[int, str], list[int]]]:
    return {
        role: {place: sorted(grant.id for grant, _ in found) for place, found in places.items() if found}
        for role, places in snapshot.by_role.items()
        if places
    }
