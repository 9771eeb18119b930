"""Carries steps out with the functions that the API uses, in the caller's transaction and in order.

Every step is checked as if the user had requested it alone. For grants these are the rules of
`app.rights.granting.grant_changes`; who may administer or create was checked before.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import groupby
from typing import Any

from app.audit.trail import trail
from app.desired_state.engine.account_writer import AccountWriter
from app.desired_state.engine.mandate import Mandate
from app.desired_state.engine.place_rows import PlaceRows
from app.desired_state.engine.resource_writer import ResourceWriter
from app.desired_state.engine.rights_writer import RightsWriter
from app.desired_state.engine.steps import (
    ConsumeStep,
    CreationStep,
    GroupStep,
    MemberStep,
    ResourceStep,
    RightsStep,
    RoleStep,
    RuleStep,
    Step,
    UserStep,
)


def carry_out(mandate: Mandate, steps: Sequence[Step]) -> None:
    """Make the steps. Raises what the mandate's `on_refusal` raises."""
    with trail.together(mandate.session):
        rows = PlaceRows(mandate, steps)
        accounts, resources = AccountWriter(mandate), ResourceWriter(mandate, rows)
        single_makers: Mapping[type, Callable[[Any], None]] = {
            ConsumeStep: accounts.consume,
            GroupStep: accounts.group,
            UserStep: accounts.user,
            RoleStep: accounts.role,
            MemberStep: accounts.member,
            ResourceStep: resources.change,
            RuleStep: resources.rule,
        }
        batch_makers: Mapping[type, Callable[[Any], None]] = {
            CreationStep: resources.create,
            # One RightsWriter per run of neighbouring grant steps: what it caches is true until something else changes.
            RightsStep: lambda grants: RightsWriter(mandate, rows).make(grants),
        }
        for (kind, *_), neighbours in groupby(steps, _batch_key):
            if kind is not CreationStep:
                resources.set_modes()
            if kind in batch_makers:
                batch_makers[kind](list(neighbours))
                continue
            for step in neighbours:
                with mandate.attempt(step):
                    single_makers[kind](step)
        resources.set_modes()


def _batch_key(step: Step) -> tuple[Any, Hashable]:
    """Neighbours with the same key are made together where that takes fewer statements."""
    return type(step), step.place[0] if isinstance(step, CreationStep) else None
