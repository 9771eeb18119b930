"""Cuts needs into pieces of time in which the same grants cover them."""

import random
from collections.abc import Iterable, Iterator
from itertools import pairwise

from benchmarks.estate.model import Grant, Need, Use
from benchmarks.estate.operations import OPERATIONS
from benchmarks.estate.size import DAY

_HOUR = 3_600_000
_OPENS, _CLOSES = 8 * _HOUR, 18 * _HOUR
_THURSDAY = 3  # 1970-01-01, counted from Monday
_SHORTEST = 60_000

Period = tuple[Grant, int, int]


def uses(needs: Iterable[Need], chance: random.Random, tries: float) -> Iterator[Use]:
    """The needs, cut where the covering grants change; needs that nothing covers only with the probability `tries`."""
    for need in needs:
        periods = list(_periods(need))
        cuts = sorted({need.begin, need.end, *(t for _, *both in periods for t in both if need.begin < t < need.end)})
        first = True
        for begin, end in pairwise(cuts):
            covering = [grant for grant, since, until in periods if since <= begin and end <= until]
            sure = moment(need, begin, end, chance) if end - begin >= _SHORTEST else None
            if sure is not None and (covering or chance.random() < tries):
                yield Use(need, in_order(covering), begin, end, sure, first)
                first = False


def in_order(grants: Iterable[Grant]) -> tuple[Grant, ...]:
    """The most specific first, then the lowest id. The first one decides."""
    return tuple(sorted(grants, key=lambda grant: (-grant.type, grant.id)))


def moment(need: Need, begin: int, end: int, chance: random.Random) -> int | None:
    """A time from `begin` to `end` at which the user is at work; None if there is none."""
    if not need.user.office:
        return chance.randrange(begin, end)
    days = list(range(begin // DAY, end // DAY + 1))
    for day in chance.sample(days, min(len(days), 8)):
        since, until = max(begin, day * DAY + _OPENS), min(end, day * DAY + _CLOSES)
        if since < until and (day + _THURSDAY) % 7 < 5:
            return chance.randrange(since, until)
    return None


def at_work(need: Need, time: int) -> bool:
    """Whether the user is at work at that time."""
    return not need.user.office or (_OPENS <= time % DAY < _CLOSES and (time // DAY + _THURSDAY) % 7 < 5)


def _periods(need: Need) -> Iterator[Period]:
    """Every grant that ever covers the need, with its period. A main account owns its tenant all the time."""
    operation, above = OPERATIONS[need.op], need.place.above()
    for role in need.user.roles:
        grants = [grant for key in above for grant in role.grants.get(key, ())]
        for grant in grants:
            if any(map(operation.allowed_by, grant.authorities)):
                yield from _common(need, grant)


def _common(need: Need, grant: Grant) -> Iterator[Period]:
    far = need.end
    for user, since, until in grant.role.members:
        if user is need.user:
            begin = max(grant.begin, since)
            end = min(grant.end or far, until or far, grant.valid_until or far)
            if begin < end:
                yield grant, begin, end
