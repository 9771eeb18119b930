"""A machine that tries every path to more rights than somebody should have, on a real database.

Its actors give, change and take back, are moved between roles and groups, disabled, deleted and made again under the
same name; resources come, go, come back and move; time passes. After every step the database is compared with the
model, and what the model forbids must not have happened.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import grants, roles
from app.access.decision import Reason, decide, holds_authority
from app.access.models import Grant, Role, UserRole
from app.accounts import lifecycle
from app.audit import trail
from app.brokers import granting, snapshots
from app.database import Database
from app.errors import UserCenterError
from app.identity import groups, users
from app.identity.models import User
from app.pulsar.names import ResourceName, ResourceType
from app.resources import deletion, namespaces, tenants, topics
from app.resources.models import Namespace, Tenant, Topic
from tests.brokers.delegation_model import AUTHORITIES, ROOT, Held, Key, Model, Person, lowest_place
from tests.factories import ACTOR, a_cluster, a_user, an_administrator

T = TypeVar("T")
HOUR = 3_600_000
START = 1_900_000_000_000
NAMES = ("anna", "ben", "cleo")
"""Users are made again under these names."""
some = st.integers(0, 40)
hours = st.sampled_from((None, None, None, 1, 3, 5, 8, -2))
passed_on = st.sampled_from(((4,), (2, 4), (3, 4), (2, 3, 4), (2,), (3,)))
STATUS = (*["active"] * 3, "disabled", "locked")
seldom = st.sampled_from((False, False, False, True))
"""What empties the world is not done each time, or there would be nothing left to give."""
chosen = st.lists(st.integers(0, 22), min_size=1, max_size=3)
MODELS: dict[int, type[Tenant | Namespace | Topic]] = {2: Tenant, 3: Namespace, 4: Topic}


class Delegation(RuleBasedStateMachine):
    """The actors and their world."""

    template: ClassVar[Path]
    """A migrated, empty SQLite file."""
    outcomes: ClassVar[Counter[str]] = Counter()
    """What was allowed, and which codes refused: a machine whose every step is refused would prove nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        file = Path(self.folder.name) / "center.db"
        shutil.copy(self.template, file)
        self.database = Database(f"sqlite:///{file}")
        self.now, self.model = START, Model()
        self.steps, self.counter = 0, 0

    def teardown(self) -> None:
        """The database goes."""
        self.database.close()
        self.folder.cleanup()

    # -- the world -----------------------------------------------------------------------------------------------

    @initialize()
    def begin(self) -> None:
        """An administrator, three main accounts, a sub-account each, a shared role; Anna owns acme on one cluster."""
        self.boss = self._made(lambda s: an_administrator(s, "boss").id)
        self._note_grants()
        self.clusters = [self._made(lambda s: a_cluster(s).id) for _ in range(2)]
        self.group = self._made(lambda s: groups.create(s, ACTOR, "business").id)
        for name in NAMES:
            main = self._new_user(name, None)
            self._new_user(f"{name}-app", main)
        self.join_role(0, 0, make=True)
        self._new_tenant(self._id("anna"), "acme", [0])
        self.create_below(1, 0, 0)
        self.create_below(1, 0, 0)

    # -- giving --------------------------------------------------------------------------------------------------

    @rule(who=some, to=some, where=some, which=chosen, start=hours, end=hours)
    def give(self, who: int, to: int, where: int, which: list[int], start: int | None, end: int | None) -> None:
        """Anybody tries to give anything to anybody."""
        place = self._place(where)
        self._give(self._person(who), self._role(to), place, self._authorities(place, which), start, end)

    @rule(who=some, to=some, where=st.integers(0, 3), rights=passed_on, end=hours)
    def pass_on(self, who: int, to: int, where: int, rights: tuple[int, ...], end: int | None) -> None:
        """What happens every day: who administers a place gives others, or its sub-accounts, a part of what it has."""
        place = self._place(where)
        if place[0] < 2:
            return
        level = 100 * (place[0] - 1)
        people = [n for n in self.model.people if n != self.boss and self.model.holds(n, level + 4, place, self.now)]
        if people:
            giver = self._of(people, who)
            others = [self.model.personal[number] for number in sorted(self.model.people)]
            wanted = [level + right for right in rights]
            self._give(giver, self._of([*others, *sorted(self.model.shared)], to), place, wanted, None, end)

    @rule(who=some, to=some, where=st.integers(0, 3), rights=passed_on, end=hours)
    def pass_on_too(self, who: int, to: int, where: int, rights: tuple[int, ...], end: int | None) -> None:
        """The same once more: it shall be tried more often than the rest."""
        self.pass_on(who, to, where, rights, end)

    @rule(which=some, to=st.sampled_from(NAMES), end=hours, fewer=st.booleans())
    def pass_further(self, which: int, to: str, end: int | None, fewer: bool) -> None:
        """Who was given something hands it on, for another time, to somebody else or back to where it came from."""
        given = [held for _, held in sorted(self.model.grants.items()) if held.by is not None]
        known = {person.name: number for number, person in self.model.people.items()}
        if given and to in known:
            held = self._of(given, which)
            holders = sorted(number for number, person in self.model.people.items() if held.role in person.roles)
            wanted = sorted(held.authorities)[:1] if fewer else sorted(held.authorities)
            if holders:
                self._give(self._of(holders, which), self.model.personal[known[to]], held.key, wanted, None, end)

    @rule(which=some, to=st.sampled_from(NAMES), end=hours, fewer=st.booleans())
    def pass_further_too(self, which: int, to: str, end: int | None, fewer: bool) -> None:
        """The same once more."""
        self.pass_further(which, to, end, fewer)

    def _give(self, giver: int, role: int, place: Key, wanted: list[int], start: int | None, end: int | None) -> None:
        window: dict[str, Any] = {"valid_from": self._time(start), "valid_until": self._time(end)}

        def try_it(session: Session) -> int:
            by, receiver = users.find(session, giver), roles.find(session, role)
            return granting.give(session, by, receiver, *place, wanted, **window, now=self.now).id

        made = self._tried(giver, try_it)
        if made is not None:
            assert set(wanted) <= {number for number in AUTHORITIES if place[0] <= lowest_place(number)}
            self._judge(giver, role, place, wanted, window["valid_until"])

    @rule(who=some, which=some, to=st.none() | chosen, start=hours, end=hours, keep=st.booleans())
    def change(
        self, who: int, which: int, to: list[int] | None, start: int | None, end: int | None, keep: bool
    ) -> None:
        """Anybody tries to make a grant larger, longer, smaller."""
        if not self.model.grants:
            return
        number = self._of(sorted(self.model.grants), which)
        old = self.model.grants[number]
        giver = self._of(self._who_may_take(old), who) if who % 4 else self._person(who)
        values: dict[str, Any] = {}
        if to is not None:
            values["authorities"] = self._authorities(old.key, to)
        if not keep:
            values |= {"valid_from": self._time(start), "valid_until": self._time(end)}

        def try_it(session: Session) -> int:
            given = grants.find(session, number)
            return granting.change(session, users.find(session, giver), given, now=self.now, **values).id

        if self._tried(giver, try_it) is None:
            return
        new = self.model.grants[number]
        assert new.by == old.by, "a grant stays the grant of who gave it"
        larger = not new.authorities <= old.authorities or new.start < old.start or _later(new.end, old.end)
        if larger:
            self._judge(giver, new.role, new.key, sorted(new.authorities), new.end)
        else:
            self._judge_taking(giver, old)

    @rule(which=some, end=hours)
    def extend_own(self, which: int, end: int | None) -> None:
        """Who gave something makes it longer."""
        given = [(n, held.by) for n, held in sorted(self.model.grants.items()) if held.by in self.model.people]
        if given:
            number, giver = self._of(given, which)
            people, grants_there = sorted(self.model.people), sorted(self.model.grants)
            self.change(people.index(giver or 0), grants_there.index(number), None, None, end, False)

    @rule(who=some, which=some)
    def try_to_take_back(self, who: int, which: int) -> None:
        """Anybody tries to take back anything."""
        if not self.model.grants:
            return
        self._take_back(self._person(who), self._of(sorted(self.model.grants), which))

    def _take_back(self, giver: int, number: int) -> None:
        old = self.model.grants[number]

        def try_it(session: Session) -> int:
            granting.take_back(session, users.find(session, giver), grants.find(session, number), now=self.now)
            return number

        if self._tried(giver, try_it) is not None:
            self._judge_taking(giver, old)

    @rule(what=st.integers(0, 14), one=some, two=some, flag=st.booleans(), sure=seldom)
    def world_changes(self, what: int, one: int, two: int, flag: bool, sure: bool) -> None:
        """Everything that happens around giving: people, roles, resources, time."""
        (
            lambda: self.join_role(one, two, flag),
            lambda: self.leave_role(one, two),
            lambda: self.rename_or_drop_role(one, flag),
            lambda: self.move_between_groups(one, flag),
            lambda: self.disable_or_enable(one, STATUS[two % len(STATUS)]),
            lambda: self.delete_user(one, flag, sure),
            lambda: self.make_again(one),
            lambda: self.create_below(one, two, int(flag)),
            lambda: self.create_tenant(one, int(flag)),
            lambda: self.delete_place(one, sure),
            lambda: self.move_tenant(one, ([0], [1], [0, 1])[two % 3]),
            lambda: self.switch_validity(one, flag),
            lambda: self.welcome(one, int(flag)),
            lambda: self.time_passes(1 + one % 4),
            lambda: self.lend(one, two, 1 + one % 8),
        )[what]()

    # -- people --------------------------------------------------------------------------------------------------

    def join_role(self, role: int, who: int, make: bool = False) -> None:
        """The administrator makes a shared role, or puts somebody into one."""
        if make or not self.model.shared:
            if len(self.model.shared) < 2:
                self.model.shared.add(self._made(lambda s: roles.create(s, ACTOR, f"team {self._next()}").id))
            return
        number, person = self._of(sorted(self.model.shared), role), self._person(who)
        if person != self.boss:
            self._made(lambda s: roles.join(s, ACTOR, number, person))
            self.model.people[person].roles.add(number)

    def leave_role(self, role: int, who: int) -> None:
        """The administrator takes somebody out."""
        person = self._person(who)
        mine = sorted(self.model.people[person].roles & self.model.shared)
        if mine:
            number = self._of(mine, role)
            self._made(lambda s: roles.leave(s, ACTOR, number, person))
            self.model.people[person].roles.discard(number)

    def rename_or_drop_role(self, role: int, goes: bool) -> None:
        """A role gets another name, or goes with all it holds."""
        if not self.model.shared:
            return
        number = self._of(sorted(self.model.shared), role)
        if goes:
            self._made(lambda s: roles.remove(s, ACTOR, roles.find(s, number), cascade=True))
            self.model.forget_role(number)
            return
        self._made(lambda s: roles.change(s, ACTOR, roles.find(s, number), name=f"team {self._next()}", remark=None))

    def move_between_groups(self, who: int, to_group: bool) -> None:
        """A business group gives no right."""
        person, group = self._person(who), self.group if to_group else None
        self._made(lambda s: lifecycle.change(s, ACTOR, users.find(s, person), group_id=group))

    def disable_or_enable(self, who: int, status: str) -> None:
        """Somebody may not act any more, or may again."""
        person = self._person(who)
        if person != self.boss:
            self._made(lambda s: lifecycle.change(s, ACTOR, users.find(s, person), status=status))
            self.model.people[person].active = status == "active"

    def delete_user(self, who: int, again: bool, sure: bool) -> None:
        """Somebody goes, and perhaps somebody else comes under the same name."""
        person = self._person(who)
        if not sure or person == self.boss or self.model.acts_for(person) != {person}:
            return
        gone = self.model.people[person]
        self._made(lambda s: lifecycle.remove(s, ACTOR, users.find(s, person)))
        self.model.forget_user(person)
        if again and (gone.parent is None or self.model.people[gone.parent].active):
            made = self._new_user(gone.name, gone.parent)
            assert self.model.rights({made}, self.model.places(), {self.now}) == set()
            for number in [number for number, held in self.model.grants.items() if held.by == person]:
                self._take_back(made, number)

    def make_again(self, who: int) -> None:
        """Names that are free are used again, also those of sub-accounts."""
        mains = {person.name: number for number, person in self.model.people.items() if person.parent is None}
        name = NAMES[who % 3]
        if name not in mains:
            self._new_user(name, None)
        elif self.model.people[mains[name]].active and f"{name}-app" not in self._names():
            self._new_user(f"{name}-app", mains[name])

    # -- resources -----------------------------------------------------------------------------------------------

    def create_below(self, who: int, where: int, name: int) -> None:
        """Who may create does, and owns what it made."""
        parents = [place for place in self.model.places() if place[0] in (2, 3)]
        if len(parents) > 6 or not parents:
            return
        person, parent = self._person(who), self._of(parents, where)
        if self.model.holds(person, 100 * parent[0], parent, self.now):
            before = set(self.model.grants)
            made = self._tried(person, lambda s: self._create_below(s, person, parent, f"name{name}"), judged=False)
            if made is not None:
                self.model.above[(parent[0] + 1, made)] = parent
                self._check_ownership(person, (parent[0] + 1, made), before)

    def create_tenant(self, who: int, on: int) -> None:
        """Who may create tenants does; a name comes back with nobody's old rights."""
        person = self._person(who)
        if self.model.holds(person, 100, (1, self.clusters[on]), self.now) and len(self.model.clusters) < 3:
            self._new_tenant(person, f"tenant{self._next() % 2}", [on])

    def delete_place(self, which: int, sure: bool) -> None:
        """A resource and all below it goes, with the grants there."""
        living = [place for place in self.model.places() if place[0] > 1]
        if living and sure:
            gone = self._of(living, which)
            for kind, number in self.model.below(gone):
                self._made(lambda s, k=kind, n=number: deletion.finish(s, ResourceType(k), n))  # type: ignore[misc]
            self.model.forget_place(gone)

    def move_tenant(self, which: int, to: list[int]) -> None:
        """A tenant lives on other clusters from now on."""
        if self.model.clusters:
            place = self._of(sorted(self.model.clusters), which)
            ids = {self.clusters[one] for one in to}
            self._made(lambda s: _set(s, Tenant, place[1], clusters=",".join(map(str, sorted(ids)))))
            self.model.clusters[place] = ids

    def switch_validity(self, which: int, valid: bool) -> None:
        """Declared invalid, or valid again: nobody's right grows by it."""
        living = [place for place in self.model.places() if place[0] > 1]
        if living:
            kind, number = self._of(living, which)
            self._made(lambda s: _set(s, MODELS[kind], number, is_valid=1 if valid else 2))

    def welcome(self, who: int, on: int) -> None:
        """The administrator lets somebody create tenants on a cluster."""
        person = self._person(who)
        if self.model.people[person].parent is None and person != self.boss:
            self._give(self.boss, self.model.personal[person], (1, self.clusters[on]), [100], None, None)

    def lend(self, who: int, where: int, hours_to_go: int) -> None:
        """The administrator lets somebody administer a place for a time, and use it for ever."""
        person, place = self._person(who), self._place(where % 3)
        if self.model.people[person].parent is None and person != self.boss and place[0] > 1:
            level, role = 100 * (place[0] - 1), self.model.personal[person]
            self._give(self.boss, role, place, [level + 4], None, hours_to_go)
            self._give(self.boss, role, place, [level + 2, level + 3], None, None)

    def time_passes(self, by: int) -> None:
        """Windows begin and end."""
        self.now += by * HOUR

    # -- what must always be true --------------------------------------------------------------------------------

    @invariant()
    def database_is_what_was_allowed(self) -> None:
        """Nothing more is stored than what the model believes, and nothing that was refused."""
        with self.database.reading() as session:
            assert self._stored(session) == self.model.grants
            members = {(row.user_id, row.role_id) for row in session.scalars(select(UserRole))}
            assert members == {(who, role) for who, person in self.model.people.items() for role in person.roles}
            known = {number for (number,) in session.execute(select(Role.id))}
            assert known == self.model.shared | set(self.model.personal.values())

    @invariant()
    def decision_gives_what_the_model_gives(self) -> None:
        """Who holds what is the same by the service and by the model; no sub-account exceeds its main account."""
        # Reading all rights takes longer than a step: every third is enough to see what went wrong before.
        self.steps += 1
        if self.steps % 3 == 0:
            self._compare(self.clusters[self.steps % 2])

    def _compare(self, cluster: int) -> None:
        with self.database.reading() as session:
            known = snapshots.snapshot_of(session, cluster)
            names = {place: self._name(session, place) for place in self._on(cluster)}
        for who, person in self.model.people.items():
            for place, name in names.items():
                for number in (4, 104, 204, 304, 302, 303, 201):
                    if place[0] <= lowest_place(number):
                        held = holds_authority(known, person.name, number, name, now=self.now)
                        assert held == self._holds_on(who, number, place, cluster), (person.name, number, name)
                if place[0] == 4 and name.name in known.invalid:
                    answer = decide(known, person.name, "topic:PRODUCE", name, now=self.now)
                    assert not answer.allowed or answer.reason == Reason.SUPER_USER

    # -- steps ---------------------------------------------------------------------------------------------------

    def _judge(self, giver: int, role: int, place: Key, wanted: list[int], end: int | None) -> None:
        """What was given could be given: by the spec, not by the service."""
        believed = self.before
        assert end is None or end > self.now, "nothing is given for the past"
        person = believed.people[giver]
        assert person.parent is None, "a sub-account never grants"
        receiver = next((who for who, own in believed.personal.items() if own == role), None)
        own_sub = receiver is not None and believed.people[receiver].parent == giver
        needed = set(wanted) if own_sub else {*wanted, {0: 4, 1: 4, 2: 104, 3: 204, 4: 304}[place[0]]}
        start = max(self.model_start(role, place, wanted), self.now)
        for number in needed:
            assert believed.holds(giver, number, place, self.now), f"{number} is not held"
            assert believed.holds_throughout(giver, number, place, start, end), f"{number} is held for a time only"
        if receiver is None:
            return
        main = believed.people[receiver].parent
        assert believed.people[receiver].active
        if main is not None:
            assert believed.people[main].active
            assert all(believed.holds_throughout(main, n, place, start, end) for n in wanted), "beyond the main account"
        if giver != self.boss and not believed.holds(giver, 4, ROOT, self.now):
            assert receiver != giver, "nobody gives to themselves"
            for number in wanted:
                cover = [h for c in believed.homes(place) for h in believed.covering(giver, number, place, c, self.now)]
                assert any(held.by != receiver for held in cover), "given back in a circle"

    def model_start(self, role: int, place: Key, wanted: list[int]) -> int:
        """When the grant just made begins."""
        return max(
            held.start
            for held in self.model.grants.values()
            if held.role == role and held.key == place and held.authorities == set(wanted)
        )

    def _who_may_take(self, old: Held) -> list[int]:
        """Who gave it or administers there; everybody when that is nobody."""
        number = {0: 4, 1: 4, 2: 104, 3: 204, 4: 304}[old.key[0]]
        people = sorted(self.model.people)
        may = [who for who in people if who == old.by or self.model.holds(who, number, old.key, self.now)]
        return [who for who in may if who != self.boss] or people

    def _judge_taking(self, giver: int, old: Held) -> None:
        administer = {0: 4, 1: 4, 2: 104, 3: 204, 4: 304}[old.key[0]]
        assert self.before.people[giver].parent is None
        assert old.by == giver or self.before.holds(giver, administer, old.key, self.now)

    def _check_ownership(self, person: int, place: Key, before: set[int]) -> None:
        """Every authority there is on it, for the creator and its main account, nothing else for anybody."""
        owners = {person, self.model.people[person].parent} - {None}
        fresh = {number: held for number, held in self.model.grants.items() if number not in before}
        every = frozenset(number for number in AUTHORITIES if place[0] <= lowest_place(number))
        assert {held.role for held in fresh.values()} == {self.model.personal[one] for one in owners if one}
        assert {(held.key, held.authorities, held.by) for held in fresh.values()} == {(place, every, None)}

    def _tried(self, actor: int, step: Callable[[Session], T], *, judged: bool = True) -> T | None:
        """What the step answers; None when it was refused. Nobody but an administrator gains anything by it."""
        self.before = self._copy()
        try:
            made = self._made(step)
        except UserCenterError as error:
            self.outcomes[error.stable_code] += 1
            return None
        self.outcomes["allowed, not by an administrator" if actor != self.boss else "allowed"] += 1
        self._note_grants()
        if judged and not self.before.holds(actor, 4, ROOT, self.now):
            moments = {self.now, *self.model.edges(self.now, None), *self.before.edges(self.now, None)}
            us = self.before.acts_for(actor)
            places = [place for place in self.before.places() if place[0] > 1]
            gained = self.model.rights(us, places, moments) - self.before.rights(us, places, moments)
            assert not gained, f"{self.before.people[actor].name} gained {gained}"
        return made

    def _made(self, step: Callable[[Session], T]) -> T:
        with self.database.writing() as session:
            trail.lock_revision(session)
            return step(session)

    def _copy(self) -> Model:
        model = self.model
        people = {n: Person(p.name, p.parent, p.active, set(p.roles)) for n, p in model.people.items()}
        clusters = {place: set(on) for place, on in model.clusters.items()}
        return Model(people, dict(model.personal), set(model.shared), dict(model.grants), dict(model.above), clusters)

    def _note_grants(self) -> None:
        """Believe what was just allowed; every other step must leave the grants as the model has them."""
        with self.database.reading() as session:
            if not self.model.people:
                self._note_user(session, self.boss)
            self.model.grants = self._stored(session)

    def _stored(self, session: Session) -> dict[int, Held]:
        return {
            row.id: Held(
                row.role_id,
                (row.res_type, row.res_id),
                frozenset(row.authority_ids()),
                row.valid_from or 0,
                row.valid_until,
                row.granted_by_id,
            )
            for row in session.scalars(select(Grant))
        }

    def _new_user(self, name: str, parent: int | None) -> int:
        def make(session: Session) -> int:
            main = None if parent is None else users.find(session, parent)
            return a_user(session, name, parent=main).id  # type: ignore[arg-type]

        made = self._made(make)
        with self.database.reading() as session:
            self._note_user(session, made)
        return made

    def _note_user(self, session: Session, number: int) -> None:
        user = session.get_one(User, number)
        role = roles.personal_role_of(session, number).id
        self.model.people[number] = Person(user.username, user.parent, True, {role})
        self.model.personal[number] = role

    def _new_tenant(self, person: int, name: str, on: list[int]) -> None:
        ids = [self.clusters[one] for one in on]
        before = set(self.model.grants)
        user = self.model.people[person].name
        made = self._tried(person, lambda s: tenants.create(s, user, person, name, ids).id, judged=False)
        if made is not None:
            self.model.clusters[(2, made)] = set(ids)
            self._check_ownership(person, (2, made), before)

    def _create_below(self, session: Session, person: int, parent: Key, name: str) -> int:
        user = users.find(session, person).username
        if parent[0] == 2:
            return namespaces.create(session, user, person, session.get_one(Tenant, parent[1]), name, 4).id
        return topics.create(session, user, person, session.get_one(Namespace, parent[1]), name).id

    # -- choosing ------------------------------------------------------------------------------------------------

    def _of(self, among: list[T], index: int) -> T:
        return among[index % len(among)]

    def _names(self) -> set[str]:
        return {person.name for person in self.model.people.values()}

    def _id(self, name: str) -> int:
        return next(number for number, person in self.model.people.items() if person.name == name)

    def _person(self, index: int) -> int:
        return self._of(sorted(self.model.people), index)

    def _role(self, index: int) -> int:
        return self._of(sorted(self.model.shared | set(self.model.personal.values())), index)

    def _place(self, index: int) -> Key:
        return self._of(self.model.places(), index)

    def _authorities(self, place: Key, which: list[int]) -> list[int]:
        """Mostly what may be granted there; from time to time anything."""
        there = [number for number in AUTHORITIES if place[0] <= lowest_place(number)]
        return sorted({AUTHORITIES[one] if one == 22 else self._of(there, one) for one in which})

    def _time(self, hours_from_now: int | None) -> int | None:
        return None if hours_from_now is None else self.now + hours_from_now * HOUR

    def _next(self) -> int:
        self.counter += 1
        return self.counter

    def _on(self, cluster: int) -> list[Key]:
        return [place for place in self.model.places() if place[0] > 1 and cluster in self.model.homes(place)]

    def _holds_on(self, who: int, number: int, place: Key, cluster: int) -> bool:
        """As `holds`, on one cluster only."""
        person = self.model.people[who]
        if not person.active:
            return False
        if person.parent is not None and not self._holds_on(person.parent, number, place, cluster):
            return False
        return any(self.model.covering(who, number, place, cluster, self.now))

    def _name(self, session: Session, place: Key) -> ResourceName:
        row = session.get_one(MODELS[place[0]], place[1])
        return ResourceName.of(place[0], deletion.name_of(session, row))  # type: ignore[arg-type]


def _later(one: int | None, other: int | None) -> bool:
    return other is not None and (one is None or one > other)


def _set(session: Session, model: type[Tenant | Namespace | Topic], number: int, **values: object) -> None:
    row = session.get_one(model, number)
    for name, value in values.items():
        setattr(row, name, value)
    session.flush()
    trail.record(session, ACTOR, f"{model.__name__.lower()}.update", str(number), after=values)
