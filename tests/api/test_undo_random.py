"""Property: whatever was done by hand, undoing leaves the rights as they were, or is refused and changes nothing."""

import random
from collections import Counter
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.grants import grants, roles
from app.grants.models import Grant, Role
from app.identity import users
from app.identity.accounts import lifecycle
from app.platform.errors import UserCenterError
from app.rights.granting import grant_changes
from tests.api.undoing import Log, rights, undo
from tests.center import Center
from tests.factories import (
    ACTOR,
    NAMESPACE,
    TENANT,
    TOPIC,
    Person,
    a_cluster_with_orders,
    a_group,
    a_user,
    an_administrator,
)
from tests.seeds import seeds

LIMITS = (None, None, Limits("cre"), Limits(networks=("10.0.0.0/8",)), Limits(None, ("s", "t-*")))
REFUSALS = {"changed_since", "grant_exists", "overlapping_window", "window_in_past", "receiver_not_active"}

KINDS = {"grant.create", "grant.update", "grant.revoke", "user.join", "user.leave", "user.update"}


class Hand:
    """Somebody who administers the center and changes rights at random."""

    def __init__(self, center: Center, chance: random.Random) -> None:
        self.center, self.chance = center, chance
        self.person = center.make(an_administrator, "root")
        center.make(a_cluster_with_orders)
        self.people: list[Person] = [center.make(a_user) for _ in range(3)]
        self.shared = [center.make(roles.create, ACTOR, name).id for name in ("readers", "writers")]
        self.groups = [center.make(a_group).id, center.make(a_group).id, None]

    def change(self) -> bool:
        """One change; False when it was refused."""
        step = self.chance.choice([self._give, self._give, self._edit, self._revoke, self._member, self._regroup])
        try:
            self.center.make(step)
        except (UserCenterError, IndexError):
            return False
        return True

    def _give(self, session: Session) -> None:
        kind = self.chance.choice((TENANT, NAMESPACE, TOPIC))
        own = [roles.personal_role_of(session, person.id).id for person in self.people]
        role = session.get_one(Role, self.chance.choice(own + self.shared))
        by = users.find(session, self.person.id)
        grant_changes.give(session, by, role, kind, 1, self._authorities(kind), now=self._now(), **self._terms())

    def _edit(self, session: Session) -> None:
        grant = self._grant(session)
        values: dict[str, Any] = {**self._terms(), "authorities": self._authorities(grant.res_type)}
        chosen = self.chance.sample(sorted(values), self.chance.randint(1, len(values)))
        by = users.find(session, self.person.id)
        grant_changes.change(session, by, grant, now=self._now(), **{name: values[name] for name in chosen})

    def _revoke(self, session: Session) -> None:
        grant_changes.take_back(session, users.find(session, self.person.id), self._grant(session), now=self._now())

    def _member(self, session: Session) -> None:
        do = self.chance.choice((roles.join, roles.leave))
        do(session, "root", self.chance.choice(self.shared), self.chance.choice(self.people).id)

    def _regroup(self, session: Session) -> None:
        user = users.find(session, self.chance.choice(self.people).id)
        lifecycle.change(session, "root", user, group_id=self.chance.choice(self.groups))

    def _grant(self, session: Session) -> Grant:
        return self.chance.choice(list(session.scalars(grants.matching(Grant.res_type > 1).order_by(Grant.id))))

    def _authorities(self, kind: int) -> list[int]:
        return self.chance.sample([100 * (kind - 1) + right for right in (2, 3, 4)], self.chance.randint(1, 3))

    def _terms(self) -> dict[str, Any]:
        return {
            "valid_from": self.chance.choice((None, None, 1_000)),
            "valid_until": self.chance.choice((None, None, 4_000_000_000_000)),
            "remark": self.chance.choice((None, "r")),
            "limits": self.chance.choice(LIMITS),
        }

    def _now(self) -> int:
        return 2_000_000_000_000


@pytest.mark.parametrize("seed", seeds(3, 60))
def test_do_and_undo_is_the_state_before(center: Center, seed: int) -> None:
    hand, log, counts = Hand(center, random.Random(seed)), Log(center), Counter[str]()
    root = center.with_token(hand.person)
    states = {log.last(): rights(center)}
    while len(states) < 15 or len(counts) < len(KINDS):
        number, before = log.last(), rights(center)
        if not hand.change() or not (made := log.undoable(number)):
            continue
        after = rights(center)
        counts.update(made.values())
        assert undo(root, *made).status_code == 200
        assert rights(center) == before != after
        assert undo(root, *log.undoable(max(made))).status_code == 200
        assert rights(center) == after
        states[log.last()] = after
    for number in hand.chance.sample(sorted(log.undoable(min(states))), 10):
        newest, before = log.last(), rights(center)
        answer = undo(root, number)
        if answer.status_code == 200:
            assert undo(root, *log.undoable(newest)).status_code == 200
        else:
            assert answer.json()["code"] in REFUSALS
        assert rights(center) == before
    number = hand.chance.choice(sorted(states)[-8:])
    assert undo(root, *log.undoable(number)).status_code == 200
    assert rights(center) == states[number]
    assert counts.keys() == KINDS
