"""Users, sub-accounts, their personal roles and the roles they share."""

import random

from benchmarks.estate.model import Place, Role, User
from benchmarks.estate.size import DAY, Size

_KINDS = ("service", "etl", "api", "batch", "ana", "li.wei", "job")
_UNUSUAL = ("订单分析", 'say "cheese"', "=1+1", "<b>ops</b>", "a|b", "O'Neil & Sons")


def people(size: Size, chance: random.Random, tenants: list[Place]) -> tuple[list[User], list[Role]]:
    """Users, the first ones owning one tenant each, and roles; the first roles are the personal ones in that order."""
    owners = [_owner(tenant) for tenant in tenants]
    users = [*owners, *(_user(size, chance, number, chance.choice(owners)) for number in range(size.users))]
    roles = [Role(number, user.name, user.begin) for number, user in enumerate(users, 1)]
    for user, role in zip(users, roles, strict=True):
        _join(role, user, user.begin, None)
    shared = [_shared(size, chance, len(roles) + number, users) for number in range(1, size.shared_roles + 1)]
    return users, [*roles, *shared]


def _owner(tenant: Place) -> User:
    return User(f"{tenant.path}-owner", tenant.begin - 60_000, cluster=tenant.cluster, tenant=tenant.path,
                ip=f"10.9.0.{len(tenant.path)}", office=True)  # fmt: skip


def _user(size: Size, chance: random.Random, number: int, owner: User) -> User:
    kind = _KINDS[number % len(_KINDS)]
    fate = chance.random()
    return User(
        f"{kind}-{number}",
        size.begin - chance.randrange(60, 380) * DAY - chance.randrange(DAY),
        main=owner if chance.random() < 0.25 else None,
        office=kind in ("ana", "li.wei"),
        enabled=fate >= 0.03,
        active=fate >= 0.12,
        cluster=owner.cluster,
        tenant=owner.tenant,
        ip=f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
    )


def _shared(size: Size, chance: random.Random, number: int, users: list[User]) -> Role:
    cluster = chance.choice([user.cluster for user in users])
    # A sub-account keeps to the tenant of its main account, so it is in no role that others share.
    candidates = [user for user in users if user.cluster == cluster and user.main is None]
    unusual = chance.random() < 0.2
    role = Role(number, f"{chance.choice(_UNUSUAL)} {number}" if unusual else f"team-{number}", size.begin - 390 * DAY)
    for user in chance.sample(candidates, min(len(candidates), chance.randint(2, 6))):
        since, until = user.begin + 1000, None
        fate = chance.random()
        if fate < 0.05:
            since = chance.randrange(size.begin, size.end - DAY)
        elif fate < 0.1:
            until = chance.randrange(size.begin + DAY, size.end)
        _join(role, user, since, until)
    return role


def _join(role: Role, user: User, since: int, until: int | None) -> None:
    role.members.append((user, since, until))
    user.roles.append(role)
