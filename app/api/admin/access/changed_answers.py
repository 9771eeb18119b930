"""How answers differ before and after a change, as the caller may know them."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import Field

from app.access.decision import Decision
from app.access.names import ResourceName
from app.access.network_limits import ANYWHERE
from app.access.network_origins import NetworkOrigin, is_limited, origins
from app.access.rights_snapshot import Snapshot
from app.access.simulation import Simulation, from_wherever
from app.api.admin.access import access_questions
from app.api.callers import Caller
from app.api.paging import ApiModel
from app.rights.inquiry import simulation_questions
from app.rights.inquiry.simulation_questions import SampleQuestion
from app.rights.known_rights import KnownRights


class Side(ApiModel):
    """A decision."""

    allowed: bool
    reason: str
    grants: list[int]


class Changed(ApiModel):
    """A decision that changes. `questions`: all with the same needs, which change alike."""

    cluster: str
    resource_type: str
    resource: str = Field(description="`acme/*`: every other one there, without a grant of its own.")
    every_other: bool
    questions: list[str]
    subscription: str | None
    index: int | None = Field(description="Which of your `questions` it answers, from 0; null when you named none.")
    networks: list[str] | None = Field(
        description="Only for who asks from these, not from those inside them that another answer names; an empty text "
        "stands for everywhere else. Null: from wherever, or from the question's own address."
    )
    uses: int | None = Field(description="How often it was seen in use on its busiest day, if use was asked for.")
    before: Side
    after: Side


class PrincipalChanges(ApiModel):
    """What changes for one user. `lost` and `gained` count decisions; other changes concern only the reason."""

    principal: str
    lost: int
    gained: int
    changes: list[Changed]


@dataclass(frozen=True)
class Rights:
    """The rights before and after a change, and who asks, at `now` (epoch ms)."""

    before: KnownRights
    after: KnownRights
    caller: Caller
    now: int

    def on(self, cluster: int) -> list[Snapshot]:
        """The rights there, before and after. Raises NotFound as `asking.on` does."""
        return [access_questions.on(known, self.caller, cluster) for known in (self.before, self.after)]

    def known_parts(self, posed: SampleQuestion) -> list[Snapshot]:
        """The rights that answer a question, before and after, as the caller may know them."""
        place = (self.before, self.caller, posed.cluster, posed.query.resource, self.now)
        return [access_questions.without_unseen(snapshot, *place) for snapshot in self.on(posed.cluster)]


def changes(rights: Rights, questions: Sequence[SampleQuestion], at: int) -> list[PrincipalChanges]:
    """The decisions at `at` (epoch ms) that change, by user. Raises InvalidInput `too_much_to_simulate`."""
    by_user: dict[str, list[Changed]] = {}
    asking_from = _Places(rights, questions)
    for posed in questions:
        before, after = rights.known_parts(posed)
        for networks, outcome in from_wherever(before, after, posed.query, asking_from.of(posed), now=at):
            if outcome.differs:
                item = _changed_item(posed, outcome, networks, rights.before.clusters.get(posed.cluster, ""))
                by_user.setdefault(posed.query.principal, []).append(item)
    return [_of_principal(principal, changed) for principal, changed in sorted(by_user.items())]


class _Places:
    """From where each question is asked. Whether a user's grants are limited to networks is looked up once. Networks
    are shown only of grants that matter for the question."""

    def __init__(self, rights: Rights, questions: Sequence[SampleQuestion]) -> None:
        self._rights = rights
        self._is_limited: dict[tuple[int, str], bool] = {}
        self._known = {posed: self._origins(posed) for posed in questions}
        number = sum(len(self._known[posed]) for posed in questions)
        simulation_questions.refuse_too_much(number, simulation_questions.MOST_QUESTIONS, "questions by network")

    def of(self, posed: SampleQuestion) -> list[NetworkOrigin]:
        """One origin if it names an address, or needs none."""
        return self._known[posed]

    def _origins(self, posed: SampleQuestion) -> list[NetworkOrigin]:
        query = posed.query
        if query.address is not ANYWHERE:
            return [NetworkOrigin(query.address)]
        rights, key = self._rights.on(posed.cluster), (posed.cluster, query.principal)
        if key not in self._is_limited:
            self._is_limited[key] = any(is_limited(snapshot, query.principal) for snapshot in rights)
        if not self._is_limited[key]:
            return [NetworkOrigin(ANYWHERE)]
        return origins(rights, query.principal, query.question, query.resource, query.subscription)


def _of_principal(name: str, changes: list[Changed]) -> PrincipalChanges:
    lost = sum(change.before.allowed and not change.after.allowed for change in changes)
    gained = sum(change.after.allowed and not change.before.allowed for change in changes)
    return PrincipalChanges(principal=name, lost=lost, gained=gained, changes=changes)


def _changed_item(
    posed: SampleQuestion, outcome: Simulation, networks: tuple[str, ...] | None, cluster: str
) -> Changed:
    place: ResourceName = posed.query.resource
    return Changed(
        cluster=cluster,
        resource_type=place.type.name.lower(),
        resource=posed.shown,
        every_other=posed.shown != place.name and not place.malformed,
        questions=list(posed.kin),
        subscription=posed.query.subscription,
        index=posed.index,
        networks=None if networks is None else list(networks),
        uses=posed.uses,
        before=_side(outcome.before),
        after=_side(outcome.after),
    )


def _side(answer: Decision) -> Side:
    return Side(allowed=answer.allowed, reason=answer.reason.value, grants=list(answer.grants))
