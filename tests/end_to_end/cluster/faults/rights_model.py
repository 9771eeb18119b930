"""Which answers of brokers are possible: a broker may have any state of the rights since the last confirmed one."""

from dataclasses import dataclass, field

from tests.end_to_end.cluster.company import Topic
from tests.end_to_end.cluster.questions import Right


@dataclass(frozen=True)
class Question:
    """Whether a user may do something on a topic."""

    user: str
    right: Right
    topic: Topic


@dataclass
class RightsModel:
    """The states since the last confirmed one, the newest last. A state is the set of allowed questions."""

    states: list[frozenset[Question]] = field(default_factory=lambda: [frozenset()])
    may_deny: bool = False
    """Whether some broker may be without rights that it trusts: then a denial is always possible."""

    @property
    def newest(self) -> frozenset[Question]:
        """The state in the center."""
        return self.states[-1]

    def allow(self, question: Question) -> None:
        """Note a grant in the center, which brokers may not know yet."""
        self.states.append(self.newest | {question})

    def take_away(self, question: Question) -> None:
        """Note a revocation in the center, which brokers may not know yet."""
        self.states.append(self.newest - {question})

    def confirm_newest(self) -> None:
        """Note that every broker has the newest state."""
        self.states = [self.newest]
        self.may_deny = False

    def went_back_to(self, state: frozenset[Question]) -> None:
        """Note that the center was restored to `state`: brokers have an earlier state, or this one."""
        self.states.append(state)

    def refutes(self, question: Question, answer: bool) -> bool:
        """Whether this answer is wrong by every possible state."""
        if answer:
            return all(question not in state for state in self.states)
        return not self.may_deny and all(question in state for state in self.states)
