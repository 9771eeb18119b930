"""A question as a broker would ask it, and the rule who may ask it about whom."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Generic, NamedTuple, Protocol, TypeVar

from pydantic import AfterValidator, Field, StringConstraints, model_validator
from sqlalchemy.orm import Session

from app.access.decision import Reason, decide, holds_authority, is_closed
from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import resource_named
from app.access.network_limits import ANYWHERE, address_of
from app.access.read_permission import may_read
from app.access.rights_snapshot import Snapshot
from app.access.subscription_owners import competing_owners
from app.access.vocabulary import QUESTIONS, administering
from app.api.authority import SEE
from app.api.paging import Body, IdValue, Printable, examples
from app.api.resource_type import TypeName
from app.audit.trail import subjects
from app.audit.trail.epochs import MemorySession
from app.audit.trail.subjects import Subject
from app.platform import calling_address
from app.platform.errors import InvalidInput, NotAllowed
from app.platform.spelling import nearest
from app.rights import known_rights
from app.rights.granting.giver_rights import from_here
from app.rights.known_rights import KnownRights


def _is_address(text: str) -> str:
    # Other texts lie in no network of a grant: the answer would be no, without a visible reason.
    if address_of(text) is None:
        raise ValueError("must be an address of IPv4 or IPv6, such as 10.1.2.3")
    return text


Address = Annotated[
    str, StringConstraints(max_length=64), Printable, AfterValidator(_is_address), Field(examples=["10.1.2.3"])
]
Text = Annotated[str, StringConstraints(max_length=512), Printable]
Time = Annotated[int, Field(ge=0, le=2**53)]
Past = Annotated[int, Field(ge=0, le=2**53, description="A revision: the rights of then.")]

SENTENCES = {
    Reason.UNKNOWN_OPERATION: "Denied: no broker asks this question.",
    Reason.NO_PRINCIPAL: "Denied: there is no user.",
    Reason.MALFORMED_NAME: "Denied: this is no name of such a resource.",
    Reason.UNKNOWN_PRINCIPAL: "Denied: the cluster knows no such user.",
    Reason.USER_DISABLED: "Denied: the user is not active.",
    Reason.MAIN_ACCOUNT_DISABLED: "Denied: the main account is not active.",
    Reason.OUTSIDE_NETWORK: "Denied: the account is limited to other networks.",
    Reason.SUPER_USER: "Allowed: holds authority 4, which includes everything.",
    Reason.SYSTEM_TOPIC: "Denied: system topics are for super users.",
    Reason.RESOURCE_INVALID: "Denied: the resource, or one above it, is switched off.",
    Reason.GRANTED: "Allowed by the grants below; the first one decides.",
    Reason.OPEN_TO_ALL: "Allowed: open to every user that may act.",
    Reason.OWN_SUBSCRIPTION: "Allowed: may read, and the subscription is its own.",
    Reason.MAIN_ACCOUNT_LACKS_RIGHT: "Denied: the sub-account was granted it, but its main account does not hold it.",
    Reason.GRANT_NOT_IN_FORCE: "Denied: the grant is outside its time window.",
    Reason.SUBSCRIPTION_NOT_PERMITTED: "Denied: a rule of the namespace lets only others use this subscription.",
    Reason.TOKEN_SCOPE: "Denied: the token is narrowed, and this is not what it is for.",
    Reason.SUBSCRIPTION_NOT_PREFIXED: "Denied: in this namespace a subscription must begin with the user's name.",
    Reason.NO_GRANT: "Denied: no grant allows it; one of those below would.",
}
BY_NAME = 0
"""An id that no cluster has: the cluster is given by its name."""
NOT_YOURS = "You may ask about yourself, your sub-accounts, and what you administer or audit."


class Question(Body):
    """May this principal do that there?"""

    model_config = examples(
        {
            "cluster_id": 1,
            "principal": "orders-producer",
            "question": "topic:PRODUCE",
            "resource_type": "topic",
            "resource": "persistent://acme/orders/created",
        },
        {
            "cluster_id": 1,
            "principal": "billing",
            "question": "topic:CONSUME",
            "resource_type": "topic",
            "resource": "persistent://acme/orders/created",
            "subscription": "billing-1",
        },
    )

    cluster_id: Annotated[IdValue, Field(description="Or `cluster`.")] = BY_NAME
    cluster: Annotated[Text | None, Field(description="Its name, instead of `cluster_id`.")] = None
    principal: Text
    question: Annotated[str, Field(max_length=64, examples=["topic:PRODUCE"])]
    resource_type: TypeName
    resource: Text
    subscription: Text | None = None
    address: Annotated[Address | None, Field(description="Where the principal connects from.")] = None

    @model_validator(mode="after")
    def _one_cluster(self) -> "Question":
        if (self.cluster_id == BY_NAME) == (self.cluster is None):
            raise ValueError("name the cluster by either cluster_id or cluster")
        return self

    @property
    def asked_on(self) -> Sequence[str]:
        """The types of resources that the question can be about; none for an unknown question."""
        return _ASKED_ON.get(self.question, ())

    @property
    def target(self) -> ResourceName:
        """The resource that the question is about."""
        return _resource_name(self.resource_type, self.resource)

    @property
    def people(self) -> list[str]:
        """The users whose existence or rights the answer depends on."""
        return [self.principal, *competing_owners(self.principal, self.subscription)]


_ASKED_ON = {
    question_id: tuple(kind.name.lower() for kind in sorted(question.asked_on))
    for question_id, question in QUESTIONS.items()
}


@lru_cache(10_000)
def _resource_name(kind: TypeName, text: str) -> ResourceName:
    return resource_named(ResourceType[kind.upper()], text)


def refuse_senseless(question: Question) -> None:
    """Raises InvalidInput `unknown_question`, or `wrong_resource_type` when the question is not asked about this
    type."""
    if not question.asked_on:
        words = {
            question_id.rpartition(":")[2]: question_id
            for question_id, on in _ASKED_ON.items()
            if question.resource_type in on
        }
        meant = words.get(nearest(question.question.rpartition(":")[2].upper(), words) or "")
        raise InvalidInput(
            f"There is no such question{f'; did you mean {meant}?' if meant else '.'} "
            "`usercenter questions` and GET /api/v1/operations list them.",
            code="unknown_question",
        )
    if question.resource_type not in question.asked_on:
        raise InvalidInput(
            f"{question.question} is asked about a {' or a '.join(question.asked_on)}, "
            f"not about a {question.resource_type}.",
            code="wrong_resource_type",
            asked_on=list(question.asked_on),
        )


def find_clusters(questions: Iterable[Question], known: KnownRights) -> None:
    """Set the ids of clusters that are given by name. An unknown name keeps an id that no cluster has."""
    ids = {cluster: cluster_id for cluster_id, cluster in known.clusters.items()}
    for question in questions:
        if question.cluster is not None:
            question.cluster_id = ids.get(question.cluster, BY_NAME)


class AskingUser(Protocol):
    """Who asks, with the session or memory that the answer is read from: a `Caller` or a `TokenCaller`."""

    @property
    def session(self) -> Session | MemorySession:
        """Where rights are read from."""

    @property
    def username(self) -> str:
        """The user who asks."""

    @property
    def is_administrator(self) -> bool:
        """True for an administrator of the center, who may ask about everything."""


class TokenCaller(NamedTuple):
    """A caller with a token, in front of the framework."""

    session: Session | MemorySession
    username: str
    is_administrator: bool


A = TypeVar("A", bound=AskingUser)


class Asker(Generic[A]):
    """The caller with its rights on every cluster, to decide what it may ask. A fixed number of statements."""

    def __init__(self, caller: A, questions: Collection[Question], now: int) -> None:
        self.caller, self.now = caller, now
        self.known = known_rights.of(
            caller.session,
            {caller.username, *(person for question in questions for person in question.people)},
            tenants_of(question.target for question in questions),
        )
        find_clusters(questions, self.known)

    def subjects(self, question: Question) -> set[Subject]:
        """What the answer to a question depends on."""
        about = subjects.tenants(tenants_of([question.target]))
        return about | self.known.subjects({self.caller.username, *question.people})

    def check(self, question: Question) -> None:
        """Raises NotAllowed when the caller may not ask this, NotFound as `on` does."""
        if not self.may_ask(question.principal, question.cluster_id, question.target):
            raise NotAllowed(NOT_YOURS, reason="NO_GRANT")
        self.on(question.cluster_id)

    def may_ask(self, principal: str, cluster_id: int, target: ResourceName) -> bool:
        """True for questions about itself, its sub-accounts and what it administers or audits; administrators may ask
        everything."""
        if self.caller.is_administrator or self.is_own(principal):
            return True
        return reads(self.known, self.caller, cluster_id, target, self.now)

    def is_own(self, principal: str) -> bool:
        """True for the caller itself and its sub-accounts."""
        person = self.known.people.get(principal)
        return principal == self.caller.username or (person is not None and person.main == self.caller.username)

    def on(self, cluster_id: int) -> Snapshot:
        """The rights on a cluster: see the function `on`."""
        return on(self.known, self.caller, cluster_id)

    def known_part(self, rights: Snapshot, question: Question) -> Snapshot:
        """The rights as the caller may know them: see `without_unseen`."""
        return without_unseen(rights, self.known, self.caller, question.cluster_id, question.target, self.now)


def on(known: KnownRights, caller: AskingUser, cluster_id: int) -> Snapshot:
    """The rights on a cluster.

    Raises NotFound for a missing cluster, but only to administrators of the center. For others it is like a cluster
    without any grants, so that nobody can find out names by trying.
    """
    return known.on(cluster_id if caller.is_administrator or cluster_id in known.clusters else None)


def administers(known: KnownRights, caller: AskingUser, cluster_id: int, target: ResourceName, now: int) -> bool:
    """True when the caller administers this place on this cluster; a retry or dead-letter topic as its topic."""
    if target.malformed or cluster_id not in known.clusters:
        return False
    snapshot = known.on(cluster_id)
    number = administering(target.type)
    return holds_authority(snapshot, caller.username, number, target, now, from_here(), served=True)


def reads(known: KnownRights, caller: AskingUser, cluster_id: int, target: ResourceName, now: int) -> bool:
    """True when the caller may read what is recorded about this place on this cluster."""
    if target.malformed or cluster_id not in known.clusters:
        return False
    return may_read(known.on(cluster_id), caller.username, target, now, from_here())


def sees(
    known: KnownRights,
    caller: AskingUser,
    cluster_id: int,
    target: ResourceName,
    now: int,
    *,
    anywhere: bool = False,
) -> bool:
    """True when the caller may know that this place exists; `anywhere`: if it called from the right address."""
    if caller.is_administrator:
        return True
    snapshot, address = on(known, caller, cluster_id), ANYWHERE if anywhere else calling_address.current()
    return decide(snapshot, caller.username, SEE[target.type], target, now=now, address=address).allowed


def without_unseen(
    rights: Snapshot, known: KnownRights, caller: AskingUser, cluster_id: int, target: ResourceName, now: int
) -> Snapshot:
    """The rights. If the target is switched off and the caller may not see it, they are as if nothing were switched
    off; if it may see the target from nowhere, as if there were no rules about subscriptions, either."""
    ruled = target.namespace in rights.subscription_rules
    if ruled and not sees(known, caller, cluster_id, target, now, anywhere=True):
        rights = rights.without_rules()
    if not is_closed(rights, target) or sees(known, caller, cluster_id, target, now):
        return rights
    return rights.without_closed()


def tenants_of(targets: Iterable[ResourceName]) -> set[str] | None:
    """The tenants whose rights must be read; None for all, when a question is about a cluster or the root."""
    tenants: set[str] = set()
    for target in targets:
        if not target.malformed and target.tenant is None:
            return None
        tenants.add(target.tenant or "")
    return tenants
