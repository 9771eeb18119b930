"""The load's own idea of who may read what is that of the center; otherwise its verdicts would mean nothing."""

import random
from pathlib import Path

from benchmarks.big_estate.rows import Size, topic_name
from benchmarks.big_estate.served import serving
from benchmarks.load.truth import Pair, Truth

_EACH = 250


def test_the_center_agrees(tmp_path: Path) -> None:
    size, chance = Size(20_000), random.Random(3)
    truth = Truth(size)
    known = [(truth.holder_of_grant(chance), True) for _ in range(_EACH)]
    known += [(truth.stranger(chance), False) for _ in range(_EACH)]
    members = [(1 + chance.randrange(60), 1 + chance.randrange(size.topics)) for _ in range(_EACH)]
    known += [(pair, truth.reads(pair)) for pair in members if pair[0] != 1]
    assert any(may for pair, may in known[2 * _EACH :]), "some read by what their team has"
    with serving(f"sqlite:///{tmp_path / 'center.db'}", size) as center:
        body = {"questions": [_question(size, pair) for pair, _ in known]}
        answers = center.administrator.post("/api/v1/access/check", json=body).json()["answers"]
    wrong = [(pair, may) for (pair, may), answer in zip(known, answers, strict=True) if answer["allowed"] != may]
    assert wrong == []


def _question(size: Size, pair: Pair) -> dict[str, object]:
    where = {"cluster_id": 1, "resource_type": "topic", "resource": topic_name(size, pair[1])}
    return {**where, "principal": f"u{pair[0]}", "question": "topic:CONSUME"}
