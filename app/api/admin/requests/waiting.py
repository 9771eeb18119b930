"""How much waits for the caller: requests, accounts, rights that are to be removed soon, notices. The menu shows it."""

from sqlalchemy import and_, or_

from app.api.admin.audit import readable_results
from app.api.callers import Caller
from app.api.paging import ApiModel
from app.desired_state.remediation import planning
from app.desired_state.remediation.models import Remediation
from app.platform.clock import now_ms
from app.platform.database import row_count
from app.rights.requests import access_requests, deciders, key_destructions, notices, registration
from app.rights.requests.models import AccessRequest, KeyDestruction, Registration

SOON_MS = 7 * planning.DAY_MS
"""What happens within a week is soon."""


class Inbox(ApiModel):
    """`requests`: for rights, that the caller may decide. `accounts`: requests for accounts; administrators decide.
    `removals`: remediations that wait for a second person, or whose notice period ends within a week. `destructions`:
    of versions of encryption keys, that the caller was told to confirm. `notices`: the unread ones."""

    requests: int
    accounts: int
    removals: int
    destructions: int
    notices: int


def for_caller(caller: Caller) -> Inbox:
    """The numbers now."""
    session, now = caller.session, now_ms()
    to_decide = access_requests.matching(deciders.to_decide(session, caller.user, now))
    accounts = registration.in_state(registration.OPEN, now)
    ends_soon = and_(Remediation.state == planning.ANNOUNCED, Remediation.due <= now + SOON_MS)
    waits = or_(Remediation.state == planning.PROPOSED, ends_soon)
    removals = readable_results.remediations(caller, deciding=True).where(waits)
    return Inbox(
        requests=row_count(session, to_decide, AccessRequest.id),
        accounts=row_count(session, accounts, Registration.id) if caller.is_administrator else 0,
        removals=row_count(session, removals, Remediation.id),
        destructions=row_count(session, key_destructions.to_confirm(caller.user, now), KeyDestruction.version),
        notices=notices.unread(session, caller.user_id),
    )
