"""Sub-accounts can do only what their main account can: its rights are needed too, although no event names them.

Where several rights would do, one lets a sub-account in that both have: each such right stays with the main account.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from spark_audit.suggest.facts import Facts, Grant, Use
from spark_audit.suggest.rules import covers


def with_mains(facts: Facts) -> Facts:
    """The facts with derived uses by the main account for each use by a sub-account."""
    return replace(facts, uses=(*facts.uses, *(need for use in facts.uses for need in _needs(facts, use))))


def _needs(facts: Facts, use: Use) -> Iterator[Use]:
    main = facts.mains.get(use.user)
    if main is None:
        return
    held = facts.held_by.get(main, ())
    own = {one for grant in use.grants & facts.grants.keys() for one in facts.grants[grant].authorities}
    shared = [right for right in facts.rules.rights(use.op, use.path) if right.possible & own]
    found = {_covering(facts, held, use, right.possible) for right in shared} - {frozenset()}
    # What it was let in by may be gone since: then any right that the main account has may count.
    needed = found or {_covering(facts, held, use, facts.rules.allowing(use.op, use.path) or ())} - {frozenset()}
    if not needed and facts.rules.allowing(use.op, use.path) is None:
        # Nobody knows which of them counts: none may go.
        needed = {frozenset({grant.id}) for grant in held}
    for grants in sorted(needed, key=sorted):
        yield replace(use, user=main, grants=grants, seen=use)


def _covering(facts: Facts, held: Collection[Grant], use: Use, right: Collection[int]) -> frozenset[int]:
    """Those of the grants that allow it by one of the authorities of a right."""
    return frozenset(grant.id for grant in held for place in grant.places for authority in grant.authorities
                     if authority in right and covers(facts.rules, authority, place, use.op, use.path))  # fmt: skip
