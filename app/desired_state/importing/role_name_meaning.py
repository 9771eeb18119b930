"""What the native roles' own names mean at the center. Pure.

A credential from before the import signs in under the name of its role, whatever the mapping makes of that role: by a
provider that stays beside the center's, or by a key that both use. So two names count for each role that is mapped.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from app.access.names import ResourceType
from app.access.rights_snapshot import Snapshot
from app.desired_state.engine.state import Place
from app.desired_state.importing import native_roles, sentences
from app.desired_state.importing.import_plan import PlanBasis
from app.desired_state.importing.pulsar_authorization import matches
from app.desired_state.importing.sentences import Sentence
from app.desired_state.importing.targets import Targets
from app.identity import users
from app.platform.errors import Conflict
from app.resources.pulsar.cluster_content import ClusterContent

_SHOWN = 5
_Native = Mapping[tuple[str, Place], frozenset[int]]
"""Role and place → the authorities that its native grants there amount to."""


@dataclass(frozen=True)
class StrongerAccount:
    """The account of the center that is called like the role may do what the role did not. `user`: whom the mapping
    makes of the role; None: nobody. `holds`: some of it, as text."""

    role: str
    user: str | None
    holds: str


def stronger_accounts(
    content: ClusterContent, chosen: Targets, basis: PlanBasis, after: Snapshot, now: int
) -> list[StrongerAccount]:
    """The roles whose name is that of an account that holds more, unless the mapping accepts that (`accept_stronger`).

    `after`: the rights with the import. `now` in epoch ms. A role that keeps its name, with an account
    that no other role becomes, is compared with that as it is, unless an import made it; all others with whoever has
    their name after the import.
    """
    found, native, became = [], _native_authorities(content), Counter(chosen.receivers.values())
    for role in native_roles.named(content):
        receiver = chosen.receivers.get(role)
        itself, alone = receiver == ("user", role), receiver is not None and became[receiver] == 1
        snapshot = basis.snapshot if itself and alone else after
        own = itself and ((alone and role in basis.made) or role in chosen.super_users)
        decided = own or role in chosen.accepted
        if decided or role in content.super_user_roles or role not in snapshot.users:
            continue
        names = {role, *(pattern for pattern, _ in native if content.wildcards and matches(pattern, role))}
        if more := list(_surplus(snapshot, role, native, names, now)):
            holds = "; ".join(more[:_SHOWN]) + (" …" if len(more) > _SHOWN else "")
            found.append(StrongerAccount(role, receiver and receiver[1], holds))
    return found


@dataclass(frozen=True)
class NewCredentials:
    """A role whose clients need other credentials, as it is not called so here. `user`: whom it became; None: a shared
    role, or nobody."""

    role: str
    user: str | None
    why: Sentence


def new_credentials(content: ClusterContent, chosen: Targets) -> list[NewCredentials]:
    """Who must change credentials: roles of another name, and those that cannot keep theirs. Not who is left out."""
    found = []
    for role in native_roles.named(content):
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
        message = f"{len(found)} native roles are called like accounts here that hold more: see the report. Old "
        message += "credentials would get that; accept_stronger in the mapping accepts it (docs/operators/migrate.md)."
        raise Conflict(message, code="stronger_account", count=len(found))


def _native_authorities(content: ClusterContent) -> _Native:
    found: defaultdict[tuple[str, Place], frozenset[int]] = defaultdict(frozenset)
    for grant in native_roles.grants(content):
        found[grant.role, grant.place] |= native_roles.authorities_of(grant, manages=True)[0]
    return found


def _surplus(snapshot: Snapshot, name: str, native: _Native, names: Collection[str], now: int) -> Iterator[str]:
    """What the account holds and roles of these names do not, a text for each place. Limits and status count for
    nothing: both may be lifted."""

    def held_natively(place: Place) -> set[int]:
        return {number for native_role in names for number in native.get((native_role, place), ())}

    for role in snapshot.users[name].roles:
        for place, grants in snapshot.by_role.get(role, {}).items():
            lasting = [usable for grant, usable in grants if grant.valid_until is None or now < grant.valid_until]
            numbers = sorted(set(chain.from_iterable(lasting)))
            beyond = [
                str(number)
                for number in numbers
                if not native_roles.is_held(number, place, snapshot.cluster, held_natively)
            ]
            if beyond:
                yield f"{', '.join(beyond)} on {'everything' if place[0] == ResourceType.ROOT else place[1]}"
