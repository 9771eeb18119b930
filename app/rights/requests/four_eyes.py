"""Whose approval counts where it takes two (decision 0088): that of people.

One person could quickly make a service or a sub-account and approve twice.
"""

from app.identity.models import User
from app.platform.errors import NotAllowed


def counts(decider: User) -> bool:
    """True for a person with an account of its own, in a browser or with its own token."""
    return decider.kind == "person" and decider.parent is None


def refuse_others(decider: User) -> None:
    """Raises NotAllowed `person_needed`."""
    if not counts(decider):
        raise NotAllowed("It takes two people: a service or a sub-account is none.", code="person_needed")
