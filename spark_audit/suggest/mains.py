"""The rights that main accounts need for their sub-accounts. No event names these.

A sub-account is allowed only what its main account is allowed too. Where several rights are enough, it needs one that
both have; each right that both have counts as needed by the main account.
"""

from collections.abc import Iterator
from dataclasses import replace

from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.ways import Ways


def with_mains(facts: Facts) -> Facts:
    """The facts, with uses by the main account added for each use by a sub-account."""
    ways = Ways(facts)
    return replace(facts, uses=(*facts.uses, *(need for use in facts.uses for need in _needs(facts, ways, use))))


def _needs(facts: Facts, ways: Ways, use: Use) -> Iterator[Use]:
    main = facts.mains.get(use.user)
    if main is None:
        return
    behind = {group for way in ways.of(use, main) for group in way.groups[1:]}
    for grants in sorted(behind, key=sorted):
        yield replace(use, user=main, grants=grants, seen=use)
