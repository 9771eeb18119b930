"""What uses say of a grant, by the definitions of docs/audit.md: for the past, of which no table tells."""

from collections.abc import Callable

from spark_audit.suggest.facts import Facts


def proven(facts: Facts, unproven: Callable[[int], bool]) -> dict[int, str]:
    """`unused`, `redundant` or `essential`, for every standing grant of which something is proven.

    One sole use makes a grant essential; the other two need a log that is complete and long enough.
    """
    judged = {grant: _status(facts, grant) for grant in sorted(facts.grants)}
    return {grant: status for grant, status in judged.items() if not unproven(grant)}


def _status(facts: Facts, grant: int) -> str:
    uses = [use for use in facts.uses_of.get(grant, ()) if use.n]
    if not uses:
        return "unused"
    return "essential" if any(len(use.grants) == 1 for use in uses) else "redundant"
