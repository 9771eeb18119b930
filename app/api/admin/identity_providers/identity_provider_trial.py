"""The route that tests an identity provider and changes nothing."""

from fastapi import Depends, Request
from pydantic import Field

from app.api.app_state import Connected
from app.api.guard import SignedInToWait
from app.api.paging import ApiModel, Id, WholeList
from app.api.routing import Router, refuse_body
from app.platform.clock import now_ms
from app.platform.errors import NotAllowed
from app.providers import configuration, trials

router = Router(prefix="/identity-providers", tags=["identity providers"])


class Step(ApiModel):
    """A part of the test."""

    step: trials.StepName
    ok: bool
    reason: str | None = Field(description="Stable code.")
    explanation: str | None


class Tested(WholeList[Step]):
    """The steps that were done, in order; none after one that failed."""


@router.post("/{provider_id}/test", summary="Test a provider", dependencies=[Depends(refuse_body)])
def test_provider(request: Request, caller: SignedInToWait, provider_id: Id, database: Connected) -> Tested:
    """Asks the provider now: what it says of itself, its keys, its clock. Signs nobody in."""
    if not caller.is_administrator:
        raise NotAllowed("Only administrators of the center may do this.", reason="NO_GRANT")
    with database.reading() as session:
        issuer = configuration.find(session, provider_id).issuer
    steps = trials.steps(request.app.state.providers, issuer, now_ms())
    return Tested(items=[Step.of(step) for step in steps])
