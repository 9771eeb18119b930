"""Steps that make, delete, make again and move resources; and time passes."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.access.names import ResourceType
from app.audit.trail import trail
from app.identity import users
from app.resources import creation, deletion, namespaces, tenants, topics
from app.resources.models import Namespace, Tenant, Topic
from tests.factories import ACTOR
from tests.granting.delegation.model import ADDRESSES, Key
from tests.granting.delegation.people import People
from tests.granting.delegation.world import HOUR, MODELS


class Places(People):
    """The steps on tenants, namespaces and topics."""

    def create_below(self, who: int, where: int, name: int) -> None:
        """Somebody who may create makes a child, and owns it."""
        parents = [place for place in self.model.places() if place[0] in (2, 3)]
        if len(parents) > 6 or not parents:
            return
        person, parent = self._person(who), self._of(parents, where)
        if self.model.holds(person, 100 * parent[0], parent, self.now):
            before = set(self.model.grants)
            made = self._try(person, lambda s: self._create_below(s, person, parent, f"name{name}"), judged=False)
            if made is not None:
                self.model.above[(parent[0] + 1, made)] = parent
                self.model.names[(parent[0] + 1, made)] = f"name{name}"
                self._check_ownership(person, (parent[0] + 1, made), before)

    def create_tenant(self, who: int, on: int) -> None:
        """Somebody who may create tenants makes one. A name that is used again brings back no old rights."""
        person = self._person(who)
        if self.model.holds(person, 100, (1, self.clusters[on]), self.now) and len(self.model.clusters) < 3:
            self._new_tenant(person, f"tenant{self._next() % 2}", [on])

    def delete_place(self, which: int, sure: bool) -> None:
        """A resource is deleted with everything below it, and the grants there."""
        living = [place for place in self.model.places() if place[0] > 1]
        if living and sure:
            gone = self._of(living, which)
            for kind, number in self.model.below(gone):
                self._commit(lambda s, k=kind, n=number: deletion.finish(s, ResourceType(k), n))  # type: ignore[misc]
            self.model.forget_place(gone)

    def move_tenant(self, which: int, to: list[int]) -> None:
        """A tenant moves to other clusters."""
        if self.model.clusters:
            place = self._of(sorted(self.model.clusters), which)
            ids = {self.clusters[number] for number in to}
            self._commit(lambda s: _set(s, Tenant, place[1], clusters=",".join(map(str, sorted(ids)))))
            self.model.clusters[place] = ids

    def switch_validity(self, which: int, valid: bool) -> None:
        """A resource is declared invalid or valid, which must give nobody more rights."""
        living = [place for place in self.model.places() if place[0] > 1]
        if living:
            kind, number = self._of(living, which)
            self._commit(lambda s: _set(s, MODELS[kind], number, is_valid=1 if valid else 2))

    def welcome(self, who: int, on: int) -> None:
        """The administrator allows somebody to create tenants on a cluster."""
        person = self._person(who)
        if self.model.people[person].parent is None and person != self.boss:
            self._give(self.boss, self.model.personal[person], (1, self.clusters[on]), [100], None, None, None)

    def lend(self, who: int, where: int, hours_to_go: int) -> None:
        """The administrator grants somebody administer on a place for a time, and its use without end."""
        person, place = self._person(who), self._place(where % 3)
        if self.model.people[person].parent is None and person != self.boss and place[0] > 1:
            level, role = 100 * (place[0] - 1), self.model.personal[person]
            self._give(self.boss, role, place, [level + 4], None, hours_to_go, None)
            self._give(self.boss, role, place, [level + 2, level + 3], None, None, None)

    def lend_in_networks(self, who: int, where: int, hours_to_go: int) -> None:
        """The administrator grants somebody administer on a place, its use in two networks, apart."""
        person, place = self._person(who), self._place(where % 3)
        if self.model.people[person].parent is None and person != self.boss and place[0] > 1:
            level, role = 100 * (place[0] - 1), self.model.personal[person]
            self._give(self.boss, role, place, [level + 4], None, hours_to_go, None)
            for networks in (("10.0.0.0/8",), ("172.16.0.0/12",)):
                self._give(self.boss, role, place, [level + 2, level + 3], None, None, Limits(networks=networks))

    def move_people(self, to: int) -> None:
        """Everybody works from another network."""
        self.address = ADDRESSES[to]

    def time_passes(self, by: int) -> None:
        """Time passes, so that windows begin and end."""
        self.now += by * HOUR

    def _new_tenant(self, person: int, name: str, on: list[int]) -> None:
        ids = [self.clusters[number] for number in on]
        before = set(self.model.grants)
        user = self.model.people[person].name
        made = self._try(person, lambda s: tenants.create(s, user, person, name, ids).id, judged=False)
        if made is not None:
            self.model.clusters[(2, made)] = set(ids)
            self._check_ownership(person, (2, made), before)

    def _create_below(self, session: Session, person: int, parent: Key, name: str) -> int:
        user = users.find(session, person).username
        if parent[0] == 2:
            namespace = namespaces.prepare(session, session.get_one(Tenant, parent[1]), name, 4)
            return creation.create(session, user, person, namespace).id
        topic = topics.prepare(session, session.get_one(Namespace, parent[1]), name)
        return creation.create(session, user, person, topic).id


def _set(session: Session, model: type[Tenant | Namespace | Topic], number: int, **values: object) -> None:
    row = session.get_one(model, number)
    for name, value in values.items():
        setattr(row, name, value)
    session.flush()
    trail.record(session, ACTOR, f"{model.__name__.lower()}.update", str(number), after=values)
