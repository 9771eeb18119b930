"""The addresses from which a simulation asks: one for each part of the named networks."""

from random import Random

import pytest

from app.access import network_limits
from app.access.decision import decide
from app.access.limits import Limits
from app.access.names import ResourceName
from app.access.network_origins import NetworkOrigin, is_limited, origins
from app.access.rights_snapshot import Grant, Snapshot, UserRights
from app.access.subscription_rules import SubscriptionRules
from app.access.vocabulary import AUTHORITIES, QUESTIONS
from tests.seeds import seeds

TOPIC = ResourceName.of_topic("persistent://acme/orders/created")


def _parts_of(*named: str, user: tuple[str, ...] | None = None) -> list[tuple[object, object]]:
    held = {
        number: Grant(number, 1, 2, "acme", (103,), limits=Limits(networks=(network,)))
        for number, network in enumerate(named)
    }
    people = {"ann": UserRights("ann", main="boss", roles=(1,)), "boss": UserRights("boss", networks=user)}
    rights = Snapshot("one", 1, people, held, frozenset(), {}, {})
    return [(origin.address, origin.named) for origin in _origins(rights, "topic:CONSUME")]


def _origins(rights: Snapshot, question: str, resource: ResourceName = TOPIC) -> list[NetworkOrigin]:
    return origins([rights, rights], "ann", question, resource)


def test_without_networks_one_question_is_enough() -> None:
    assert _parts_of() == [(network_limits.ANYWHERE, None)]
    assert _parts_of("10.0.0.1/8") == [(network_limits.ANYWHERE, None)]  # no network, so the grant never counts


@pytest.mark.parametrize(
    ("named", "addresses"),
    [
        (["10.0.0.0/8"], ["10.0.0.0"]),
        (["10.0.0.0/8", "10.0.0.0/16", "10.0.0.0/24"], ["10.0.1.0", "10.0.0.0", "10.1.0.0"]),
        (["10.0.0.0/8", "10.0.0.0/9", "10.128.0.0/9"], ["10.0.0.0", "10.128.0.0"]),
        (["::/0", "::/128"], ["::1", "::"]),
        (["255.255.255.255/32", "0.0.0.0/0"], ["0.0.0.0", "255.255.255.255"]),
    ],
)
def test_each_part_has_an_address_of_its_own(named: list[str], addresses: list[str]) -> None:
    """In the network, and in none of those inside it; one that others fill has none."""
    *parts, elsewhere = _parts_of(*named)
    assert elsewhere == (None, ("",))
    assert sorted(str(address) for address, _ in parts) == sorted(addresses)
    for address, part in parts:
        assert isinstance(part, tuple)
        assert network_limits.let_in(part, str(address))


def test_networks_of_the_main_account_count() -> None:
    assert _parts_of(user=("10.0.0.0/8",)) == [("10.0.0.0", ("10.0.0.0/8",)), (None, ("",))]


def _rights(*grants: Grant) -> Snapshot:
    people = {"ann": UserRights("ann", main="boss", roles=(1,)), "boss": UserRights("boss", roles=(2,))}
    rules = {"acme/orders": SubscriptionRules("acme/orders", users={"s": frozenset({"boss"})})}
    return Snapshot("one", 1, people, {grant.id: grant for grant in grants}, frozenset(), {}, {}, rules)


def _grant(number: int, kind: int, name: str, authority: int, *there: str, prefix: str | None = None) -> Grant:
    return Grant(number, 1 + number % 2, kind, name, (authority,), limits=Limits(prefix=prefix, networks=there))


@pytest.mark.parametrize(
    "elsewhere",
    [
        _grant(2, 4, "persistent://acme/orders/secret", 303, "10.9.0.0/16"),
        _grant(2, 3, "acme/other", 203, "10.9.0.0/16"),
        _grant(2, 3, "acme/orders", 203, "10.9.0.0/16", prefix="secret"),
        _grant(2, 2, "acme", 200, "10.9.0.0/16"),
    ],
)
def test_only_grants_that_may_meet_the_question_count(elsewhere: Grant) -> None:
    """Others may be of places that who asks may not see."""
    rights = _rights(_grant(0, 4, TOPIC.name, 303, "10.0.0.0/8"), elsewhere)
    named = [origin.named for origin in _origins(rights, "topic:CONSUME")]
    assert named == [("10.0.0.0/8",), ("",)]
    assert is_limited(rights, "ann")


def test_grants_inside_count_for_questions_that_look_inside() -> None:
    tenant = ResourceName.of_tenant("acme")
    rights = _rights(_grant(0, 4, TOPIC.name, 303, "10.0.0.0/8"), _grant(2, 2, "beta", 103, "10.9.0.0/16"))
    inside = [name for name, question in QUESTIONS.items() if tenant.type in question.asked_on and _looks_inside(name)]
    assert inside
    for name in inside:
        assert [origin.named for origin in _origins(rights, name, tenant)] == [("10.0.0.0/8",), ("",)]


def _looks_inside(question: str) -> bool:
    return any(need.any == "in" for need in QUESTIONS[question].needs)


def test_the_right_not_to_be_bound_by_rules_counts_where_there_are_rules() -> None:
    free = [Grant(number, number, 4, TOPIC.name, (303,)) for number in (1, 2)]
    administers = [
        Grant(3, 1, 3, "acme/orders", (204,), limits=Limits(networks=("10.0.0.0/8",))),
        Grant(4, 2, 3, "acme/orders", (204,)),
    ]
    found = origins([_rights(*free, *administers)], "ann", "topic:CONSUME", TOPIC, "s")
    assert [origin.named for origin in found] == [("10.0.0.0/8",), ("",)]


@pytest.mark.parametrize("seed", seeds(15, 200))
def test_from_each_address_the_answer_is_that_of_the_smallest_named_network(seed: int) -> None:
    """Whatever is held where: no limit that matters is left out."""
    chance = Random(seed)
    places = {0: [""], 1: ["one"], 2: ["acme"], 3: ["acme/orders"], 4: [TOPIC.name, f"{TOPIC.name}-s-DLQ"]}
    some = ["10.0.0.0/8", "10.9.0.0/16", "10.9.9.0/24", "192.168.0.0/16"]
    known = [(kind, name) for kind, names in places.items() for name in names]
    grants = []
    for number in range(chance.randint(1, 6)):
        kind, name = chance.choice(known)
        prefix = chance.choice([None, "cre"]) if kind == 3 else None
        made = _grant(number, kind, name, chance.choice(sorted(AUTHORITIES)), *chance.sample(some, 2), prefix=prefix)
        grants.append(made)
    rights = _rights(*grants)
    for name, question in QUESTIONS.items():
        for kind, text in known:
            resource, subscription = ResourceName.of(kind, text), chance.choice([None, "s", "ann"])
            if resource.type not in question.asked_on:
                continue
            found = {origin.named: origin.address for origin in origins([rights], "ann", name, resource, subscription)}
            for address in ("10.1.1.1", "10.9.1.1", "10.9.9.1", "192.168.1.1", "172.16.0.1"):
                within = [(network,) for network in reversed(some[:3]) if network_limits.let_in((network,), address)]
                within += [(network,) for network in some[3:] if network_limits.let_in((network,), address)]
                stands = found[next(network for network in (*within, ("",), None) if network in found)]
                answers = [
                    decide(rights, "ann", name, resource, subscription=subscription, now=1, address=sender)
                    for sender in (address, stands)
                ]
                assert answers[0] == answers[1], (name, text, address)
