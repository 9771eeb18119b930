"""One difference between file and center: a sentence for people and a step for the engine. Pure."""

from dataclasses import dataclass
from typing import Literal

from app.desired_state.engine.steps import MOST_STATEMENTS, ResourceStep, Step, count_that_fit
from app.desired_state.policy_file.problems import Path
from app.platform.errors import InvalidInput

Action = Literal["create", "change", "delete"]
MOST = MOST_STATEMENTS
"""How much of a plan is applied at once, as no other writer gets in meanwhile (decision 0059)."""
Kind = Literal["group", "user", "role", "member", "tenant", "namespace", "topic", "subscription", "grant"]


@dataclass(frozen=True)
class Change:
    """One line of a plan. `path`: where the file says so; empty for what the file does not name."""

    action: Action
    kind: Kind
    name: str
    sentence: str
    step: Step
    path: Path = ()


@dataclass(frozen=True)
class Plan:
    """All changes, in order. `kept`: sentences about users that stay although the file does not name them."""

    revision: int
    changes: tuple[Change, ...]
    kept: tuple[str, ...] = ()

    @property
    def loses_data(self) -> list[str]:
        """Full names of the resources that will be deleted."""
        return [change.name for change in self.changes if isinstance(change.step, ResourceStep) and change.step.delete]

    def count_that_fit(self) -> int:
        """How many changes, from the first, fit into one transaction: at least one."""
        return count_that_fit((change.step for change in self.changes), MOST)

    def refuse_too_much(self) -> None:
        """Raises InvalidInput `too_many_changes`, with the number that fits, when it is more."""
        if (fits := self.count_that_fit()) < len(self.changes):
            raise InvalidInput(
                f"These are {len(self.changes)} changes, and the first {fits} of them can be made at once. Apply the "
                "file in parts: with in_parts=true until nothing remains, which `usercenter apply` does by itself; or "
                "apply files with less in them.",
                code="too_many_changes",
                changes=len(self.changes),
                most=fits,
            )
