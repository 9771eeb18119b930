"""What a grant consists of: its authorities on its places."""

from collections.abc import Iterable

from spark_audit.suggest.facts import Grant
from spark_audit.suggest.place import Place
from spark_audit.suggest.rights import Atom
from spark_audit.suggest.rules import Kind, kind_of


def atoms(grant: Grant) -> list[Atom]:
    """Each authority of a grant on each of its places."""
    limits = grant.subscriptions, grant.networks
    return [Atom(authority, place, *limits) for place in grant.places for authority in grant.authorities]


def kind(atom: Atom) -> Kind:
    """The kind of its authority, for its subscriptions, from its networks."""
    return kind_of(atom.authority, atom.subscriptions, atom.networks)


def kinds(held: Iterable[Atom]) -> set[tuple[Kind, Place]]:
    """The atoms with the kind instead of the authority, so that equal meanings are equal."""
    return {(kind(atom), atom.place) for atom in held}
