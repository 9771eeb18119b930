"""The questions that a simulation asks: all that a proposal may answer differently, or what people were seen doing.

The roles, people and places that a proposal touches are found here. `app/api/admin/access/simulate.py` makes the
proposed change in earnest and rolls it back, so that it is checked and takes effect exactly as the real change would.
"""

from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.access.decision import decide
from app.access.names import ResourceName, ResourceType
from app.access.network_limits import ANYWHERE
from app.access.relevant import (
    Kin,
    NamedLimits,
    SamplePlace,
    above,
    concerns_subscriptions,
    kin_of,
    looks_inside,
    named_by,
    names_a_subscription,
    sample_places,
    seen_as,
)
from app.access.rights_snapshot import Snapshot
from app.access.simulation import AccessQuery
from app.audit.findings import current_results
from app.audit.findings.models import UsageDaily
from app.grants.models import Grant, UserRole
from app.grants.places import Key, Place, places_of
from app.identity import sub_accounts
from app.identity.models import User
from app.platform.errors import InvalidInput
from app.rights.known_rights import KnownRights

MOST_PEOPLE = 2_000
MOST_QUESTIONS = 50_000
MOST_USES = 20_000


@dataclass
class AffectedRights:
    """The roles, users and places that a proposal touches, collected while the change is made."""

    roles: set[int] = field(default_factory=set)
    users: set[int] = field(default_factory=set)
    joined: set[int] = field(default_factory=set)
    """Roles that somebody joins or leaves; their grants must be known."""
    keys: set[Key] = field(default_factory=set)

    def grant(self, role_id: int, key: Key) -> None:
        """Note a grant that is made, changed or revoked."""
        self.roles.add(role_id)
        self.keys.add(key)

    def membership(self, session: Session, user_id: int, role_id: int) -> None:
        """Note a user that joins or leaves a role: all places of the role's grants are touched."""
        self.users.add(user_id)
        self.joined.add(role_id)
        places = select(Grant.res_type, Grant.res_id).where(Grant.role_id == role_id).distinct()
        self.keys.update((kind, res_id) for kind, res_id in session.execute(places))

    def user(self, session: Session, user_id: int) -> None:
        """Note a user that is disabled or deleted: all places where it and its sub-accounts have grants are touched."""
        self.users.add(user_id)
        members = select(UserRole.role_id).join(User, User.id == UserRole.user_id)
        roles = members.where(sub_accounts.within(user_id))
        places = select(Grant.res_type, Grant.res_id).where(Grant.role_id.in_(roles)).distinct()
        self.keys.update((kind, res_id) for kind, res_id in session.execute(places))

    def people(self, session: Session) -> list[str]:
        """The members of touched roles and the touched users, with their sub-accounts, by name.

        Raises InvalidInput `too_much_to_simulate`.
        """
        members = select(UserRole.user_id).where(UserRole.role_id.in_(sorted(self.roles)))
        concerned = set(session.scalars(members)) | self.users
        refuse_too_much(len(concerned), MOST_PEOPLE, "people")
        query = select(User.username).where(or_(User.id.in_(concerned), User.parent.in_(concerned)))
        names = list(session.scalars(query.order_by(User.username).limit(MOST_PEOPLE + 1)))
        refuse_too_much(len(names), MOST_PEOPLE, "people")
        return names

    def names(self, session: Session) -> set[str]:
        """Names of the touched users. The members of touched roles are not among them."""
        return set(session.scalars(select(User.username).where(User.id.in_(sorted(self.users)))))

    def places(self, session: Session) -> list[Place]:
        """The places where the proposal has an effect."""
        return [place for _, place in sorted(places_of(session, self.keys).items())]


@dataclass(frozen=True, slots=True)
class SampleQuestion:
    """A question that stands for others: operations that need the same rights, and all resources that no grant
    names."""

    cluster: int
    query: AccessQuery
    kin: Kin
    shown: str
    uses: int | None = None
    index: int | None = None


def refuse_too_much(number: int, limit: int, noun: str) -> None:
    """Raises InvalidInput `too_much_to_simulate`."""
    if number > limit:
        raise InvalidInput(
            f"This concerns more than {limit:,} {noun}; propose less at once, or name the questions.",
            code="too_much_to_simulate",
            most=limit,
            what=noun,
        )


def every_question(
    people: Collection[str], changed_places: Iterable[Place], before: KnownRights, after: KnownRights
) -> list[SampleQuestion]:
    """Each operation on each touched place, on the resources below it with grants of these people, and on one that
    stands for all others below."""
    found: list[SampleQuestion] = []
    for cluster, name in sorted(before.clusters.items()):
        changed_names = [
            ResourceName.of(place.key[0], place.name)
            for place in changed_places
            if not place.clusters or cluster in place.clusters
        ]
        if not changed_names:
            continue
        rights = (before.on(cluster), after.on(cluster))
        grants = [grant for snapshot in rights for grant in snapshot.grants.values()]
        granted, named = {(g.type, g.name): ResourceName.of(g.type, g.name) for g in grants}, named_by(grants)
        pairs = [*_samples_on(changed_names, granted.values(), name, named), *_samples_above(changed_names, name)]
        questions_of_account = len(pairs) * (1 + len(named.subscriptions))
        refuse_too_much(len(found) + questions_of_account * len(people), MOST_QUESTIONS, "questions")
        for person in people:
            found.extend(_questions_about(cluster, person, pairs, named.subscriptions))
    return found


def _samples_on(
    changed_places: list[ResourceName], granted: Iterable[ResourceName], cluster: str, named: NamedLimits
) -> Iterator[tuple[SamplePlace, Kin]]:
    for sample in sample_places(changed_places, granted, cluster, named):
        for kin in kin_of(sample.place.type):
            yield sample, kin


def _samples_above(changed_places: list[ResourceName], cluster: str) -> Iterator[tuple[SamplePlace, Kin]]:
    changed_keys = {(int(place.type), place.name) for place in changed_places}
    for key, place in above(changed_places, cluster).items():
        for kin in kin_of(place.type) if key not in changed_keys else ():
            if looks_inside(kin):
                yield SamplePlace(place, place.name), kin


def _questions_about(
    cluster: int, person: str, pairs: Iterable[tuple[SamplePlace, Kin]], subscriptions: Collection[str]
) -> Iterator[SampleQuestion]:
    for spot, kin in pairs:
        own = (person,) if names_a_subscription(kin) else ()
        others = subscriptions if concerns_subscriptions(kin) else ()
        for subscription in dict.fromkeys((None, *own, *others)):
            yield SampleQuestion(cluster, AccessQuery(person, kin[0], spot.place, subscription), kin, spot.shown)


def seen_in_use(
    session: Session,
    people: Collection[str],
    first_day: str,
    before: KnownRights,
    now: int,
    covering_grants: Collection[int] | None = None,
) -> list[SampleQuestion]:
    """The uses of these people since a day (ISO date), as questions that the same grants answer today.

    `covering_grants`: only uses that one of these grants covered. Of sub-accounts all uses are taken, because events do
    not tell which grants of the main account a use needed.

    The audit keeps the action, not the operation. Several operations may be meant; those are asked that a grant named
    by the audit allows now, and for a denied attempt the first. Raises InvalidInput `too_much_to_simulate`.
    """
    query = select(
        UsageDaily.user, UsageDaily.action, UsageDaily.resource, UsageDaily.decision, UsageDaily.grant_id, UsageDaily.n
    ).where(UsageDaily.user.in_(sorted(people)), UsageDaily.date >= first_day, current_results.valid_use())
    if covering_grants is not None:
        subs = sorted(name for name in people if name in before.people and before.people[name].main is not None)
        granted = UsageDaily.user.in_(subs) & UsageDaily.grant_id.is_not(None)
        query = query.where(UsageDaily.grant_id.in_(sorted(covering_grants)) | granted)
    rows = session.execute(query.limit(MOST_USES + 1)).all()
    refuse_too_much(len(rows), MOST_USES, "days of use")
    uses: dict[tuple[str, int, str, bool], tuple[set[int | None], int]] = {}
    for user, action, resource, decision, grant, times in rows:
        grants, total = uses.get((str(user), action, resource, decision == 2), (set(), 0))
        uses[str(user), action, resource, decision == 2] = (grants | {grant}, max(total, times))
    ids = {cluster: cluster_id for cluster_id, cluster in before.clusters.items()}
    return [
        posed
        for (user, action, resource, denied), (grants, times) in sorted(uses.items())
        for posed in questions_of(before, ids, user, action, resource, None if denied else grants, times, now)
    ]


def questions_of(
    before: KnownRights,
    ids: dict[str, int],
    user: str,
    action: int,
    resource: str,
    grants: AbstractSet[int | None] | None,
    times: int,
    now: int,
) -> Iterator[SampleQuestion]:
    """The questions that a use may have been, in the name of `user`: those that one of `grants` answers now.

    `grants`: None for a denied attempt. `ids`: cluster name → id.
    """
    name, target = used_place(resource)
    if name not in ids or target.malformed:
        return
    snapshot = before.on(ids[name])
    for group in seen_as(target.type, action):
        for subscription in _subscriptions(snapshot, user, group):
            query = AccessQuery(user, group[0], target, subscription)
            answer = decide(
                snapshot, user, query.question, target, subscription=subscription, now=now, address=ANYWHERE
            )
            if grants is None:
                yield SampleQuestion(ids[name], query, group, target.name, times)
                return
            if answer.allowed and set(answer.grants) & grants:
                yield SampleQuestion(ids[name], query, group, target.name, times)


def _subscriptions(snapshot: Snapshot, user: str, group: Kin) -> list[str | None]:
    """The subscriptions that a use may have been of, as events' summaries do not name it: the user's own or none, and
    those that a grant of the user names."""
    own = [user if names_a_subscription(group) else None]
    person = snapshot.users.get(user)
    if person is None or not concerns_subscriptions(group):
        return own
    grants_of_roles = (grants for role in person.roles for grants in snapshot.by_role.get(role, {}).values())
    return [*own, *named_by(grant for grants in grants_of_roles for grant, _ in grants).subscriptions]


def used_place(path: str) -> tuple[str, ResourceName]:
    """Cluster and resource of a path in access events, such as `prod/acme/orders/created` or `prod`."""
    cluster, _, rest = path.partition("/")
    if not rest:
        return cluster, ResourceName.of_cluster(cluster)
    if "://" in rest:
        return cluster, ResourceName.of_topic(rest)
    kind = (ResourceType.TENANT, ResourceType.NAMESPACE)[rest.count("/")] if rest.count("/") < 2 else ResourceType.TOPIC
    return cluster, ResourceName.of(kind, rest if kind != ResourceType.TOPIC else f"persistent://{rest}")
