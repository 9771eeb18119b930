"""The operations of the estate's users. A test compares the rights with app/access/operations.json."""

from dataclasses import dataclass

CREATE, DELETE, WRITE, READ, ADMINISTER, FUNCTIONS, SUBSCRIPTIONS, AUDIT, ONLY_FUNCTIONS = range(9)
_EXACT = (CREATE, DELETE)
SUPER_USER = 4


@dataclass(frozen=True, slots=True)
class Operation:
    """The fields of its events, and the rights that allow it."""

    question: str
    act: int
    kind: int
    rights: frozenset[int]
    level: int = 3

    def allowed_by(self, authority: int) -> bool:
        """Whether the authority, held on the place or above it, is enough."""
        right, level = authority % 100, authority // 100
        if authority == SUPER_USER:
            return True
        return right in self.rights and (level == self.level if right in _EXACT else level <= self.level)


OPERATIONS = {
    "PRODUCE": Operation("topic:PRODUCE", 3, 0, frozenset({WRITE})),
    "CONSUME": Operation("topic:CONSUME", 2, 0, frozenset({READ})),
    "UNLOAD": Operation("topic:UNLOAD", 3, 0, frozenset({ADMINISTER})),
    "CREATE_TOPIC": Operation("namespace:CREATE_TOPIC", 1, 0, frozenset({CREATE})),
    "LOOKUP": Operation("topic:LOOKUP", 2, 1, frozenset({WRITE, READ, ADMINISTER, SUBSCRIPTIONS, CREATE, DELETE})),
}
