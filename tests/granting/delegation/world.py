"""The actors and their world on a real database, with a model of what was allowed."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

from hypothesis.stateful import RuleBasedStateMachine
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceName
from app.audit.trail import trail
from app.grants import roles
from app.grants.models import Grant
from app.identity import users
from app.identity.models import User
from app.platform.database import Database
from app.resources import deletion
from app.resources.models import Namespace, Tenant, Topic
from tests.factories import a_user
from tests.granting.delegation.model import ADDRESSES, AUTHORITIES, Held, Key, Model, Part, Person, lowest_place

T = TypeVar("T")
HOUR = 3_600_000
START = 1_900_000_000_000
NAMES = ("anna", "ben", "cleo")
"""Users are made again under these names."""
MODELS: dict[int, type[Tenant | Namespace | Topic]] = {2: Tenant, 3: Namespace, 4: Topic}


class World(RuleBasedStateMachine):
    """The actors and their world."""

    template: ClassVar[Path]
    """A migrated, empty SQLite file."""
    outcomes: ClassVar[Counter[str]] = Counter()
    """Counts of allowed steps and of codes of refusals: a machine whose every step is refused would prove nothing."""
    boss: int
    clusters: list[int]
    group: int
    before: Model
    """The model before the step that is judged."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        file = Path(self.folder.name) / "center.db"
        shutil.copy(self.template, file)
        self.database = Database(f"sqlite:///{file}")
        self.now, self.model = START, Model()
        self.steps, self.counter, self.address = 0, 0, ADDRESSES[0]

    @property
    def here(self) -> Part:
        """What counts from where everybody works now."""
        return Part(network=f"{self.address}/32")

    def teardown(self) -> None:
        """Delete the database."""
        self.database.close()
        self.folder.cleanup()

    def _commit(self, step: Callable[[Session], T]) -> T:
        with self.database.writing() as session:
            trail.lock_revision(session)
            return step(session)

    def _copy(self) -> Model:
        model = self.model
        people = {n: Person(p.name, p.parent, p.active, set(p.roles)) for n, p in model.people.items()}
        clusters = {place: set(on) for place, on in model.clusters.items()}
        return Model(
            people,
            dict(model.personal),
            set(model.shared),
            dict(model.grants),
            dict(model.above),
            clusters,
            dict(model.names),
        )

    def _note_grants(self) -> None:
        """Take the grants of the allowed step into the model; all other steps must leave the grants unchanged."""
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
                row.limits,
            )
            for row in session.scalars(select(Grant))
        }

    def _new_user(self, name: str, parent: int | None) -> int:
        def make(session: Session) -> int:
            main = None if parent is None else users.find(session, parent)
            return a_user(session, name, parent=main).id  # type: ignore[arg-type]

        made = self._commit(make)
        with self.database.reading() as session:
            self._note_user(session, made)
        return made

    def _note_user(self, session: Session, number: int) -> None:
        user = session.get_one(User, number)
        role = roles.personal_role_of(session, number).id
        self.model.people[number] = Person(user.username, user.parent, True, {role})
        self.model.personal[number] = role

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
        """Random authorities: mostly some that can be granted there, sometimes any."""
        there = [number for number in AUTHORITIES if place[0] <= lowest_place(number)]
        return sorted({AUTHORITIES[index] if index == 22 else self._of(there, index) for index in which})

    def _time(self, hours_from_now: int | None) -> int | None:
        return None if hours_from_now is None else self.now + hours_from_now * HOUR

    def _next(self) -> int:
        self.counter += 1
        return self.counter

    def _on(self, cluster: int) -> list[Key]:
        return [place for place in self.model.places() if place[0] > 1 and cluster in self.model.homes(place)]

    def _holds_on(self, who: int, number: int, place: Key, cluster: int, part: Part) -> bool:
        """As `holds`, on one cluster only."""
        person = self.model.people[who]
        if not person.active:
            return False
        if person.parent is not None and not self._holds_on(person.parent, number, place, cluster, part):
            return False
        return any(self.model.covering(who, number, place, cluster, self.now, part))

    def _name(self, session: Session, place: Key) -> ResourceName:
        row = session.get_one(MODELS[place[0]], place[1])
        return ResourceName.of(place[0], deletion.name_of(session, row))  # type: ignore[arg-type]
