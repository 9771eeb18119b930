"""A state machine that tries all ways to gain more rights than allowed, on a real database.

Actors give, change and revoke grants, are moved between roles and groups, disabled, deleted and made again under the
same name; resources are made, deleted, made again and moved; time passes. After every step the database is compared
with the model, and nothing that the model forbids may have happened.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from sqlalchemy import select

from app.access.decision import Reason, decide, holds_authority
from app.grants.models import Role, UserRole
from app.identity import groups
from app.rights import snapshots
from tests.factories import ACTOR, a_cluster, an_administrator
from tests.granting.delegation.estate import Places
from tests.granting.delegation.judging import PARTS, limits_of
from tests.granting.delegation.model import lowest_place
from tests.granting.delegation.world import NAMES

some = st.integers(0, 40)
STATUS = (*["active"] * 3, "disabled", "locked")
seldom = st.sampled_from((False, False, False, True))
"""Destructive steps are carried out only sometimes, or there would be nothing left to give."""


class Delegation(Places):
    """All steps, and the invariants after each."""

    @initialize()
    def begin(self) -> None:
        """An administrator, three main accounts, a sub-account each, a shared role; Anna owns acme on one cluster."""
        self.boss = self._commit(lambda s: an_administrator(s, "boss").id)
        self._note_grants()
        self.clusters = [self._commit(lambda s: a_cluster(s).id) for _ in range(2)]
        self.group = self._commit(lambda s: groups.create(s, ACTOR, "business").id)
        for name in NAMES:
            main = self._new_user(name, None)
            self._new_user(f"{name}-app", main)
        self.join_role(0, 0, make=True)
        self._new_tenant(self._id("anna"), "acme", [0])
        self.create_below(1, 0, 0)
        self.create_below(1, 0, 0)

    @rule(what=st.integers(0, 16), first=some, second=some, flag=st.booleans(), sure=seldom)
    def world_changes(self, what: int, first: int, second: int, flag: bool, sure: bool) -> None:
        """A random step on people, roles, resources or time."""
        (
            lambda: self.join_role(first, second, flag),
            lambda: self.leave_role(first, second),
            lambda: self.rename_or_drop_role(first, flag),
            lambda: self.move_between_groups(first, flag),
            lambda: self.disable_or_enable(first, STATUS[second % len(STATUS)]),
            lambda: self.delete_user(first, flag, sure),
            lambda: self.make_again(first),
            lambda: self.create_below(first, second, int(flag)),
            lambda: self.create_tenant(first, int(flag)),
            lambda: self.delete_place(first, sure),
            lambda: self.move_tenant(first, ([0], [1], [0, 1])[second % 3]),
            lambda: self.switch_validity(first, flag),
            lambda: self.welcome(first, int(flag)),
            lambda: self.time_passes(1 + first % 4),
            lambda: self.lend(first, second, 1 + first % 8),
            lambda: self.lend_in_networks(first, second, 1 + first % 8),
            lambda: self.move_people(int(flag)),
        )[what]()

    @invariant()
    def database_is_what_was_allowed(self) -> None:
        """The database has exactly what the model believes, and nothing that was refused."""
        with self.database.reading() as session:
            assert self._stored(session) == self.model.grants
            members = {(row.user_id, row.role_id) for row in session.scalars(select(UserRole))}
            assert members == {(who, role) for who, person in self.model.people.items() for role in person.roles}
            known = {number for (number,) in session.execute(select(Role.id))}
            assert known == self.model.shared | set(self.model.personal.values())

    @invariant()
    def decision_gives_what_the_model_gives(self) -> None:
        """Service and model agree on who holds what, and no sub-account exceeds its main account."""
        # Reading all rights takes longer than a step. Every third step is enough, because errors stay visible.
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
                        part = PARTS[(self.steps + number) % len(PARTS)]
                        held = holds_authority(known, person.name, number, name, self.now, limits_of(part))
                        believed = self._holds_on(who, number, place, cluster, part)
                        assert held == believed, (person.name, number, name, part)
                if place[0] == 4 and name.name in known.invalid:
                    answer = decide(known, person.name, "topic:PRODUCE", name, now=self.now)
                    assert not answer.allowed or answer.reason == Reason.SUPER_USER
