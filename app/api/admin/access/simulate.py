"""What would change? A proposal is made and rolled back, and decisions before and after are compared."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Annotated

from fastapi import Depends, Request
from pydantic import Field, model_validator
from sqlalchemy.orm import Session

from app.access.network_limits import ANYWHERE
from app.access.simulation import AccessQuery
from app.api import problems
from app.api.admin.access import access_questions, proposal
from app.api.admin.access.access_questions import Question, administers, tenants_of
from app.api.admin.access.changed_answers import PrincipalChanges, Rights, changes
from app.api.admin.access.proposal import Proposal
from app.api.admission import writers
from app.api.admission.fair_share import QuestionShare
from app.api.admission.reader_slots import in_reader_slot
from app.api.app_state import Configured, Connected
from app.api.callers import Caller
from app.api.guard import SignedInToWait
from app.api.paging import ApiModel, Body, examples
from app.api.routing import Router
from app.audit.trail import epochs, trail
from app.grants.places import Place
from app.identity import users
from app.platform.clock import now_ms
from app.platform.database import Database
from app.platform.settings import Settings
from app.rights import known_rights
from app.rights.granting import limited_credential
from app.rights.inquiry import simulation_questions
from app.rights.inquiry.simulation_questions import SampleQuestion
from app.rights.known_rights import KnownRights

router = Router(tags=["access"])
_TRIES = 3
"""How often the rights are read again when they change meanwhile."""


class Simulated(Body):
    """A proposal and the questions to ask: named ones, those seen in use, or all that may be answered differently."""

    model_config = examples({"changes": {"revoke": [7]}, "all": True}, {"changes": {"disable": [12]}, "usage_days": 90})

    changes: Proposal
    questions: Annotated[list[Question], Field(max_length=1000)] | None = None
    usage_days: Annotated[int, Field(ge=1, le=400)] | None = None
    all: bool = False
    at: access_questions.Time | None = None

    @model_validator(mode="after")
    def _one_way(self) -> "Simulated":
        if [self.questions is not None, self.usage_days is not None, self.all].count(True) != 1:
            raise ValueError("give either questions, usage_days, or all: true")
        return self


class Outcome(ApiModel):
    """Who is affected and how, and how many questions were asked. `not_shown`: questions that you may not ask."""

    principals: list[PrincipalChanges]
    lost: int
    gained: int
    asked: int
    not_shown: int
    revision: int
    at: int


@contextmanager
def rolled_back(caller: Caller, database: Database, settings: Settings) -> Iterator[Session]:
    """A transaction in which a change is tried as the caller; its end takes everything back. The lock comes first, as
    in every change, so that the change is made on the state that is read."""
    with database.writing(settings.change_seconds) as session:
        limited_credential.pass_on(caller.session, session)
        trail.lock_revision(session)
        yield session
        session.rollback()


async def _try(
    request: Request, caller: SignedInToWait, database: Connected, settings: Configured, body: Simulated
) -> Outcome:
    with share(request, caller):
        return await outcome(request, caller, database, settings, body)


@router.post("/access/simulate", summary="What would a change change?", responses=problems.responses(404, 409, 429))
def simulate_change(tried: Annotated[Outcome, Depends(_try)]) -> Outcome:
    """Every change is checked as if it were made: you can try only what you may do. What depends on the address that
    somebody asks from is told by network, each different answer once. 429 `too_many_questions`: the main
    account has too many trials running."""
    return tried


def share(request: Request, caller: Caller) -> AbstractContextManager[None]:
    """Hold one of the few trials that the caller's main account may run at a time. Raises Busy `too_many_questions`."""
    trials: QuestionShare = request.app.state.trials
    return trials.of(caller.parent_id or caller.user_id)


async def outcome(request: Request, caller: Caller, database: Database, settings: Settings, body: Simulated) -> Outcome:
    """The effect of the changes. Raises what the changes raise.

    While it waits for its turn it holds no slot and no connection. Other writers wait only while the changes are made
    and rolled back.
    """
    for question in body.questions or ():
        access_questions.refuse_senseless(question)
    tried = _Trial(caller, body, now_ms())
    for is_last in (*[False] * (_TRIES - 1), True):
        await in_reader_slot(request, tried.look)
        if await writers.in_turn(request, partial(tried.make, database, settings, if_moved=is_last)):
            break
    return await in_reader_slot(request, tried.outcome)


class _Trial:
    """A proposal that is made and rolled back, with the rights before and after."""

    revision: int
    before: KnownRights
    after: KnownRights
    _people: list[str]
    _own: set[str]
    _places: list[Place]
    _users: set[str]

    def __init__(self, caller: Caller, body: Simulated, now: int) -> None:
        self.caller, self._body, self._now = caller, body, now

    def look(self) -> None:
        """Read the users and places concerned, and the rights before."""
        with self.caller.session as session:
            proposal.refuse_hidden(self.caller, self._body.changes)
            touched = proposal.find_touched(session, self._body.changes)
            named = {question.principal for question in self._body.questions or ()}
            self._people = sorted(named) or touched.people(session)
            self._own = {person for person in self._people if self._is_own(session, person)}
            self._places, self._users = touched.places(session), touched.names(session)
            self.revision = epochs.seen_by(session).revision
            self.before = self._read(session, touched.joined)
            access_questions.find_clusters(self._body.questions or (), self.before)

    def make(self, database: Database, settings: Settings, *, if_moved: bool) -> bool:
        """Make the changes, read the rights after, roll back. Raises what the changes raise.

        Returns False without doing anything when the rights have changed since `look`. With `if_moved` it goes on: the
        changes are then made on the current rights, and compared with those of `look`.
        """
        with rolled_back(self.caller, database, settings) as session:
            if trail.current_revision(session) != self.revision and not if_moved:
                return False
            grants = proposal.make(replace(self.caller, session=session), settings, self._body.changes, self._now)
            self.after = known_rights.read_changed(session, self.before, self._users, grants)
            return True

    def outcome(self) -> Outcome:
        """The answer."""
        at = self._now if self._body.at is None else self._body.at
        with self.caller.session:
            posed = self.posed(at)
            shown = [question for question in posed if self.may_ask(question)]
            changed = changes(Rights(self.before, self.after, self.caller, self._now), shown, at)
        return Outcome(
            principals=changed,
            lost=sum(principal.lost for principal in changed),
            gained=sum(principal.gained for principal in changed),
            asked=len(shown),
            not_shown=len(posed) - len(shown),
            revision=self.revision,
            at=at,
        )

    def posed(self, at: int) -> list[SampleQuestion]:
        """The questions to ask."""
        if self._body.questions is not None:
            return [_pose(question, index) for index, question in enumerate(self._body.questions)]
        if self._body.usage_days is not None:
            since = datetime.fromtimestamp(self._now / 1000, UTC) - timedelta(days=self._body.usage_days)
            day = since.date().isoformat()
            return simulation_questions.seen_in_use(self.caller.session, self._people, day, self.before, at)
        return simulation_questions.every_question(self._people, self._places, self.before, self.after)

    def may_ask(self, posed: SampleQuestion) -> bool:
        """True for questions about itself, its sub-accounts and what it administers now.

        Auditing a place is enough to explain, not to simulate: only those who may change a place see the effect of
        changes (decision 0078).
        """
        access_questions.on(self.before, self.caller, posed.cluster)
        if self.caller.is_administrator or posed.query.principal in self._own:
            return True
        return administers(self.before, self.caller, posed.cluster, posed.query.resource, self._now)

    def _read(self, session: Session, joined: Collection[int]) -> KnownRights:
        questions = self._body.questions
        tenants = None if questions is None else tenants_of(question.target for question in questions)
        named = {person for question in questions or () for person in question.people}
        return known_rights.of(session, {*self._people, *named, self.caller.username}, tenants, roles=joined)

    def _is_own(self, session: Session, username: str) -> bool:
        user = users.by_name(session, username) if not self.caller.is_administrator else None
        return user is not None and self.caller.user_id in (user.id, user.parent)


def _pose(question: Question, index: int) -> SampleQuestion:
    ask = AccessQuery(
        question.principal, question.question, question.target, question.subscription, question.address or ANYWHERE
    )
    return SampleQuestion(
        question.cluster_id, ask, (question.question,), question.target.name or question.resource, index=index
    )
