"""The cost of a whole grant: a price per authority and place, and the risk of every leaf not used through it."""

from spark_audit.suggest.atoms import atoms
from spark_audit.suggest.facts import Facts
from spark_audit.suggest.prices import Prices
from spark_audit.suggest.resource_paths import Path
from spark_audit.suggest.rights import Atom
from spark_audit.suggest.rules import kind_of


class Pricing:
    """Costs of standing grants, each computed once."""

    def __init__(self, facts: Facts, prices: Prices) -> None:
        """Nothing is computed yet."""
        self._facts, self._prices = facts, prices
        self._known: dict[int, float] = {}

    def of_grant(self, number: int) -> float:
        """The cost of all its authorities on all its places."""
        if number not in self._known:
            used = {use.path for use in self._facts.uses_of.get(number, ())}
            self._known[number] = sum(self._of(atom, used) for atom in atoms(self._facts.grants[number]))
        return self._known[number]

    def _of(self, atom: Atom, used: set[Path]) -> float:
        kind, resources = kind_of(atom.authority), self._facts.resources
        below = {path for path in used if len(path) == kind.depth and atom.place.reaches(path)}
        unused = resources.leaves(atom.place, kind.depth) - len(below & resources.living)
        return self._prices.grant + self._prices.risk[kind.right] * unused
