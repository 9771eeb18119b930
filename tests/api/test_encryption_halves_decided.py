"""Who gets which half agrees with what the brokers of each cluster decide by their snapshots, in random worlds."""

import random

import httpx
import pytest
from sqlalchemy.orm import Session

from app.access.decision import decide, holds_authority
from app.access.names import ResourceName
from app.access.rights_snapshot import Snapshot
from app.platform.clock import now_ms
from app.platform.settings import Settings
from app.resources import encryption_halves, encryption_keys
from app.resources.models import Namespace, Topic
from app.rights import snapshots
from tests.api import listed_worlds
from tests.center import Center
from tests.factories import Person

ORDERS, BILLS = "persistent://acme/orders", "persistent://acme/bills"
KEY_OF = {
    f"{ORDERS}/created": "own",
    f"{ORDERS}/created-partition-4": "own",
    f"{ORDERS}/created-billing-DLQ": "all",
    f"{ORDERS}/paid": "all",
    f"{ORDERS}/__change_events": "all",
    f"{ORDERS}/unknown": "all",
    f"{ORDERS}/paid-billing-RETRY": "all",
    "topic://acme/orders/created": "all",
    f"{BILLS}/unknown": None,
}
"""Topic → the key that it takes. Some the center does not know."""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_halves_go_to_whom_every_cluster_would_let(center: Center, seed: int) -> None:
    center.make(listed_worlds.estate)
    people = center.make(listed_worlds.people, 900 + seed)
    center.make(make_keys, center.settings)
    center.make(close_one, seed)
    whole = [center.read(snapshots.snapshot_of, cluster, None) for cluster in (1, 2)]
    got = [_compare(center.with_token(person), person, whole) for person in people if person.username != "off"]
    for answers in zip(*got, strict=True):
        assert 0 < sum(answers) < len(KEY_OF) * len(got) / 2, "some get a half, and not everybody"


def _compare(client: httpx.Client, person: Person, whole: list[Snapshot]) -> tuple[int, int]:
    answer = client.post("/api/v1/encryption-keys/public", json={"topics": list(KEY_OF)})
    written = read = 0
    for item, (topic, name) in zip(answer.json()["items"], KEY_OF.items(), strict=True):
        may_write, may_read = (_all_allow(whole, person, question, topic) for question in ("PRODUCE", "CONSUME"))
        expected = (name or "no_key",) if may_write else ("not_found", "not_allowed")
        assert (item["name"] or item["error"]) in expected, (person, topic)
        may_read = may_read and _reads_all_it_opens(whole, person, topic, name or "all")
        wanted = {"topic": topic, "name": name or "all", "number": 1, "reason": "compared"}
        status = client.post("/api/v1/encryption-keys/private", json=wanted).status_code
        assert status in ((200 if name else 404,) if may_read else (403, 404)), (person, topic)
        written, read = written + (item["public_key"] is not None), read + (status == 200)
    return written, read


def _all_allow(whole: list[Snapshot], person: Person, question: str, topic: str) -> bool:
    name = ResourceName.of_topic(topic)
    return all(decide(each, person.username, f"topic:{question}", name, now=now_ms()).allowed for each in whole)


def _reads_all_it_opens(whole: list[Snapshot], person: Person, topic: str, key: str) -> bool:
    name = ResourceName.of_topic(topic)
    number, place = (303, name) if key == "own" else (203, ResourceName.of_namespace(name.namespace or ""))
    return all(holds_authority(each, person.username, number, place, now_ms()) for each in whole)


def make_keys(session: Session, settings: Settings) -> None:
    halves = encryption_halves.make("EC-P256")
    topic, namespace = session.get_one(Topic, 1), session.get_one(Namespace, 1)
    encryption_keys.create(session, settings, "test", topic, "own", halves)
    encryption_keys.create(session, settings, "test", namespace, "all", halves)


def close_one(session: Session, seed: int) -> None:
    session.get_one(Topic, random.Random(seed).randint(1, 3)).is_valid = 2
