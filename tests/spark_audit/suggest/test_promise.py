"""Suggestions against the center: whatever it allowed and was seen, it allows after all of them."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spark_audit.suggest.build import suggestions
from spark_audit.suggest.facts import Grant
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.resource_paths import path_of
from spark_audit.suggest.status import proven
from tests.spark_audit.suggest.company import facts, grant, topics, use
from tests.spark_audit.suggest.decided import decided, snapshot
from tests.spark_audit.suggest.test_replay_by_center import MAINS, NAMESPACE, RETRY, TOPIC, TOPICS, Story, stories

SPARED = {
    "reading and writing, each by two": ("GET_STATS", TOPIC, [
        grant(1, NAMESPACE, 203, users=["sub"]), grant(2, TOPIC, 302, users=["sub"]),
        grant(3, NAMESPACE, 203, users=["boss"]), grant(4, TOPIC, 302, users=["boss"])]),
    "reading a retry topic is no right to write it": ("PRODUCE", RETRY, [
        grant(1, TOPIC, 303, users=["sub"]), grant(2, NAMESPACE, 203, users=["boss"]),
        grant(3, RETRY, 303, users=["boss"])]),
    "writing a topic shares nothing with reading it, also on its retry topic": ("GET_STATS", RETRY, [
        grant(1, TOPIC, 302, users=["sub"]), grant(2, TOPIC, 303, users=["boss"]),
        grant(3, TOPIC, 302, users=["boss"])]),
    "administering a retry topic is more than reading the topic it serves": ("TTL_READ", RETRY, [
        grant(1, RETRY, 304, users=["sub"]), grant(2, RETRY, 302, 304, users=["boss"]),
        grant(3, TOPIC, 303, users=["boss"])]),
}  # fmt: skip


@pytest.mark.parametrize(("op", "place", "grants"), SPARED.values(), ids=SPARED)
def test_a_sub_account_stays_allowed(op: str, place: str, grants: Sequence[Grant]) -> None:
    """By the right that it shares with its main account, not by what looks like one."""
    found = decided(snapshot(grants, MAINS), "sub", op, path_of(place))
    assert found.allowed
    kept = Story([*grants], [use(op, place, *found.grants, user="sub")], [])
    assert _denied(kept, Prices(), topics(40)) == 0


@given(stories(), st.sampled_from([Prices(), Prices(grant=0.0)]))
@settings(max_examples=400, deadline=None)
def test_the_center_still_allows_every_use(story: Story, prices: Prices) -> None:
    """Also of operations that several rights allow, on retry topics and on those for super users only."""
    assert _denied(story, prices, TOPICS) == 0


def _denied(story: Story, prices: Prices, names: Sequence[str]) -> int:
    seen = [used for used in story.uses if used.n]
    made = facts(story.grants, seen, [*names, *TOPICS], MAINS)
    return Story(story.grants, seen, []).denied_by(suggestions(made, proven(made, lambda _: False), prices)).denied
