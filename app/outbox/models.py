"""The table of e-mails that wait, were sent, or could not be."""

from sqlalchemy import Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.database import BIGINT, NEVER_REUSE_IDS, Base, exact_string

WAITING, SENT, DEAD = "waiting", "sent", "dead"


class Mail(Base):
    """An e-mail. It holds facts, not the text, and never a secret: a link is made when it is sent."""

    __tablename__ = "msg_mail"
    __table_args__ = (Index("ix_msg_mail_state_next_try", "state", "next_try"), NEVER_REUSE_IDS)

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    user_id: Mapped[int] = mapped_column(BIGINT, index=True)
    """0 while it is not known whether there is such a user (`reset`)."""
    address: Mapped[str] = mapped_column(String(254))
    language: Mapped[str | None] = mapped_column(exact_string(8))
    kind: Mapped[str] = mapped_column(exact_string(32))
    facts: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(exact_string(16), default=WAITING)
    """waiting, sent or dead"""
    attempts: Mapped[int] = mapped_column(default=0)
    """Begun attempts. Who raises it by a conditional UPDATE makes that attempt, and nobody else."""
    next_try: Mapped[int] = mapped_column(BIGINT)
    add_time: Mapped[int] = mapped_column(BIGINT)
    valid_until: Mapped[int] = mapped_column(BIGINT)
    """Later than this nobody wants it any more."""
    end_time: Mapped[int | None] = mapped_column(BIGINT)
    problem: Mapped[str | None] = mapped_column(String(256))
    """What the last attempt failed with."""
