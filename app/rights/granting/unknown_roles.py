"""Roles that pulsar-admin or Terraform name in a grant and that no account has."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.audit.trail.models import TrailEntry
from app.identity import users
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.platform.errors import Conflict, NotFound
from app.resources.models import Cluster
from app.rights.granting.giver_rights import Giver


def user_named(
    session: Session, actor: str, giver: Giver, cluster: Cluster, name: str, accounts_max: int | None
) -> User:
    """The user of this name. Where the cluster's setting says so, and for a giver who decides about grants there, a
    new service user without credential, made as `actor`, who makes so many at most; whatever refuses the grant later
    undoes it.

    Raises NotFound `role_has_no_account`, InvalidInput `invalid_name`, `reserved_name`, Conflict
    `too_many_sub_accounts`.
    """
    user = users.by_name(session, name)
    if user is not None:
        return user
    giver.require_visible()
    if not (cluster.unknown_roles_become_users and giver.administers()):
        raise NotFound(
            f"The user center knows no user {name}. Make the account there first, for a program a service user "
            f"(usercenter users create {name} --kind service), and grant again.",
            code="role_has_no_account",
        )
    users.refuse_service_name(name)
    if accounts_max is not None and _made_by(session, actor) >= accounts_max:
        raise Conflict(
            f"{giver.user.username} has named {accounts_max} roles that had no account: have those deleted that are "
            "not needed.",
            code="too_many_sub_accounts",
        )
    return lifecycle.create(session, actor, name, "service", named_by_grant_on=cluster.name)


def _made_by(session: Session, actor: str) -> int:
    """How many accounts that are still there were made by grants of this actor."""
    made = select(TrailEntry.entity_key).where(TrailEntry.actor == actor, TrailEntry.action == "user.create")
    left = select(func.count()).where(User.named_by_grant_on.is_not(None), User.username.in_(made))
    return session.scalar(left) or 0
