"""Whether every broker knows the limit of a token to networks. One that does not would let the token in from anywhere.

Of grants and users brokers are told so that who does not know limits denies (decisions 0075 and 0079); a token is
signed, and an older plugin reads it as one without limits.

Every cluster is asked, also brokers that left: whichever takes the token has nothing to ask here first. Rules about
subscriptions come with a snapshot, so `rule_support` asks their own clusters only, and no broker that has left: when it
comes back it gets rights that an older plugin refuses.
"""

from sqlalchemy.orm import Session

from app.brokers import broker_states
from app.platform.errors import Conflict
from app.platform.settings import Settings

_LIMIT = "networks"
_MAY_SERVE = ("live", "vanished", "left")


def refuse_unknown(session: Session, settings: Settings, now: int) -> None:
    """Raises Conflict `limit_unknown_to_brokers` with the names of some brokers that may still serve and do not say
    that they know the limit."""
    states = broker_states.brokers_everywhere(session, now, settings.heartbeat_seconds)
    older = sorted(
        broker.row.broker
        for brokers in states.values()
        for broker in brokers
        if broker.state in _MAY_SERVE and _LIMIT not in broker.row.limits.split(",")
    )
    if older:
        raise Conflict(
            f"{len(older)} brokers do not know tokens that are limited to networks: upgrade their plugin first.",
            code="limit_unknown_to_brokers",
            brokers=older[:20],
        )
