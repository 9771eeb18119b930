"""Names of the users that serve a cluster: one for the center, one for its brokers themselves."""

from sqlalchemy.orm import Session

from app.identity.models import User
from app.resources.models import Cluster


def center_username(name: str) -> str:
    """The service user whose tokens the center uses to call the cluster."""
    return f"center.{name}"


def broker_username(name: str) -> str:
    """The service user as which the cluster's brokers sign in."""
    return f"broker.{name}"


def admin_username(session: Session, cluster: Cluster) -> str:
    """The user whose token provisioning uses."""
    user = session.get(User, cluster.admin_user) if cluster.admin_user is not None else None
    return user.username if user else center_username(cluster.name)
