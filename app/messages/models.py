"""The table of one-time links that were sent by e-mail."""

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.database import BIGINT, NEVER_REUSE_IDS, Base, exact_string


class MailLink(Base):
    """A link that works once. The e-mail holds the secret, this table its SHA-256."""

    __tablename__ = "msg_link"
    __table_args__ = NEVER_REUSE_IDS

    id: Mapped[int] = mapped_column(BIGINT, primary_key=True)
    secret_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    mail_id: Mapped[int] = mapped_column(BIGINT, index=True)
    """The e-mail that it was made for. Another attempt to send it makes another link, and ends this one."""
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    purpose: Mapped[str] = mapped_column(exact_string(32))
    """confirm_address, invitation or password_reset"""
    address: Mapped[str] = mapped_column(String(254))
    cred_version: Mapped[int] = mapped_column(BIGINT)
    """Of the user's credential. After any change of it the link is void."""
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
    use_time: Mapped[int | None] = mapped_column(BIGINT)
