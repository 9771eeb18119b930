"""Under faults of center, network, broker and files, every answer fits a state of the rights."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.end_to_end.cluster.company import Company, Topic
from tests.end_to_end.cluster.faults import broker_faults, center_faults
from tests.end_to_end.cluster.faults.center_faults import Fault
from tests.end_to_end.cluster.faults.rights_model import Question, RightsModel
from tests.end_to_end.cluster.faults.schedule import Schedule
from tests.end_to_end.cluster.new_enemy.test_new_enemy import seed_of

pytestmark = pytest.mark.broker
_SOAK_RUNS = 60


def test_what_the_model_refutes() -> None:
    topic = Topic(1, "one", "two")
    ask, other = Question("eve", "write", topic), Question("bob", "write", topic)
    model = RightsModel()
    assert model.refutes(ask, True)
    model.allow(ask)
    assert not model.refutes(ask, True)
    assert not model.refutes(ask, False), "whether it is known already is open"
    assert model.refutes(other, True)
    model.confirm_newest()
    assert model.refutes(ask, False)
    model.may_deny = True
    assert not model.refutes(ask, False)
    model.take_away(ask)
    model.confirm_newest()
    assert model.refutes(ask, True)


def test_a_few_faults(healthy: Company, record_measurement: Callable[[str], None]) -> None:
    """One of each sort by chance, and always the broker that is killed while it stores a change."""
    seed = seed_of("faults")
    chance = Random(seed)
    way = [
        fault
        for fault in center_faults.CENTER
        if isinstance(fault, center_faults.CertificateExpired | center_faults.WayCut | center_faults.OneCutOff)
    ]
    faults = [chance.choice(way), chance.choice(center_faults.GARBAGE), broker_faults.KilledWhileWriting(cut=True)]
    go_through(healthy, seed, faults, record_measurement)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_many_faults(healthy: Company, record_measurement: Callable[[str], None]) -> None:
    """Every fault at least once, in an order by chance."""
    seed = seed_of("soak")
    chance = Random(seed)
    every = [
        *broker_faults.EVERY,
        *chance.choices(broker_faults.EVERY, k=max(0, _SOAK_RUNS - len(broker_faults.EVERY))),
    ]
    chance.shuffle(every)
    go_through(healthy, seed, every, record_measurement)


def go_through(company: Company, seed: int, order: Sequence[Fault], record_measurement: Callable[[str], None]) -> None:
    """All of them on one cluster, one after the other; each run has a seed of its own."""
    topics = [company.topic(f"faults{at}", "orders") for at in range(2)]
    for topic, broker in zip(topics, company.cluster.brokers, strict=True):
        company.move(topic, broker)
    wrong: list[str] = []
    with Schedule(company, f"faults-{seed}", topics) as schedule:
        for number, fault in enumerate(order):
            print(f"run {number}, seed {seed + number}: {fault.name}", flush=True)
            found = schedule.run(fault, Random(seed + number))
            print(f"  {schedule.asked} answers so far, {'; '.join(found) or 'none wrong'}", flush=True)
            wrong += found
        answers = schedule.asked
    assert wrong == [], f"seed {seed}"
    names = ", ".join(fault.name for fault in order) if len(order) < 10 else f"{len(order)} runs"
    record_measurement(f"faults, seed {seed}: {names}; {answers} answers, none wrong")
