"""Replays uses after changes: which of them would have been denied."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from spark_audit.suggest.denials import Denials
from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.suggestion import Suggestion


@dataclass
class ReplayResult:
    """Number of uses, number of those that would have been denied, and their users."""

    uses: int = 0
    denied: int = 0
    users: set[str] = field(default_factory=set)

    def share(self) -> float:
        """`denied` / `uses`; 0 without uses."""
        return round(self.denied / self.uses, 9) if self.uses else 0.0


def replay(later: Facts, changes: Iterable[Suggestion]) -> dict[str, ReplayResult]:
    """Suggestion id → result, and under `all` the result of all suggestions at once.

    For one suggestion, only the uses count for which its grant may matter: those that it covered, and those of
    sub-accounts that needed it as a grant of their main account. A use by a sub-account is denied if no right that is
    enough is left to both.
    """
    made = list(changes)
    together = {change.grant.id: change for change in made}
    denials = Denials(later, together)
    found = {"all": _count(later.uses, denials.among(denials.concerned, together))}
    concerned = denials.by_grant()
    for change in made:
        mine = concerned.get(change.grant.id, [])
        found[change.id] = _count(mine, denials.among(mine, {change.grant.id: change}))
    return found


def _count(uses: Iterable[Use], denied: Collection[Use]) -> ReplayResult:
    return ReplayResult(sum(use.n for use in uses), sum(use.n for use in denied), {use.user for use in denied})
