"""Would a use have been denied after a change? And what a change made from the past would have done since."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from spark_audit.suggest.denials import Denials
from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.suggestion import Suggestion


@dataclass
class Replayed:
    """Uses of the later time (counted by how often), those that would have been denied, and by whom."""

    uses: int = 0
    denied: int = 0
    users: set[str] = field(default_factory=set)

    def share(self) -> float:
        """Denied of all; 0 where nothing was used."""
        return round(self.denied / self.uses, 9) if self.uses else 0.0


def replay(later: Facts, changes: Iterable[Suggestion]) -> dict[str, Replayed]:
    """By suggestion id, and for all of them at once under `all`. The same as if each change had been made before.

    `uses` of one suggestion are those for which its grant may matter: that it covered, or those of a sub-account that
    it let in as a grant of the main account. Such a use is denied where no right is left that both have.
    """
    made = list(changes)
    together = {one.grant.id: one for one in made}
    denials = Denials(later, together)
    found = {"all": _count(later.uses, denials.among(denials.concerned, together))}
    concerned = denials.by_grant()
    for one in made:
        mine = concerned.get(one.grant.id, [])
        found[one.id] = _count(mine, denials.among(mine, {one.grant.id: one}))
    return found


def _count(uses: Iterable[Use], denied: Collection[Use]) -> Replayed:
    return Replayed(sum(use.n for use in uses), sum(use.n for use in denied), {use.user for use in denied})
