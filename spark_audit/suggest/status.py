"""Status of grants at a moment in the past, for back-tests; the table GRANT_STATUS only knows the present."""

from collections.abc import Callable

from spark_audit.suggest.facts import Facts
from spark_audit.suggest.networks import counts_alone


def proven(facts: Facts, unproven: Callable[[int], bool]) -> dict[int, str]:
    """`unused`, `redundant` or `essential` for every standing grant that is not `unproven`.

    The definitions are in docs/audit.md.
    """
    judged = {grant: _status(facts, grant) for grant in sorted(facts.grants)}
    return {grant: status for grant, status in judged.items() if not unproven(grant)}


def _status(facts: Facts, grant: int) -> str:
    uses = [use for use in facts.uses_of.get(grant, ()) if use.n]
    if not uses:
        return "unused"
    return "essential" if any(counts_alone(grant, use.grants, facts.limited) for use in uses) else "redundant"
