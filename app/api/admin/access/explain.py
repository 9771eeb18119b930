"""Explains a decision: the path of every grant that allows it, or what is missing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from app.access.explain import Cover, Explanation, explain
from app.access.names import ResourceName, ResourceType
from app.access.network_limits import ANYWHERE, in_both
from app.access.rights_snapshot import Snapshot
from app.access.vocabulary import AUTHORITIES
from app.api.admin.access import access_questions, past_rights
from app.api.admin.access.access_questions import BY_NAME, SENTENCES, Asker, Question
from app.api.admin.access.paths import CoverItem, NearMissItem, PathBuilder
from app.api.admin.resources import key_places
from app.api.admin.resources.key_places import UsedKey
from app.api.callers import Caller
from app.api.guard import SignedIn
from app.api.paging import ApiModel
from app.api.problems import responses
from app.api.routing import Router
from app.audit.trail import epochs
from app.identity import users
from app.platform.clock import now_ms
from app.resources import key_fetches
from app.rights import places_by_name
from app.rights.granting import possible_givers
from app.rights.granting.lacking_account import LackingAccount
from app.rights.granting.possible_givers import Givers
from app.rights.inquiry import provenance

router = Router(tags=["access"])
_DATA = ("topic:PRODUCE", "topic:CONSUME")
_ELSEWHERE = "Denied: the tenant does not live on this cluster; its grants are for the clusters that it lives on."


class Asked(Question):
    """A question about now or the past. Without a cluster it is asked on one where you see the tenant, else on one
    where somebody asked about has a grant. `at`: the time (epoch ms) at which windows are judged; if left out, now or
    that of the past."""

    as_of: access_questions.Past | None = None
    as_of_time: Annotated[
        access_questions.Time | None, Field(description="Instead of `as_of`: the rights of this time, epoch ms.")
    ] = None
    at: access_questions.Time | None = None

    @model_validator(mode="after")
    def _one_cluster(self) -> "Asked":
        if self.cluster_id != BY_NAME and self.cluster is not None:
            raise ValueError("name the cluster by either cluster_id or cluster")
        if self.as_of is not None and self.as_of_time is not None:
            raise ValueError("name the past by either as_of or as_of_time")
        return self


class CouldGive(ApiModel):
    """Who could grant it, at most ten names: from now on, or from the later time in `at`. Shown only to callers who may
    see the place."""

    names: list[str]
    total: int | None = Field(description="Null when you may not see the place: it would tell that there is one.")
    you: bool = Field(description="You could.")
    valid_until: dict[str, int] = Field(
        description="Of those named (and you) who can give it for a time only: until when, epoch ms. They hold it no "
        "longer, or the same begins then by another grant."
    )


class Missing(ApiModel):
    """An authority that would allow it if it were granted there to all of `principals`."""

    principals: list[str] = Field(
        description="Who lacks it: the user, its main account, or both; then it is given to the main account first."
    )
    authority: int
    text: str
    resource_type: str
    resource: str
    resource_id: int | None = Field(description="Null when you may not see it, or the center does not know it.")
    could_give: CouldGive


class MainAccount(ApiModel):
    """The grants of a sub-account's main account for the same right."""

    name: str
    grants: list[CoverItem]


class FetchedHalf(ApiModel):
    """A half of a version of this key, and when it was fetched last (epoch ms)."""

    name: str
    number: int
    half: Literal["public", "private"]
    time: int


class Answer(ApiModel):
    """The decision at this revision and time (epoch ms). `grants`: all that allow it, the deciding one first."""

    cluster: str | None = Field(description="Where it was asked; null when you may not see the cluster.")
    allowed: bool
    reason: str
    sentence: str
    grants: list[CoverItem]
    main_account: MainAccount | None
    near: list[NearMissItem]
    missing: list[Missing] = Field(description="Each of them would do, the narrowest first.")
    rules_to_be_listed_in: list[str] = Field(
        description="Subscriptions. A rule of the namespace about each of them leaves the user out: being listed in "
        "all of these would allow it, too."
    )
    only_from: dict[str, list[str]] = Field(
        description="The user and its main account, if it, or all its grants named here, is limited to networks: "
        "name, and from where. An empty list: from nowhere. The address has to be in a network of each list."
    )
    tenant_elsewhere: bool = Field(description="You may see the tenant, and it does not live on this cluster.")
    named_by_grant_on: str | None = Field(
        description="The cluster where a grant to an unknown role made the principal's account; null: somebody made it."
    )
    encryption_key: UsedKey | None = Field(
        description="What producers encrypt for at the topic now. Null when there is no key, and for other questions "
        "than allowed producing and consuming of now."
    )
    fetched_halves: list[FetchedHalf] = Field(
        description="Newest first, 100 at most: what the principal fetched of the topic's keys and its namespace's. "
        "Also where it is denied: a private half that it has goes on opening. Only for producing and consuming of now, "
        "and none when you may not see the topic."
    )
    revision: int
    at: int


@router.post("/access/explain", summary="Why is it allowed or denied?", responses=responses(404))
def explain_access(caller: SignedIn, body: Asked) -> Answer:
    """Open to the user itself, its main account, those who administer the resource, and administrators of the
    center. Without `address` it is asked from anywhere: `allowed` means from somewhere, and `only_from` says where.
    `POST /access/check` answers what acts instead: without an address nothing counts that is limited to networks."""
    access_questions.refuse_senseless(body)
    now = now_ms()
    asker = Asker(caller, [body], now)
    if body.cluster_id == BY_NAME and body.cluster is None:
        body.cluster_id = _cluster_of(asker, body.target, now)
    asker.check(body)
    if body.as_of_time is not None:
        body.as_of = provenance.revision_at(caller.session, body.as_of_time)
        body.at = body.as_of_time if body.at is None else body.at
    snapshot, at = _rights(asker, body, now)
    explanation = explain(
        snapshot,
        body.principal,
        body.question,
        body.target,
        subscription=body.subscription,
        now=at,
        address=body.address or ANYWHERE,
    )
    paths = _paths(caller, body, snapshot, explanation)
    main = snapshot.users[body.principal].main if body.principal in snapshot.users else None
    elsewhere = _tenant_elsewhere(asker, body, now)
    account = users.by_name(caller.session, body.principal)
    if elsewhere:
        # The case: no grant on the tenant or in it is in force on this cluster.
        explanation = replace(
            explanation,
            remedies=tuple(remedy for remedy in explanation.remedies if remedy.place.type <= ResourceType.CLUSTER),
        )
    cluster = ResourceName.of_cluster(asker.known.clusters.get(body.cluster_id, ""))
    return Answer(
        cluster=cluster.name if access_questions.sees(asker.known, caller, body.cluster_id, cluster, now) else None,
        allowed=explanation.decision.allowed,
        reason=explanation.decision.reason.value,
        sentence=_ELSEWHERE
        if elsewhere and not explanation.decision.allowed
        else SENTENCES[explanation.decision.reason],
        grants=paths.covering(explanation.covering),
        main_account=None if main is None else MainAccount(name=main, grants=paths.covering(explanation.main_covering)),
        near=[paths.near(near.user, near.grant, near.shortfall) for near in explanation.near_misses],
        missing=list(_missing(asker, body, explanation, now)),
        rules_to_be_listed_in=list(explanation.rules_to_be_listed_in),
        only_from=_only_from(snapshot, {body.principal: explanation.covering, main: explanation.main_covering}),
        tenant_elsewhere=elsewhere,
        named_by_grant_on=None if account is None else account.named_by_grant_on,
        **_of_keys(asker, body, now, allowed=explanation.decision.allowed),
        revision=epochs.seen_by(caller.session).revision if body.as_of is None else body.as_of,
        at=at,
    )


def _of_keys(asker: Asker[Caller], body: Asked, now: int, *, allowed: bool) -> dict[str, Any]:
    """What the answer says of encryption keys. Who fetched one and may see the topic no more does not learn whether it
    is still there."""
    caller, at = asker.caller, body.cluster_id
    seen = allowed or access_questions.sees(asker.known, caller, at, body.target, now, anywhere=True)
    concerned = seen and body.as_of is None and body.question in _DATA
    held = key_places.places_of_keys(caller.session, body.target) if concerned else {}
    shown = allowed and body.at is None and body.address is None
    fetched = key_fetches.of_user(caller.session, body.principal, held)
    return {
        "encryption_key": key_places.used_key(caller.session, held) if shown else None,
        "fetched_halves": [FetchedHalf.of(half) for half in fetched],
    }


def _cluster_of(asker: Asker[Caller], target: ResourceName, now: int) -> int:
    """The cluster of a question that names none; BY_NAME, as if there were none, when the caller knows of none."""
    known, caller = asker.known, asker.caller
    if target.type == ResourceType.CLUSTER:
        return next((cluster for cluster, name in known.clusters.items() if name == target.name), BY_NAME)
    tenant = ResourceName.of_tenant(target.tenant or "")
    place = places_by_name.place_of(caller.session, tenant)
    there = () if place is None else place.clusters
    seen = [cluster for cluster in there if access_questions.sees(known, caller, cluster, tenant, now)]
    held = [cluster for _, clusters in known.grants for cluster in clusters or ()]
    return min(seen or held or (known.clusters if caller.is_administrator else ()), default=BY_NAME)


def _only_from(snapshot: Snapshot, accounts: Mapping[str | None, Sequence[Cover]]) -> dict[str, list[str]]:
    people = {
        username: snapshot.users[username]
        for username in accounts
        if username is not None and username in snapshot.users
    }
    networks_of = {username: in_both(user.networks, _networks(accounts[username])) for username, user in people.items()}
    return {username: list(networks) for username, networks in networks_of.items() if networks is not None}


def _networks(covering: Sequence[Cover]) -> tuple[str, ...] | None:
    """From where one of the grants counts; None: from anywhere, or there is none."""
    networks_of_each = [None if cover.grant.limits is None else cover.grant.limits.networks for cover in covering]
    limited = [networks for networks in networks_of_each if networks is not None]
    return (
        tuple(sorted({network for networks in limited for network in networks}))
        if limited and len(limited) == len(networks_of_each)
        else None
    )


def _tenant_elsewhere(asker: Asker[Caller], body: Asked, now: int) -> bool:
    """True when the target's tenant lives only on other clusters, and the caller may see it on one of them."""
    if body.target.tenant is None:
        return False
    tenant = ResourceName.of_tenant(body.target.tenant)
    place = places_by_name.find(asker.caller.session, [tenant]).get((int(tenant.type), tenant.name))
    if place is None or body.cluster_id in place.clusters:
        return False
    elsewhere = [cluster for cluster in place.clusters if cluster in asker.known.clusters]
    return any(access_questions.sees(asker.known, asker.caller, cluster, tenant, now) for cluster in elsewhere)


def _rights(asker: Asker[Caller], body: Asked, now: int) -> tuple[Snapshot, int]:
    """The rights to decide by, and the time (epoch ms)."""
    if body.as_of is None:
        return asker.known_part(asker.on(body.cluster_id), body), now if body.at is None else body.at
    snapshot = asker.known_part(past_rights.PastRights(asker, [body], body.as_of).rights(body), body)
    return snapshot, provenance.time_of(asker.caller.session, body.as_of) if body.at is None else body.at


def _paths(caller: Caller, body: Asked, snapshot: Snapshot, explanation: Explanation) -> PathBuilder:
    pairs = {(cover.user, cover.grant.id) for cover in (*explanation.covering, *explanation.main_covering)}
    pairs |= {(near.user, near.grant.id) for near in explanation.near_misses}
    if body.as_of is None:
        provenances = provenance.of_current(caller.session, pairs)
    else:
        provenances = provenance.of_past(caller.session, pairs, snapshot)
    return PathBuilder(snapshot, body.target, provenances, body.principal)


def _missing(asker: Asker[Caller], body: Asked, explanation: Explanation, now: int) -> Iterator[Missing]:
    session, me = asker.caller.session, asker.caller.username
    places = places_by_name.find(session, [remedy.place for remedy in explanation.remedies])
    start = now if body.at is None or body.as_of is not None else max(now, body.at)
    asked = LackingAccount(body.principal, asker.known, places, now, start)
    remedies = possible_givers.with_main_account(explanation.remedies, asked)
    could = possible_givers.givers_of_remedies(session, remedies, asked)
    for remedy in remedies:
        place = places.get((int(remedy.place.type), remedy.place.name))
        seen = access_questions.sees(asker.known, asker.caller, body.cluster_id, remedy.place, now)
        if remedy.place.type == ResourceType.CLUSTER and not seen:
            continue  # the caller may know the place's id only, so its name is not shown
        yield Missing(
            principals=list(remedy.lacking),
            authority=remedy.authority,
            text=AUTHORITIES[remedy.authority].text,
            resource_type=remedy.place.type.name.lower(),
            resource=remedy.place.name,
            resource_id=place.key[1] if place is not None and seen else None,
            could_give=_could_give(could[remedy], me, seen),
        )


def _could_give(could: Givers, me: str, seen: bool) -> CouldGive:
    if not seen:
        return CouldGive(names=[], total=None, you=False, valid_until={})
    ends = {username: end for username, end in could.valid_until.items() if username in could.first or username == me}
    return CouldGive(names=list(could.first), total=len(could.everybody), you=me in could.everybody, valid_until=ends)
