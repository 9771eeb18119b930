"""What the brokers may answer: the states of the rights that they can be on, and what all of them say."""

from dataclasses import dataclass, field

from tests.end_to_end.cluster.company import Topic
from tests.end_to_end.cluster.questions import Right


@dataclass(frozen=True)
class Question:
    """May this user do that on the topic?"""

    user: str
    right: Right
    topic: Topic


@dataclass
class RightsModel:
    """States since the last one that was confirmed; the newest is the last. A state is what is allowed."""

    states: list[frozenset[Question]] = field(default_factory=lambda: [frozenset()])
    may_deny: bool = False
    """Whether some broker has no rights that it may trust: then a denial is never wrong."""

    @property
    def newest(self) -> frozenset[Question]:
        """As the center has it."""
        return self.states[-1]

    def allow(self, question: Question) -> None:
        """Granted in the center; whether a broker knows it is open."""
        self.states.append(self.newest | {question})

    def take_away(self, question: Question) -> None:
        """Revoked in the center; whether a broker knows it is open."""
        self.states.append(self.newest - {question})

    def confirmed(self) -> None:
        """Every broker is on the newest state."""
        self.states = [self.newest]
        self.may_deny = False

    def went_back_to(self, state: frozenset[Question]) -> None:
        """The center was restored: brokers are where they were, or follow."""
        self.states.append(state)

    def refutes(self, question: Question, answer: bool) -> bool:
        """Whether no broker can rightly answer so."""
        if answer:
            return all(question not in state for state in self.states)
        return not self.may_deny and all(question in state for state in self.states)
