"""Sub-accounts can do only what their main account can: its rights are needed too, although no event names them.

Where several rights would do, one lets a sub-account in that both have: each such right stays with the main account.
"""

from collections.abc import Iterator
from dataclasses import replace

from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.ways import Ways


def with_mains(facts: Facts) -> Facts:
    """The facts with derived uses by the main account for each use by a sub-account."""
    ways = Ways(facts)
    return replace(facts, uses=(*facts.uses, *(need for use in facts.uses for need in _needs(facts, ways, use))))


def _needs(facts: Facts, ways: Ways, use: Use) -> Iterator[Use]:
    main = facts.mains.get(use.user)
    if main is None:
        return
    behind = {group for way in ways.of(use, main) for group in way.groups[1:]}
    for grants in sorted(behind, key=sorted):
        yield replace(use, user=main, grants=grants, seen=use)
