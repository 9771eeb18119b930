"""Back-tests against the center: what it denies after changes, of all that it allowed before them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from spark_audit.suggest.facts import Grant, Use
from spark_audit.suggest.narrowing import atoms
from spark_audit.suggest.replay import Replayed, replay
from spark_audit.suggest.resource_paths import follows_another, path_of, reaches
from spark_audit.suggest.rights import SUPER_USER, Atom
from spark_audit.suggest.rules import authority_at, kind_of
from spark_audit.suggest.suggestion import Suggestion
from tests.spark_audit.suggest.company import changed, facts, grant, use
from tests.spark_audit.suggest.decided import decided, snapshot

NAMESPACE = "eu/acme/orders"
TOPIC, RETRY, SYSTEM = TOPICS = [f"{NAMESPACE}/{name}" for name in ("t0", "t0-s-RETRY", "__change_events")]
MAINS = {"sub": "boss", "twin": "boss"}
PLACES = ["*", "eu", "eu/acme", NAMESPACE, TOPIC, TOPIC, RETRY, SYSTEM]
AUTHORITIES = [
    (4,), (2, 3, 4), (102, 103, 104, 106), (201, 202, 203, 204, 206, 300, 302, 303), (301, 302, 303, 304, 306),
]  # fmt: skip
MEMBERS = [["ann"], ["boss"], ["sub"], ["twin"], ["boss", "sub"], ["ann", "boss"]]
ON_TOPICS = ["GET_STATS", "UNSUBSCRIBE", "SKIP", "PRODUCE", "CONSUME", "UNLOAD", "DELETE_TOPIC", "TTL_READ"]
ON_NAMESPACES = ["CLEAR_BACKLOG", "UNSUBSCRIBE", "CREATE_TOPIC", "TTL_READ", "TTL_WRITE"]
ASKED = [(op, place) for place in TOPICS for op in ON_TOPICS] + [(op, NAMESPACE) for op in ON_NAMESPACES]


@dataclass(frozen=True)
class Story:
    """Grants, uses of which each was allowed by the center and names what it listed, and changes."""

    grants: list[Grant]
    uses: list[Use]
    changes: list[Suggestion]

    def replayed(self) -> dict[str, Replayed]:
        """What is judged here."""
        return replay(facts(self.grants, self.uses, TOPICS, MAINS), self.changes)

    def denied_by(self, changes: Iterable[Suggestion]) -> Replayed:
        """What the center denies after them: nothing but its answers count."""
        made = {one.grant.id: one for one in changes}
        kept = [one for one in self.grants if one.id not in made]
        came = [replace(one.grant, id=1_000 * one.grant.id + number, places=(place,), authorities=(authority,))
                for one in made.values() for number, (authority, place) in enumerate(one.adds)]  # fmt: skip
        after = snapshot([*kept, *came], MAINS)
        lost = [one for one in self.uses if not decided(after, one.user, one.op, one.path).allowed]
        return Replayed(0, sum(one.n for one in lost), {one.user for one in lost if one.n})


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """A few grants on few places, so that users share them or nearly do; what was done, and what is taken away."""
    grants = [_drawn(draw, number) for number in range(1, draw(st.integers(3, 12)))]
    asked = st.tuples(st.sampled_from(["sub", "twin", "boss", "ann"]), st.sampled_from(ASKED))
    before, uses = snapshot(grants, MAINS), []
    for user, (op, place) in sorted(draw(st.sets(asked, min_size=3, max_size=12))):
        found = decided(before, user, op, path_of(place)) if user in before.users else None
        if found and found.allowed:
            uses.append(use(op, place, *found.grants, user=user, n=draw(st.integers(0, 3))))
    chosen = [one for one in grants if draw(st.booleans())]
    return Story(grants, uses, [changed(one, draw(_narrower(one))) for one in chosen])


@given(stories())
@settings(max_examples=400, deadline=None)
def test_replay_denies_what_the_center_would_deny(story: Story) -> None:
    """By all changes at once, and by each alone."""
    found = story.replayed()
    for name, changes in {"all": story.changes, **{one.id: [one] for one in story.changes}}.items():
        expected = story.denied_by(changes)
        assert (found[name].denied, found[name].users) == (expected.denied, expected.users)
        assert found[name].denied <= found[name].uses
    assert found["all"].uses == sum(one.n for one in story.uses)


def _drawn(draw: st.DrawFn, number: int) -> Grant:
    place, role = draw(st.sampled_from(PLACES)), draw(st.integers(1, len(MEMBERS)))
    known = AUTHORITIES[len(path_of(place))]
    authorities = sorted(draw(st.sets(st.sampled_from(known), min_size=1, max_size=3)))
    return grant(number, place, *authorities, role=role, users=MEMBERS[role - 1])


def _narrower(one: Grant) -> st.SearchStrategy[list[Atom]]:
    """Nothing, or some of what it gives on its place or below; as suggestions do, none of it on a retry topic."""
    below = [path for path in map(path_of, sorted(set(PLACES))) if not follows_another(path)]
    found = [(authority_at(kind_of(authority), authority // 100, path), path)
             for authority, place in atoms(one) for path in below
             if reaches(place, path) and len(path) <= kind_of(authority).depth]  # fmt: skip
    if not found or SUPER_USER in one.authorities:
        return st.just([])
    return st.one_of(st.just([]), st.lists(st.sampled_from(found), min_size=1, max_size=3, unique=True))
