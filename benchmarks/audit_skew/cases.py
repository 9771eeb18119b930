"""The two logs: one role with nearly all users, and many small grants of which most are never used."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from random import Random

from benchmarks.audit_skew.made import READ, WRITE, Grant, SkewedEstate, Use

_TOPIC_LEVEL, _NAMESPACE_LEVEL = 300, 200
_ACTIONS = {READ: 2, WRITE: 3}
_TENANTS = 200


def one_role(members: int = 70_110, lines: int = 1_000_000, topics: int = 50, days: int = 10) -> SkewedEstate:
    """A role with all its members on one namespace; each uses its topics as much as the others."""
    people = [f"user-{number:05}" for number in range(members)]
    places = [f"acme/shared/topic-{number:02}" for number in range(topics)]
    wide = Grant(1, 1, "acme/shared", (_NAMESPACE_LEVEL + READ, _NAMESPACE_LEVEL + WRITE))
    single = Grant(2, 1, places[0], (_TOPIC_LEVEL + READ,))
    random, uses = Random(7), []
    for number in range(lines):
        place, action = places[random.randrange(topics)], random.choice((2, 2, 3))
        covering = (single, wide) if place == places[0] and action == 2 else (wide,)
        uses.append(Use(people[number * 7919 % members], place, action, covering))
    return SkewedEstate({1: people}, [wide, single], places, uses, days)


def small_grants(people: int = 6_000, grants: int = 28_139, lines: int = 49_000, days: int = 120) -> SkewedEstate:
    """Roles of one to fifty members, each in one of 200 tenants on three clusters.

    One line in twenty is denied, half of these on tenants that do not exist (typing errors, scanners). There are enough
    days to prove three in ten grants unused or redundant.
    """
    random = Random(7)
    users = [f"person-{number:04}" for number in range(people)]
    members = {role: _team(random, users, role) for role in range(1, people + 1)}
    topics = [f"tenant-{number % _TENANTS:03}/ns-{number % 3}/topic-{number:05}" for number in range(grants * 6 // 10)]
    made = [_grant(random, number, random.randint(1, people), topics) for number in range(1, grants + 1)]
    used, covering = (
        random.choices(made, k=lines),
        _covering(members, made),
    )
    uses = [_denied_use(random, users, topics, at) if at % 20 == 0 else _allowed_use(random, members, member, covering)
            for at, member in enumerate(used)]  # fmt: skip
    return SkewedEstate(members, made, topics, uses, days, clusters=("eu", "us", "asia"))


def _team(random: Random, users: list[str], role: int) -> list[str]:
    """Members from the role's tenant, with one of another tenant now and then."""
    own = users[role % _TENANTS :: _TENANTS]
    team = random.sample(own, min(len(own), int(random.paretovariate(1))))
    return sorted({*team, random.choice(users)} if random.random() < 0.1 else team)


def _covering(members: Mapping[int, Sequence[str]], grants: Sequence[Grant]) -> Callable[[str, str, int], list[Grant]]:
    """The user's grants that allow reading or writing a topic, the topic's own first."""
    by_right: dict[tuple[str, str, int], list[Grant]] = defaultdict(list)
    for grant in grants:
        for user in members[grant.role]:
            by_right[user, grant.place, grant.authorities[0] % 100].append(grant)
    return lambda user, topic, right: [
        grant for place in (topic, topic.rsplit("/", 1)[0]) for grant in by_right.get((user, place, right), ())
    ]


def _grant(random: Random, number: int, role: int, topics: list[str]) -> Grant:
    topic, right = random.choice(topics[role % _TENANTS :: _TENANTS]), random.choice((READ, WRITE))
    if random.random() < 0.04:
        return Grant(number, role, topic.rsplit("/", 1)[0], (_NAMESPACE_LEVEL + right,))
    return Grant(number, role, topic, (_TOPIC_LEVEL + right,))


def _allowed_use(
    random: Random, members: Mapping[int, Sequence[str]], grant: Grant, covering: Callable[[str, str, int], list[Grant]]
) -> Use:
    user, right = random.choice(members[grant.role]), grant.authorities[0] % 100
    place = grant.place if grant.place.count("/") > 1 else f"{grant.place}/topic-{random.randrange(4)}"
    return Use(user, place, _ACTIONS[right], tuple(covering(user, place, right)))


def _denied_use(random: Random, users: list[str], topics: list[str], number: int) -> Use:
    place = random.choice(topics) if number % 40 else f"tenamt-{number:05}/ns/topic"
    return Use(random.choice(users), place, 2, ())
