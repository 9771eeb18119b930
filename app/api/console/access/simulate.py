"""What would change? A proposal is tried, and the decisions before and after are told; nothing is written."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, model_validator
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access import roles
from app.access.decision import Decision
from app.access.models import Grant, Role
from app.access.places import Place
from app.access.simulation import Ask, Simulation, simulate
from app.accounts import lifecycle
from app.api import problems
from app.api.console import accounts
from app.api.console.access import asking
from app.api.console.access.asking import Question, administers, tenants_of
from app.api.console.grants import GrantChange, NewGrant
from app.api.guard import Caller, Connected, SignedIn, changes_nothing
from app.api.paging import Body, IdValue
from app.audit import trail
from app.brokers import granting, known_rights, what_if
from app.brokers.known_rights import KnownRights
from app.brokers.visible_grants import visible_to
from app.brokers.what_if import Posed, Touched
from app.clock import now_ms
from app.database import Database
from app.errors import NotAllowed, NotFound
from app.identity import users
from app.pulsar.names import ResourceName

router = APIRouter()
MOST = 100
"""Changes in one proposal."""


class ChangedGrant(GrantChange):
    """Another content of a grant; what is left out stays."""

    id: IdValue


class Membership(Body):
    """A user that joins or leaves a shared role."""

    user_id: IdValue
    role_id: IdValue


class Proposal(Body):
    """What would be done, in this order."""

    revoke: list[IdValue] = Field(default_factory=list, max_length=MOST)
    change: list[ChangedGrant] = Field(default_factory=list, max_length=MOST)
    leave: list[Membership] = Field(default_factory=list, max_length=MOST)
    join: list[Membership] = Field(default_factory=list, max_length=MOST)
    grant: list[NewGrant] = Field(default_factory=list, max_length=MOST)
    disable: list[IdValue] = Field(default_factory=list, max_length=MOST, description="users")

    @model_validator(mode="after")
    def _some(self) -> "Proposal":
        number = sum(len(getattr(self, name)) for name in type(self).model_fields)
        if not 1 <= number <= MOST:
            raise ValueError(f"propose 1 to {MOST} changes")
        return self


class Simulated(Body):
    """A proposal, and which questions to ask: named ones, those seen in use, or all that matter."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"changes": {"revoke": [7]}, "all": True},
                {"changes": {"disable": [12]}, "usage_days": 90},
            ]
        }
    )

    changes: Proposal
    questions: Annotated[list[Question], Field(max_length=1000)] | None = None
    usage_days: Annotated[int, Field(ge=1, le=400)] | None = None
    all: bool = False
    at: asking.Time | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "Simulated":
        if [self.questions is not None, self.usage_days is not None, self.all].count(True) != 1:
            raise ValueError("give either questions, usage_days, or all: true")
        return self


class Side(BaseModel):
    """A decision."""

    allowed: bool
    reason: str
    grants: list[int]


class Changed(BaseModel):
    """A decision that becomes another one. `questions`: all that need the same, and so change alike."""

    cluster: str
    resource_type: str
    resource: str = Field(description="`acme/*`: every other one there, without a grant of its own.")
    every_other: bool
    questions: list[str]
    subscription: str | None
    uses: int | None = Field(description="How often it was seen in use on its busiest day, if use was asked for.")
    before: Side
    after: Side


class PrincipalChanges(BaseModel):
    """What changes for one user. `lost` and `gained` count the changes; the rest are other reasons only."""

    principal: str
    lost: int
    gained: int
    changes: list[Changed]


class Outcome(BaseModel):
    """Who is affected, how, and how many questions were asked. `not_shown`: about what you may not ask."""

    principals: list[PrincipalChanges]
    lost: int
    gained: int
    asked: int
    not_shown: int
    revision: int
    at: int


class _Undo(Exception):
    """Ends the transaction of a proposal."""


@router.post("/access/simulate", summary="What would a change change?", responses=problems.responses(403, 404, 409))
@changes_nothing
def simulate_change(caller: SignedIn, database: Connected, body: Simulated) -> Outcome:
    """Every change is checked as if it were made; who may not make it may not try it either."""
    for one in body.questions or ():
        asking.refuse_unknown(one.question)
    now = now_ms()
    tried = _Trial(caller, body, now)
    tried.run(database)
    at = now if body.at is None else body.at
    posed = tried.posed(at)
    asked = [one for one in posed if tried.may_ask(one)]
    found = _changes(tried, asked, at)
    return Outcome(
        principals=found,
        lost=sum(one.lost for one in found),
        gained=sum(one.gained for one in found),
        asked=len(asked),
        not_shown=len(posed) - len(asked),
        revision=tried.before.revision,
        at=at,
    )


class _Trial:
    """The proposal, made and undone; the rights before and after."""

    before: KnownRights
    after: KnownRights
    _people: list[str]
    _own: set[str]
    _places: list[Place]

    def __init__(self, caller: Caller, body: Simulated, now: int) -> None:
        self._caller, self._body, self._now = caller, body, now

    def run(self, database: Database) -> None:
        """Raises what the changes raise."""
        try:
            with database.writing() as session:
                # The same order as every change: what is seen here is what it would be made upon.
                trail.lock_revision(session)
                self._look_and_make(session)
                raise _Undo
        except _Undo:
            pass

    def posed(self, at: int) -> list[Posed]:
        """The questions to ask."""
        if self._body.questions is not None:
            return [_posed(one) for one in self._body.questions]
        if self._body.usage_days is not None:
            since = datetime.fromtimestamp(self._now / 1000, UTC) - timedelta(days=self._body.usage_days)
            day = since.date().isoformat()
            return what_if.seen_in_use(self._caller.session, self._people, day, self.before, at)
        return what_if.every_question(self._people, self._places, self.before, self.after)

    def may_ask(self, posed: Posed) -> bool:
        """The rule of explain, with the caller's rights as they are."""
        if posed.cluster not in self.before.clusters:
            raise NotFound("There is no such cluster.")
        if self._caller.is_administrator or posed.ask.principal in self._own:
            return True
        return administers(self.before, self._caller, posed.cluster, posed.ask.resource, self._now)

    def _look_and_make(self, session: Session) -> None:
        touched = _touched(session, self._body.changes)
        asked = {one.principal for one in self._body.questions or ()}
        self._people = sorted(asked) or touched.people(session)
        self._own = {one for one in self._people if self._is_own(session, one)}
        self._places = touched.places(session)
        self.before = self._read(session)
        _make(session, self._caller, self._body.changes, self._now)
        session.flush()
        self.after = self._read(session)

    def _read(self, session: Session) -> KnownRights:
        asked = self._body.questions
        tenants = None if asked is None else tenants_of(one.target for one in asked)
        return known_rights.of(session, {*self._people, self._caller.username}, tenants)

    def _is_own(self, session: Session, username: str) -> bool:
        user = users.by_name(session, username) if not self._caller.is_administrator else None
        return user is not None and self._caller.user_id in (user.id, user.parent)


def _touched(session: Session, changes: Proposal) -> Touched:
    """The roles, people and places of the proposal."""
    found = Touched()
    for given in session.scalars(select(Grant).where(Grant.id.in_([*changes.revoke, *(c.id for c in changes.change)]))):
        found.grant(given.role_id, (given.res_type, given.res_id))
    for new in changes.grant:
        found.grant(_receiver(session, new).id, (new.res_type, new.res_id))
    for one in (*changes.leave, *changes.join):
        found.membership(session, one.user_id, one.role_id)
    for user_id in changes.disable:
        found.user(session, user_id)
    return found


def _receiver(session: Session, new: NewGrant) -> Role:
    return roles.find(session, new.role_id) if new.role_id else roles.personal_role_of(session, new.user_id or 0)


def _make(session: Session, caller: Caller, changes: Proposal, now: int) -> None:
    by = users.find(session, caller.user_id)
    for number in changes.revoke:
        granting.take_back(session, by, _visible(session, caller, number, now), now=now)
    for change in changes.change:
        values = change.model_dump(include=change.model_fields_set - {"id"})
        granting.change(session, by, _visible(session, caller, change.id, now), now=now, **values)
    if (changes.leave or changes.join) and not caller.is_administrator:
        raise NotAllowed("Only administrators of the center may put users into roles.", reason="NO_GRANT")
    for one in changes.leave:
        roles.leave(session, caller.username, one.role_id, one.user_id)
    for one in changes.join:
        roles.join(session, caller.username, one.role_id, one.user_id)
    for new in changes.grant:
        values = new.model_dump(include={"valid_from", "valid_until", "remark"})
        role = _receiver(session, new)
        granting.give(session, by, role, new.res_type, new.res_id, new.authorities, now=now, **values)
    for user_id in changes.disable:
        user = accounts.managed(session, caller, user_id)
        lifecycle.change(session, caller.username, user, status="disabled")


def _visible(session: Session, caller: Caller, grant_id: int, now: int) -> Grant:
    query = select(Grant).where(Grant.id == grant_id)
    if not caller.is_administrator:
        query = query.where(visible_to(session, users.find(session, caller.user_id), now))
    given = session.scalars(query).one_or_none()
    if given is None:
        raise NotFound("There is no such grant.")
    return given


def _posed(one: Question) -> Posed:
    ask = Ask(one.principal, one.question, one.target, one.subscription)
    return Posed(one.cluster_id, ask, (one.question,), one.target.name or one.resource)


def _changes(tried: _Trial, asked: Iterable[Posed], at: int) -> list[PrincipalChanges]:
    found: dict[str, list[Changed]] = {}
    for posed in asked:
        before, after = tried.before.on(posed.cluster), tried.after.on(posed.cluster)
        outcome = next(simulate(before, after, [posed.ask], now=at))
        if outcome.differs:
            item = _changed(posed, outcome, tried.before.clusters[posed.cluster])
            found.setdefault(posed.ask.principal, []).append(item)
    return [_of_principal(name, changes) for name, changes in sorted(found.items())]


def _of_principal(name: str, changes: list[Changed]) -> PrincipalChanges:
    lost = sum(one.before.allowed and not one.after.allowed for one in changes)
    gained = sum(one.after.allowed and not one.before.allowed for one in changes)
    return PrincipalChanges(principal=name, lost=lost, gained=gained, changes=changes)


def _changed(posed: Posed, outcome: Simulation, cluster: str) -> Changed:
    place: ResourceName = posed.ask.resource
    return Changed(
        cluster=cluster,
        resource_type=place.type.name.lower(),
        resource=posed.shown,
        every_other=posed.shown != place.name and not place.malformed,
        questions=list(posed.kin),
        subscription=posed.ask.subscription,
        uses=posed.uses,
        before=_side(outcome.before),
        after=_side(outcome.after),
    )


def _side(answer: Decision) -> Side:
    return Side(allowed=answer.allowed, reason=answer.reason.value, grants=list(answer.grants))
