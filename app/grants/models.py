"""Tables of rights: authorities, roles, membership, grants."""

from typing import TypedDict

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.access.limits import Limits
from app.grants import grant_limits
from app.grants.networks.models import NetworkColumn
from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, TextList, exact_string


class StoredAuthority(Base):
    """An authority of the dictionary, as a migration wrote it."""

    __tablename__ = "sys_authority"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    desc: Mapped[str] = mapped_column(String(256))
    add_time: Mapped[int] = mapped_column(BIGINT)
    remark: Mapped[str | None] = mapped_column(String(256))


class Role(IdColumn, Base):
    """Rights belong to roles. A personal role is kept by the system and has the name of its user."""

    __tablename__ = "sys_role"

    role_name: Mapped[str] = mapped_column(exact_string(128), unique=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT, index=True)
    remark: Mapped[str | None] = mapped_column(String(256))
    personal_of: Mapped[int | None] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"), unique=True)


class UserRole(Base):
    """A user is in a role."""

    __tablename__ = "sys_user_role_map"

    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id"), primary_key=True)
    role_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_role.id"), primary_key=True, index=True)
    add_time: Mapped[int] = mapped_column(BIGINT)
    remark: Mapped[str | None] = mapped_column(String(256))


class LimitColumns(NetworkColumn):
    """Columns of what is limited beside its window (decisions 0075 and 0079)."""

    name_prefix: Mapped[str | None] = mapped_column(exact_string(255))
    """Only names directly below the place that begin so. Null: the place and all below."""
    subscriptions: Mapped[tuple[str, ...] | None] = mapped_column(TextList())
    """Only these subscriptions. Null: all."""

    @property
    def limits(self) -> Limits | None:
        """The same for the decision; None: not limited."""
        return grant_limits.read(self.name_prefix, self.subscriptions, self.cidrs)

    @property
    def written_limits(self) -> Limits | None:
        """The same as it was written, with names of lists of networks; None: not limited."""
        return grant_limits.read(self.name_prefix, self.subscriptions, self.networks)


class Terms(TypedDict, total=False):
    """The plain columns of a grant that whoever gives it chooses. A new one is named here, and passed on by all that
    give, change, take away or restore grants. Times are epoch ms."""

    valid_from: int | None
    valid_until: int | None
    remark: str | None


class Grant(IdColumn, LimitColumns, Base):
    """A role's authorities on a resource. res_type 0 with res_id 0 is the root above all clusters."""

    __tablename__ = "sys_role_res"
    __table_args__ = (
        Index("ix_sys_role_res_resource", "res_type", "res_id"),
        Index("ix_sys_role_res_role_place", "role_id", "res_type", "res_id"),
        NEVER_REUSE_IDS,
    )

    role_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_role.id"))
    res_type: Mapped[int]
    res_id: Mapped[int] = mapped_column(BIGINT)
    authorities: Mapped[str] = mapped_column(String(128))
    """Comma-separated authority ids, ascending, each once."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    remark: Mapped[str | None] = mapped_column(String(256))
    update_time: Mapped[int] = mapped_column(BIGINT, index=True)
    valid_from: Mapped[int | None] = mapped_column(BIGINT)
    valid_until: Mapped[int | None] = mapped_column(BIGINT, index=True)
    granted_by: Mapped[str] = mapped_column(exact_string(256))
    """Name of the user who granted it; of the system's own grants the actor in the audit log."""
    granted_by_id: Mapped[int | None] = mapped_column(BIGINT, index=True)
    """Id of the user who may see and revoke it. Null for grants of the system and for those of a new resource's owner.

    No foreign key: the grants of a deleted user can still be found by it, and the id is never used again.
    """

    def authority_ids(self) -> list[int]:
        """The authorities as numbers."""
        return [int(text) for text in self.authorities.split(",") if text]
