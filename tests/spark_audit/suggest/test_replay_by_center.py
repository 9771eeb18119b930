"""Back-tests against the center: what it denies after changes, of all that it allowed before them."""

from collections.abc import Iterable
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from app.access.limits import UNLIMITED, Limits
from app.access.names import ResourceType
from app.access.vocabulary import AUTHORITIES as AUTHORITIES_OF_CENTER
from spark_audit.suggest.atoms import atoms
from spark_audit.suggest.facts import Grant, Use
from spark_audit.suggest.place import Place
from spark_audit.suggest.replay import ReplayResult, replay
from spark_audit.suggest.resource_paths import follows_another, path_of
from spark_audit.suggest.rights import SUPER_USER, Atom
from spark_audit.suggest.rules import authority_at, kind_of
from spark_audit.suggest.subscriptions import Names
from spark_audit.suggest.suggestion import Suggestion
from tests.spark_audit.suggest.company import changed, facts, followed, grant, use
from tests.spark_audit.suggest.decided import decided, snapshot

NAMESPACE = "eu/acme/orders"
TOPIC, RETRY, SYSTEM = TOPICS = [f"{NAMESPACE}/{topic}" for topic in ("t0", "t0-s-RETRY", "__change_events")]
MAINS = {"sub": "boss", "twin": "boss"}
PLACES = ["*", "eu", "eu/acme", NAMESPACE, TOPIC, TOPIC, RETRY, SYSTEM]
AUTHORITIES = [
    (4,), (2, 3, 4), (102, 103, 104, 106), (201, 202, 203, 204, 206, 300, 302, 303), (301, 302, 303, 304, 306),
]  # fmt: skip
PREFIXES = {2: ("or", "no"), 3: ("t", "t0-", "no")}
"""Length of a path → what names below it may begin with: with `no` none does, with `t0-` only the retry topic."""
NAMES = [("s",), ("s", "b"), ("s*", "b")]
"""All of them name the subscription of the retry topic, and keep it when they are cut to the first one."""
OF_SUBSCRIPTIONS = {"UNSUBSCRIBE", "SKIP", "CONSUME", "CLEAR_BACKLOG"}
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

    def replayed(self) -> dict[str, ReplayResult]:
        """What is judged here."""
        return replay(facts(self.grants, self.uses, TOPICS, MAINS), self.changes)

    def denied_by(self, changes: Iterable[Suggestion]) -> ReplayResult:
        """What the center denies after them: nothing but its answers count."""
        after = snapshot(followed(self.grants, changes), MAINS)
        lost = [
            seen
            for seen in self.uses
            if not decided(after, seen.user, seen.op, seen.path, *seen.names[0] or ()).allowed
        ]
        return ReplayResult(0, sum(seen.n for seen in lost), {seen.user for seen in lost if seen.n})


@st.composite
def stories(draw: st.DrawFn, named: bool = True) -> Story:
    """A few grants on few places, so that users share them or nearly do; what was done, and what is taken away.

    `named`: grants of main accounts and those with a prefix may be for named subscriptions, too, and any subscription
    may be managed: of these a replay is not exact.
    """
    grants = [_drawn(draw, number, named) for number in range(1, draw(st.integers(3, 12)))]
    asked = st.tuples(
        st.sampled_from(["sub", "twin", "boss", "ann"]), st.sampled_from(ASKED), st.sampled_from(["", "b"])
    )
    before, uses = snapshot(grants, MAINS), []
    for user, (op, place), name in sorted(draw(st.sets(asked, min_size=3, max_size=12))):
        name = name if named or op == "CONSUME" else ""
        names = [name or f"{user}-x"] if op in OF_SUBSCRIPTIONS else []
        found = decided(before, user, op, path_of(place), *names) if user in before.users else None
        if found and found.allowed:
            uses.append(use(op, place, *found.grants, user=user, n=draw(st.integers(0, 3)), names=names))
    chosen = [grant for grant in grants if draw(st.booleans())]
    return Story(grants, uses, [changed(grant, draw(_narrower(grant))) for grant in chosen])


@given(stories(named=False))
@settings(max_examples=400, deadline=None)
def test_replay_denies_what_the_center_would_deny(story: Story) -> None:
    """By all changes at once, and by each alone."""
    found = story.replayed()
    for name, changes in {"all": story.changes, **{change.id: [change] for change in story.changes}}.items():
        expected = story.denied_by(changes)
        assert (found[name].denied, found[name].users) == (expected.denied, expected.users)
        assert found[name].denied <= found[name].uses
    assert found["all"].uses == sum(seen.n for seen in story.uses)


def _drawn(draw: st.DrawFn, number: int, named: bool) -> Grant:
    place, role = draw(st.sampled_from(PLACES)), draw(st.integers(1, len(MEMBERS)))
    depth = len(path_of(place))
    prefix = draw(st.sampled_from(["", *PREFIXES.get(depth, ())]))
    may_name = named or ("boss" not in MEMBERS[role - 1] and not prefix)
    names = draw(st.sampled_from([None, None, *NAMES])) if may_name else None
    known = [authority for authority in AUTHORITIES[depth] if _fits(authority, depth, prefix, names)]
    authorities = sorted(draw(st.sets(st.sampled_from(known), min_size=1, max_size=3))) if known else []
    return grant(number, place, *authorities, role=role, users=MEMBERS[role - 1], prefix=prefix, names=names)


def _fits(authority: int, depth: int, prefix: str, names: Names) -> bool:
    """Whether the center gives it within these limits."""
    limits = Limits(prefix or None, names)
    return limits == UNLIMITED or limits.fit(AUTHORITIES_OF_CENTER[authority], ResourceType(depth))


def _narrower(grant: Grant) -> st.SearchStrategy[list[Atom]]:
    """Nothing, or some of what it gives on its place or below; as suggestions do, none of it on a retry topic. Of named
    subscriptions what gives rights on a retry topic stays: no replay knows the subscription there."""
    below = [Place(path, prefix) for path in map(path_of, sorted(set(PLACES))) if not follows_another(path)
             for prefix in ("", *PREFIXES.get(len(path), ()))]  # fmt: skip
    found = [Atom(number, inside, names) for authority, place, had, _ in atoms(grant) for inside in below
             if place.holds(inside) and not (had and inside.prefix) and len(inside.path) <= kind_of(authority).depth
             for number in [authority_at(kind_of(authority), authority // 100, inside.path)]
             for names in {had, had and had[:1]} if _fits(number, len(inside.path), inside.prefix, names)]  # fmt: skip
    if not found or SUPER_USER in grant.authorities:
        return st.just([])
    return st.one_of(st.just([]), st.lists(st.sampled_from(found), min_size=1, max_size=3, unique=True))
