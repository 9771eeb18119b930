"""Steps that make, change and delete people and roles."""

from __future__ import annotations

from app.grants import roles
from app.identity import users
from app.identity.accounts import lifecycle
from tests.factories import ACTOR
from tests.granting.delegation.giving import Giving
from tests.granting.delegation.world import NAMES


class People(Giving):
    """The steps of the administrator on people and roles."""

    def join_role(self, role: int, who: int, make: bool = False) -> None:
        """The administrator makes a shared role, or puts somebody into one."""
        if make or not self.model.shared:
            if len(self.model.shared) < 2:
                self.model.shared.add(self._commit(lambda s: roles.create(s, ACTOR, f"team {self._next()}").id))
            return
        number, person = self._of(sorted(self.model.shared), role), self._person(who)
        if person != self.boss:
            self._commit(lambda s: roles.join(s, ACTOR, number, person))
            self.model.people[person].roles.add(number)

    def leave_role(self, role: int, who: int) -> None:
        """The administrator takes somebody out."""
        person = self._person(who)
        mine = sorted(self.model.people[person].roles & self.model.shared)
        if mine:
            number = self._of(mine, role)
            self._commit(lambda s: roles.leave(s, ACTOR, number, person))
            self.model.people[person].roles.discard(number)

    def rename_or_drop_role(self, role: int, goes: bool) -> None:
        """A role is renamed, or deleted with its grants."""
        if not self.model.shared:
            return
        number = self._of(sorted(self.model.shared), role)
        if goes:
            self._commit(lambda s: roles.remove(s, ACTOR, roles.find(s, number), cascade=True))
            self.model.forget_role(number)
            return
        self._commit(lambda s: roles.change(s, ACTOR, roles.find(s, number), name=f"team {self._next()}", remark=None))

    def move_between_groups(self, who: int, to_group: bool) -> None:
        """A user changes its business group, which must give no right."""
        person, group = self._person(who), self.group if to_group else None
        self._commit(lambda s: lifecycle.change(s, ACTOR, users.find(s, person), group_id=group))

    def disable_or_enable(self, who: int, status: str) -> None:
        """A user is disabled, or enabled again."""
        person = self._person(who)
        if person != self.boss:
            self._commit(lambda s: lifecycle.change(s, ACTOR, users.find(s, person), status=status))
            self.model.people[person].active = status == "active"

    def delete_user(self, who: int, again: bool, sure: bool) -> None:
        """A user is deleted, and perhaps another one made under the same name."""
        person = self._person(who)
        if not sure or person == self.boss or self.model.acts_for(person) != {person}:
            return
        gone = self.model.people[person]
        self._commit(lambda s: lifecycle.remove(s, ACTOR, users.find(s, person)))
        self.model.forget_user(person)
        if again and (gone.parent is None or self.model.people[gone.parent].active):
            made = self._new_user(gone.name, gone.parent)
            assert self.model.rights({made}, self.model.places(), {self.now}) == set()
            for number in [number for number, held in self.model.grants.items() if held.by == person]:
                self._take_back(made, number)

    def make_again(self, who: int) -> None:
        """A free name is used again, also for sub-accounts."""
        mains = {person.name: number for number, person in self.model.people.items() if person.parent is None}
        name = NAMES[who % 3]
        if name not in mains:
            self._new_user(name, None)
        elif self.model.people[mains[name]].active and f"{name}-app" not in self._names():
            self._new_user(f"{name}-app", mains[name])
