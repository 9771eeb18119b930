"""Taking an import back: what goes, and what stays because somebody changed or uses it since. Rows of the center go in
batches, with entries of the audit log. No cluster is asked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.audit.trail import trail
from app.desired_state.importing import made, sentences
from app.desired_state.importing.made import MODELS, MadeThing, Thing, Uses
from app.desired_state.importing.models import UNDOING, Import
from app.desired_state.importing.progress import Progress
from app.desired_state.importing.sentences import Sentence
from app.grants import roles
from app.grants.models import Grant, Role
from app.identity.models import User
from app.platform.clock import now_ms
from app.platform.errors import UserCenterError
from app.resources import clusters, deletion, subscription_rules
from app.resources.models import Cluster, Namespace, SubscriptionRule
from app.rights.granting import user_deletion
from app.rights.granting.grant_changes import Granting

MOST = 40
"""Things of one transaction, each of some ten statements, so that others wait for moments only."""


@dataclass(frozen=True)
class KeptThing:
    """Something that stays, and why."""

    kind: str
    name: str
    why: Sentence


@dataclass
class Undoing:
    """What goes, in order, and what stays. What is gone already is neither."""

    goes: list[MadeThing] = field(default_factory=list)
    keeps: list[KeptThing] = field(default_factory=list)


def decide(things: Iterable[MadeThing], times: Mapping[Thing, int], hanging: Uses) -> Undoing:
    """Decide for things in the order in which they are taken back. `times`: when each row was changed last."""
    decided, gone = Undoing(), set[Thing]()
    for thing in things:
        if thing.thing not in times:
            continue
        why = _why_kept(thing, times, hanging, gone)
        if why is None:
            gone.add(thing.thing)
            decided.goes.append(thing)
        else:
            decided.keeps.append(KeptThing(thing.kind, thing.name, why))
    return decided


def rehearse(session: Session, run: Import) -> Undoing:
    """What taking it back would do now. The number of statements does not depend on what there is."""
    things = made.of(session, run)
    return decide(things, made.times(session, things), made.uses_of(session, dict.fromkeys(MODELS)))


def _why_kept(thing: MadeThing, times: Mapping[Thing, int], hanging: Uses, gone: set[Thing]) -> Sentence | None:
    if times[thing.thing] != thing.update_time:
        return sentences.why("changed_since")
    users = sorted(used for used in hanging.get(thing.thing, ()) if used not in gone)
    if not users:
        return None
    kinds = sorted({kind.replace("_", " ") for kind, _ in users})
    return sentences.why("used_since", number=len(users), kinds=", ".join(kinds))


def take_back(progress: Progress, things: Sequence[MadeThing], done: int) -> list[KeptThing]:
    """Take things of the import back in one transaction. `done`: how many are behind it then. Returns what stays.

    Raises ImportStop when the import has ended, or who takes it back is no administrator any more.
    """
    with progress.acting(UNDOING) as (session, run, by):
        gone, kept = _take_back(session, by, things, now_ms())
        run.done, run.applied = done, max(0, run.applied - gone)
    return kept


def _take_back(session: Session, by: User, things: Sequence[MadeThing], now: int) -> tuple[int, list[KeptThing]]:
    """Take things of one import back in the name of `by`, who administers the center, as far as nobody changed or uses
    them. The session must hold the lock on the revision. Returns how many went, and what stays."""
    ids: defaultdict[str, list[int]] = defaultdict(list)
    for thing in things:
        ids[thing.kind].append(thing.id)
    decided = decide(things, made.times(session, things), made.uses_of(session, ids))
    refused: list[KeptThing] = []
    with trail.together(session):
        _take_back_grants(session, by, [thing for thing in decided.goes if thing.kind == "grant"], now)
        for thing in decided.goes:
            if thing.kind != "grant":
                refused += _try_remove(session, by, thing)
    return len(decided.goes) - len(refused), decided.keeps + refused


def _take_back_grants(session: Session, by: User, grants: Sequence[MadeThing], now: int) -> None:
    granting = Granting(session, by, now)
    with granting.together():
        for grant in grants:
            granting.take_back(session.get_one(Grant, grant.id))


def _try_remove(session: Session, by: User, thing: MadeThing) -> list[KeptThing]:
    """Nothing; or the line of something that the center refuses to remove, which it does before it writes."""
    try:
        _remove(session, by.username, thing)
    except UserCenterError as error:
        return [KeptThing(thing.kind, thing.name, sentences.of_error(error))]
    return []


def _remove(session: Session, actor: str, thing: MadeThing) -> None:
    match thing.kind:
        case "subscription_rule":
            rule = session.get_one(SubscriptionRule, thing.id)
            subscription_rules.remove(session, actor, session.get_one(Namespace, rule.namespace), rule)
        case "role":
            roles.remove(session, actor, session.get_one(Role, thing.id))
        case "user":
            user_deletion.remove_user(session, actor, session.get_one(User, thing.id), cascade=False)
        case "setting":
            cluster = session.get_one(Cluster, thing.id)
            clusters.change(session, actor, cluster, (), consume_manages_subscriptions=None)
        case place:
            deletion.finish(session, ResourceType[place.upper()], thing.id, actor)
