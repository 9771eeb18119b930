"""What a credential that is limited to networks may pass on: rights within these networks, and nothing wider.

Otherwise a thief of such a token could give its own account rights that work from anywhere
(docs/operators/networks.md).
"""

from sqlalchemy.orm import Session

from app.access.limits import Limits
from app.access.network_limits import cover
from app.platform.errors import NotAllowed

_NETWORKS = "networks_of_credential"


def note(session: Session, networks: tuple[str, ...] | None) -> None:
    """Note to which networks the credential is limited that makes the changes of this session; None: it is not
    limited."""
    session.info[_NETWORKS] = networks


def refuse(session: Session) -> None:
    """Raises NotAllowed `limited_token` when the credential is limited to networks: for what would outlive the
    limit."""
    if session.info.get(_NETWORKS) is not None:
        raise NotAllowed(
            "This token is limited to networks: it makes no credentials and widens no networks.", code="limited_token"
        )


def pass_on(session: Session, to: Session) -> None:
    """Note the same credential for the changes of another session, as in a trial. It must have been noted."""
    note(to, session.info[_NETWORKS])


def refuse_beyond(session: Session, limits: Limits | None) -> None:
    """Raises NotAllowed `limited_token` for a right that would count outside the networks of the credential."""
    if not cover(session.info.get(_NETWORKS), None if limits is None else limits.networks):
        raise NotAllowed(
            "Your token is limited to networks: what it gives is limited to these networks, or to parts of them.",
            code="limited_token",
        )
