"""Sub-accounts can do only what their main account can: its rights are needed too, although no event names them."""

from collections.abc import Iterator
from dataclasses import replace

from spark_audit.suggest.facts import Facts, Use
from spark_audit.suggest.rules import covers


def with_mains(facts: Facts) -> Facts:
    """The facts with a derived use by the main account for each use by a sub-account."""
    return replace(facts, uses=(*facts.uses, *(need for use in facts.uses for need in _needs(facts, use))))


def _needs(facts: Facts, use: Use) -> Iterator[Use]:
    main = facts.mains.get(use.user)
    if main is None:
        return
    held = facts.held_by.get(main, ())
    found = frozenset(grant.id for grant in held for place in grant.places for authority in grant.authorities
                      if covers(facts.rules, authority, place, use.op, use.path))  # fmt: skip
    if found:
        yield replace(use, user=main, grants=found, seen=use)
    elif facts.rules.allowing(use.op, use.path) is None:
        # Nobody knows which of them counts: none may go.
        yield from (replace(use, user=main, grants=frozenset({grant.id}), seen=use) for grant in held)
