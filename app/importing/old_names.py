"""What the native roles' own names mean at the center. Pure.

A credential from before the import signs in under the name of its role, whatever the mapping makes of that role: by a
provider that stays beside the center's, or by a key that both use. So two names count for each role that is mapped.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from app.access.rights import Grant, Snapshot
from app.access.vocabulary import AUTHORITIES, giving
from app.errors import Conflict
from app.identity import users
from app.importing import authorities, roles, sentences
from app.importing.center import Center
from app.importing.native import matches
from app.importing.roles import Place
from app.importing.sentences import Sentence
from app.importing.targets import Targets
from app.pulsar.estate import ClusterEstate
from app.pulsar.names import ROOT_NAME, ResourceName, ResourceType

_SHOWN = 5
_Held = Mapping[Place, Collection[int]]


@dataclass(frozen=True)
class StrongerAccount:
    """The account of the center that is called like the role may do what the role did not. `user`: whom the mapping
    makes of the role; None: nobody. `holds`: some of it, as text."""

    role: str
    user: str | None
    holds: str


def stronger_accounts(
    estate: ClusterEstate, chosen: Targets, center: Center, after: Snapshot, now: int
) -> list[StrongerAccount]:
    """The roles whose name is that of an account that holds more, unless the mapping accepts that (`accept_stronger`).

    `after`: the rights with the import. `now` in epoch ms. A role that keeps its name is compared with its account as
    that is, unless an import made it; another with whoever has its name after the import.
    """
    found = []
    natively, becoming = _natively(estate), _becoming(chosen)
    for role in roles.named(estate):
        receiver = chosen.receivers.get(role)
        itself = receiver == ("user", role)
        mine = becoming[role] if itself else {role}
        decided = role in chosen.accepted or (itself and (role in center.made or mine & chosen.super_users))
        snapshot = center.snapshot if itself else after
        if decided or role in estate.super_user_roles or role not in snapshot.users:
            continue
        held = [natively[one] for one in {*mine, *_wildcards(estate, natively, mine)} if one in natively]
        more = list(_more(snapshot, role, held, now))
        if more:
            rest = f" and {len(more) - _SHOWN} more" if len(more) > _SHOWN else ""
            found.append(StrongerAccount(role, receiver and receiver[1], "; ".join(more[:_SHOWN]) + rest))
    return found


@dataclass(frozen=True)
class NewCredentials:
    """A role whose clients need other credentials, as it is not called so here. `user`: whom it became; None: a shared
    role, or nobody."""

    role: str
    user: str | None
    why: Sentence


def new_credentials(estate: ClusterEstate, chosen: Targets) -> list[NewCredentials]:
    """Who must change credentials: roles of another name, and those that cannot keep theirs. Not who is left out."""
    found = []
    for role in roles.named(estate):
        kind, name = chosen.receivers.get(role, ("nobody", ""))
        left_out = kind == "nobody" and chosen.why_not[role].code != "impossible_name"
        if left_out or (kind, name) == ("user", role):
            continue
        why = sentences.why("other_name") if users.may_be_name(role) else sentences.why("cannot_keep_name")
        why = sentences.why("in_shared_role") if kind == "role" else why
        found.append(NewCredentials(role, name if kind == "user" else None, why))
    return found


def refuse(found: Collection[object]) -> None:
    """Raises Conflict `stronger_account` when there is one."""
    if found:
        message = (
            f"{len(found)} native roles are called like accounts here that hold more, and old credentials would get "
            "it: see the report. Rename the account, revoke at the broker what was issued to the role, or say "
            "accept_stronger in the role's line of the mapping. Nothing was made."
        )
        raise Conflict(message, code="stronger_account", count=len(found))


def _becoming(chosen: Targets) -> Mapping[str, set[str]]:
    """User → the roles that become it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for role, (kind, name) in chosen.receivers.items():
        if kind == "user":
            found[name].add(role)
    return found


def _natively(estate: ClusterEstate) -> dict[str, dict[Place, frozenset[int]]]:
    """Role → place → the authorities that what it holds there is worth."""
    found: dict[str, dict[Place, frozenset[int]]] = {}
    for one in roles.grants(estate):
        numbers, _ = authorities.of(one.place[0], one.actions, subscriptions=True)
        places = found.setdefault(one.role, {})
        places[one.place] = places.get(one.place, frozenset()) | numbers
    return found


def _wildcards(estate: ClusterEstate, natively: Collection[str], mine: Collection[str]) -> set[str]:
    patterns = [one for one in natively if estate.wildcards and "*" in one]
    return {one for one in patterns if any(matches(one, role) for role in mine)}


def _more(snapshot: Snapshot, name: str, held: Collection[_Held], now: int) -> Iterator[str]:
    """What the account holds and the role does not, a text for each grant. Limits and status count for nothing: both
    may be lifted."""
    user = snapshot.users.get(name)
    for role in () if user is None else user.roles:
        for (kind, place), grants in snapshot.by_role.get(role, {}).items():
            numbers = {number for grant, usable in grants if not _is_over(grant, now) for number in usable}
            beyond = [one for one in sorted(numbers) if not _covered(snapshot.cluster, (kind, place), one, held)]
            if beyond:
                where = "everything" if place == ROOT_NAME and kind == ResourceType.ROOT else place
                yield f"{', '.join(map(str, beyond))} on {where}"


def _is_over(grant: Grant, now: int) -> bool:
    return grant.valid_until is not None and grant.valid_until <= now


def _covered(cluster: str, place: tuple[int, str], number: int, held: Collection[_Held]) -> bool:
    one, name = AUTHORITIES[number], ResourceName.of(*place)
    needed = giving(one.right, one.level)
    where = [name, *name.ancestors(cluster)]
    return any(needed & set(some.get((there.type, there.name), ())) for some in held for there in where)
