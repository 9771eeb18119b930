"""Grants limited to networks: none goes because of one that counts from fewer, and what is narrowed keeps its own."""

from collections.abc import Iterable
from datetime import date
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.access import network_limits as engine
from app.access.network_limits import let_in
from spark_audit.suggest.build import suggestions
from spark_audit.suggest.facts import Grant, Use
from spark_audit.suggest.networks import Networks, covers
from spark_audit.suggest.place import Place
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.resource_paths import path_of
from spark_audit.suggest.rights import Atom
from spark_audit.suggest.status import proven
from spark_audit.suggest.suggestion import Suggestion
from tests.spark_audit.suggest.company import changed, facts, followed, grant, topics, use
from tests.spark_audit.suggest.decided import decided, snapshot

_TOPICS = topics(12)
_NAMESPACE, _TOPIC = "eu/acme/orders", _TOPICS[0]
_MAINS = {"sub": "boss"}
_MEMBERS = {1: ["ann"], 2: ["sub"], 3: ["boss"], 4: ["ann", "boss"]}
_ADDRESSES = ["10.0.0.1", "10.1.0.1", "192.168.0.1", "2001:db8::7"]
_NETWORKS: list[Networks] = [
    None, ("10.0.0.0/8",), ("10.0.0.0/16",), ("10.1.0.0/16", "2001:db8::/32"), ("0.0.0.0/0", "::/0"),
]  # fmt: skip
_OFFICE, _FLOOR, _HOME = ("10.0.0.0/8",), ("10.0.0.0/16",), ("192.168.0.0/16",)


class Seen(NamedTuple):
    """A use, and the address that it came from."""

    use: Use
    address: str


def _suggested(grants: Iterable[Grant], uses: Iterable[Use]) -> list[Suggestion]:
    made = facts(grants, uses, _TOPICS, _MAINS)
    return suggestions(made, proven(made, lambda _: False), Prices())


@pytest.mark.parametrize(
    ("networks", "others", "gone"),
    [
        (None, None, 1),
        (None, _OFFICE, 1),
        (_OFFICE, None, 1),
        (_OFFICE, _FLOOR, 1),
        (_OFFICE, _HOME, 0),
        (("10.0.0.0/9", "10.128.0.0/9"), _OFFICE, 1),
        (None, ("0.0.0.0/0", "::/0"), 1),
    ],
)
def test_only_the_grant_that_counts_from_fewer_networks_goes(networks: Networks, others: Networks, gone: int) -> None:
    """Of two grants for the same use; of equal ones either."""
    grants = [grant(1, _TOPIC, 302, networks=networks), grant(2, _TOPIC, 302, networks=others)]
    found = _suggested(grants, [use("PRODUCE", _TOPIC, 1, 2)])
    assert len(found) == gone
    for suggestion in found:
        (stays,) = [grant for grant in grants if grant.id != suggestion.grant.id]
        assert covers(stays.networks, suggestion.grant.networks)


_ODD: list[Networks] = [
    (), ("junk",), ("10.0.0.1",), ("10.0.0.1/8",), ("::ffff:10.0.0.0/104",), ("10.0.0.0/8", "junk"),
    ("10.0.0.0/8", "10.0.0.1"), ("10.0.0.0/8", "::ffff:10.0.0.0/104"),
]  # fmt: skip
"""Grants limited to these let nobody in."""


@pytest.mark.parametrize(("networks", "wanted"), list(product([*_NETWORKS, *_ODD], repeat=2)))
def test_networks_cover_others_as_the_engines_read_them(networks: Networks, wanted: Networks) -> None:
    """With one network written in another way they let nobody in, so they cover nothing, and no networks cover them."""
    sound = not any(network is not None and engine.say_nothing(network) for network in (networks, wanted))
    assert covers(networks, wanted) is (networks is None or (sound and engine.cover(networks, wanted)))
    if covers(networks, wanted):
        assert all(let_in(networks, address) for address in _ADDRESSES if let_in(wanted, address))


def test_a_grant_that_lets_nobody_in_covers_nothing() -> None:
    """The engines read its networks as none."""
    grants = [grant(1, _TOPIC, 302, networks=_FLOOR), grant(2, _TOPIC, 302, networks=("10.0.0.0/8", "junk"))]
    assert 1 not in {suggestion.grant.id for suggestion in _suggested(grants, [use("PRODUCE", _TOPIC, 1, 2)])}


def test_a_grant_that_ends_covers_no_limited_one() -> None:
    """The one from everywhere ends by itself; then only the limited one is left."""
    grants = [grant(1, _TOPIC, 302, timed=True), grant(2, _TOPIC, 302, networks=_OFFICE)]
    assert _suggested(grants, [use("PRODUCE", _TOPIC, 1, 2)]) == []


def test_the_narrowed_grant_keeps_its_networks_beside_a_whole_one_of_its_role() -> None:
    """A role with the right from everywhere on one topic, and from the office on all: neither becomes the other."""
    grants = [grant(1, _NAMESPACE, 302, role=7, networks=_OFFICE), grant(2, _TOPICS[1], 302, role=7)]
    seen = [use("PRODUCE", _TOPIC, 1), use("PRODUCE", _TOPICS[1], 1, 2), use("PRODUCE", _TOPICS[1], 2)]
    found = _suggested(grants, seen)
    assert [
        (suggestion.grant.id, {(add.place.path, add.networks) for add in suggestion.adds}) for suggestion in found
    ] == [(1, {(path_of(_TOPIC), _OFFICE), (path_of(_TOPICS[1]), _OFFICE)})]
    row = found[0].row(date(2026, 11, 30), [], facts(grants, [], []).resources, [])
    assert [added["limits"]["networks"] for added in row["adds"]] == [[*_OFFICE]] * 2


def test_an_empty_list_of_networks_is_published() -> None:
    """It is another suggestion than the one without a limit, which lets everybody in."""
    none, every = (
        changed(grant(1, _NAMESPACE, 203, networks=limit), [Atom(303, Place(path_of(_TOPIC)), None, limit)])
        for limit in ((), None)
    )
    made = facts([], [], []).resources
    limits = [suggestion.row(date(2026, 11, 30), [], made, [])["adds"][0]["limits"] for suggestion in (none, every)]
    assert limits == [{"prefix": None, "subscriptions": None, "networks": []}, None]
    assert none.id != every.id


def test_a_main_account_keeps_grants_that_its_sub_account_may_need() -> None:
    """No event says which of the main account's grants let the sub-account in; one from everywhere is enough."""
    mine = grant(1, _TOPIC, 302, users=["sub"])
    seen = [use("PRODUCE", _TOPIC, 1, user="sub")]
    limited = [
        grant(2, _TOPIC, 302, users=["boss"], networks=_OFFICE),
        grant(3, _TOPIC, 302, users=["boss"], networks=_HOME),
    ]
    assert _suggested([mine, *limited], seen) == []
    assert {
        suggestion.grant.id for suggestion in _suggested([mine, *limited, grant(4, _TOPIC, 302, users=["boss"])], seen)
    } == {2, 3}


@st.composite
def _drawn(draw: st.DrawFn, number: int) -> Grant:
    place = draw(st.sampled_from([_NAMESPACE, "eu/acme", *_TOPICS[:2]]))
    authorities = draw(st.sampled_from([(202,), (202, 203)] if place == "eu/acme" else [(302,), (302, 303)]))
    role, ends = draw(st.integers(1, 4)), draw(st.integers(0, 5)) == 0
    networks = draw(st.sampled_from(_NETWORKS))
    return grant(number, place, *authorities, role=role, users=_MEMBERS[role], timed=ends, networks=networks)


@st.composite
def _stories(draw: st.DrawFn) -> tuple[list[Grant], list[Seen]]:
    grants = [draw(_drawn(id)) for id in range(1, draw(st.integers(3, 9)))]
    before, seen = snapshot(grants, _MAINS), []
    asked = st.tuples(*map(st.sampled_from, (["ann", "sub", "boss"], ["PRODUCE", "CONSUME"], _TOPICS[:3], _ADDRESSES)))
    for user, op, topic, address in sorted(draw(st.sets(asked, min_size=2, max_size=12))):
        found = decided(before, user, op, path_of(topic), address=address) if user in before.users else None
        if found and found.allowed:
            seen.append(Seen(use(op, topic, *found.grants, user=user), address))
    return grants, seen


@given(_stories())
@settings(max_examples=500, deadline=None)
def test_the_center_still_allows_every_use(story: tuple[list[Grant], list[Seen]]) -> None:
    """From everywhere where a grant counts that covered the use. Of a sub-account only from where it was seen: from
    elsewhere its main account may never have let it in."""
    grants, seen = story
    found = _suggested(grants, [event.use for event in seen])
    assert all(covers(suggestion.grant.networks, add.networks) for suggestion in found for add in suggestion.adds)
    after = snapshot(followed(grants, found), _MAINS)
    held = {grant.id: grant for grant in grants}
    for seen_use, address in seen:
        alike = [
            other for other in _ADDRESSES if any(let_in(held[number].networks, other) for number in seen_use.grants)
        ]
        for there in [address] if seen_use.user in _MAINS else alike:
            assert decided(after, seen_use.user, seen_use.op, seen_use.path, address=there).allowed, (seen_use, there)
