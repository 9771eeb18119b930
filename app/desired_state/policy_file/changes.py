"""One difference between file and center: a sentence for people and a step for the engine. Pure."""

from dataclasses import dataclass
from typing import Literal

from app.desired_state.engine.steps import ResourceStep, Step
from app.desired_state.policy_file.problems import Path

Action = Literal["create", "change", "delete"]
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
