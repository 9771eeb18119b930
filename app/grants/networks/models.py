"""The table of named networks, and the columns of what is limited to networks."""

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, Base, IdColumn, TextList, exact_string


class NetworkList(IdColumn, Base):
    """A named list of networks. Limits name it with an @ before the name."""

    __tablename__ = "sys_network"

    name: Mapped[str] = mapped_column(exact_string(64), unique=True)
    networks: Mapped[tuple[str, ...]] = mapped_column(TextList())
    """CIDR, sorted. An empty list lets nobody in."""
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT, index=True)
    remark: Mapped[str | None] = mapped_column(String(256))


class NetworkColumn:
    """Columns of what is limited to networks."""

    networks: Mapped[tuple[str, ...] | None] = mapped_column(TextList())
    """As written: CIDR, and names of lists with an @ before them. Null: not limited."""
    cidrs: Mapped[tuple[str, ...] | None] = mapped_column(TextList())
    """What that means now. Null only without a limit; an empty list lets nobody in."""
