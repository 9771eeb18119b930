"""Which grants a user has from another business: from somebody of another main account than its own."""

from collections.abc import Collection

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.access.vocabulary import SUPER_USER
from app.grants import held_places
from app.grants.models import Grant, UserRole
from app.identity.models import User

Gift = tuple[int, int]
"""(the user who has it, the user who gave it)"""


def of_another_main(session: Session, gifts: Collection[Gift]) -> set[Gift]:
    """Those between accounts of different main accounts. Whoever gives as an administrator of the center is no other
    business, and a deleted giver belongs to nobody. Two queries, none without gifts."""
    if not gifts:
        return set()
    main_of = _main_accounts(session, {account for gift in gifts for account in gift})
    other = {gift for gift in gifts if gift[1] in main_of and main_of[gift[0]] != main_of[gift[1]]}
    administrators = _administrators(session, {giver for _, giver in other})
    return {gift for gift in other if gift[1] not in administrators}


def _main_accounts(session: Session, accounts: set[int]) -> dict[int, int]:
    found = session.execute(select(User.id, User.parent).where(User.id.in_(accounts)))
    return {account: parent or account for account, parent in found}


def _administrators(session: Session, accounts: set[int]) -> set[int]:
    on_root = and_(Grant.res_type == int(ResourceType.ROOT), held_places.names_one_of([SUPER_USER]))
    query = select(UserRole.user_id).join(Grant, Grant.role_id == UserRole.role_id).where(on_root)
    return set(session.scalars(query.where(UserRole.user_id.in_(accounts))))
