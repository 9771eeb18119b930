"""Roles that pulsar-admin or Terraform name in a grant and that no account has."""

from sqlalchemy.orm import Session

from app.identity import users
from app.identity.accounts import lifecycle
from app.identity.models import User
from app.platform.errors import NotFound
from app.resources.models import Cluster
from app.rights.granting.giver_rights import Giver


def user_named(session: Session, actor: str, giver: Giver, cluster: Cluster, name: str) -> User:
    """The user of this name. Where the cluster's setting says so, and for a giver who decides about grants there, a
    new service user without credential, made as `actor`; whatever refuses the grant later undoes it.

    Raises NotFound `role_has_no_account`, InvalidInput `invalid_name`, `reserved_name`.
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
    return lifecycle.create(session, actor, name, "service", named_by_grant_on=cluster.name)
