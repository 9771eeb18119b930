"""Random changes of users, their credentials, groups and roles."""

from app.grants import roles
from app.grants.models import Role, UserRole
from app.identity import client_secrets, credentials, groups, users
from app.identity.accounts import lifecycle
from app.identity.models import ClientSecret, ServiceGroup, User
from app.resources import clusters, subscription_rules
from app.tokens import api_tokens
from app.tokens.models import ApiToken
from tests.brokers.chance import ACTOR, NOW, Chance


def add_user(draw: Chance) -> None:
    main = draw.any(User) if draw.rng.random() < 0.4 else None
    group = draw.any(ServiceGroup)
    kind = draw.rng.choice(["person", "service"])
    parent, of = main.id if main else None, group.id if group else None
    lifecycle.create(draw.session, ACTOR, draw.name("user", 9), kind, parent_id=parent, group_id=of)  # type: ignore[arg-type]


def change_user(draw: Chance) -> None:
    if user := draw.any(User):
        status = draw.rng.choice(["active", "disabled", "locked"])
        users.change(
            draw.session, ACTOR, user, status=status, nick=draw.name("nick"), remark=draw.rng.choice([None, "雪"])
        )


def unlock(draw: Chance) -> None:
    if user := draw.any(User):
        users.unlock(draw.session, ACTOR, user)


def set_password(draw: Chance) -> None:
    if user := draw.any(User, User.kind == "person"):
        if draw.rng.random() < 0.5:
            credentials.give_initial_secret(draw.session, draw.settings, ACTOR, user, NOW)
        else:
            credentials.change_password(draw.session, user, "hash")


def add_secret(draw: Chance) -> None:
    if user := draw.any(User, User.kind == "service"):
        client_secrets.create(draw.session, ACTOR, user)


def remove_secret(draw: Chance) -> None:
    if secret := draw.any(ClientSecret):
        client_secrets.remove(draw.session, ACTOR, draw.session.get_one(User, secret.user_id), secret.id)


def add_token(draw: Chance) -> None:
    if user := draw.any(User):
        api_tokens.create(draw.session, draw.settings, ACTOR, user, name=draw.name("token"), days=1, audiences=[])


def revoke_token(draw: Chance) -> None:
    if token := draw.any(ApiToken):
        api_tokens.revoke(draw.session, ACTOR, draw.session.get_one(User, token.user_id), token.id)


def remove_user(draw: Chance) -> None:
    if user := draw.any(User):
        remove_wholly(draw, user)


def remove_wholly(draw: Chance, user: User) -> None:
    clusters.refuse_needed(draw.session, user)
    api_tokens.remove_all(draw.session, ACTOR, user)
    subscription_rules.forget_user(draw.session, ACTOR, user)
    lifecycle.remove(draw.session, ACTOR, user)


def add_group(draw: Chance) -> None:
    groups.create(draw.session, ACTOR, draw.name("group"))


def change_group(draw: Chance) -> None:
    if group := draw.any(ServiceGroup):
        groups.change(draw.session, ACTOR, group, name=draw.name("group"), remark=draw.name("remark"))


def remove_group(draw: Chance) -> None:
    if group := draw.any(ServiceGroup):
        groups.remove(draw.session, ACTOR, group)


def add_role(draw: Chance) -> None:
    roles.create(draw.session, ACTOR, draw.name("role"))


def rename_role(draw: Chance) -> None:
    if role := draw.any(Role, Role.personal_of.is_(None)):
        roles.change(draw.session, ACTOR, role, name=draw.name("role"), remark=None)


def remove_role(draw: Chance) -> None:
    if role := draw.any(Role, Role.personal_of.is_(None)):
        roles.remove(draw.session, ACTOR, role, cascade=True)


def join(draw: Chance) -> None:
    role, user = draw.any(Role, Role.personal_of.is_(None)), draw.any(User)
    if role and user:
        roles.join(draw.session, ACTOR, role.id, user.id)


def leave(draw: Chance) -> None:
    if member := draw.any(UserRole):
        roles.leave(draw.session, ACTOR, member.role_id, member.user_id)
