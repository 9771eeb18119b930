"""Tables of e-mails and their links, of web hooks and their deliveries."""

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, TextList, exact_string

WAITING, SENT, DEAD = "waiting", "sent", "dead"


class Mail(IdColumn, Base):
    """An e-mail. It holds facts, not the text, and never a secret: a link is made when it is sent."""

    __tablename__ = "msg_mail"
    __table_args__ = (
        Index("ix_msg_mail_state_next_try", "state", "next_try"),
        Index("ix_msg_mail_add_time", "add_time"),
        NEVER_REUSE_IDS,
    )

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
    problem_code: Mapped[str | None] = mapped_column(exact_string(32))
    problem_status: Mapped[int | None]
    """What the last attempt failed with, in words, as a code of `message_problems`, and what the other side
    answered."""


class MailLink(IdColumn, Base):
    """A link that works once. The e-mail holds the secret, this table its SHA-256."""

    __tablename__ = "msg_link"

    secret_hash: Mapped[str] = mapped_column(exact_string(64), unique=True)
    mail_id: Mapped[int] = mapped_column(BIGINT, index=True)
    """The e-mail that it was made for. Another attempt to send it makes another link, and ends this one (`voiding`)."""
    user_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("sys_user_info.id", ondelete="CASCADE"), index=True)
    purpose: Mapped[str] = mapped_column(exact_string(32))
    """confirm_address, invitation or password_reset"""
    address: Mapped[str] = mapped_column(String(254))
    cred_version: Mapped[int] = mapped_column(BIGINT)
    """Of the user's credential. After any change of it the link is void."""
    valid_until: Mapped[int] = mapped_column(BIGINT, index=True)
    use_time: Mapped[int | None] = mapped_column(BIGINT)


class HookDelivery(IdColumn, Base):
    """A notice on its way to a web hook."""

    __tablename__ = "msg_hook_delivery"
    __table_args__ = (Index("ix_msg_hook_delivery_state_next_try", "state", "next_try"), NEVER_REUSE_IDS)

    hook_id: Mapped[int] = mapped_column(BIGINT, ForeignKey("msg_web_hook.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(exact_string(32))
    body: Mapped[str] = mapped_column(Text)
    """JSON, as it is signed and sent."""
    state: Mapped[str] = mapped_column(exact_string(16), default=WAITING)
    attempts: Mapped[int] = mapped_column(default=0)
    next_try: Mapped[int] = mapped_column(BIGINT)
    add_time: Mapped[int] = mapped_column(BIGINT)
    end_time: Mapped[int | None] = mapped_column(BIGINT)
    problem: Mapped[str | None] = mapped_column(String(256))
    problem_code: Mapped[str | None] = mapped_column(exact_string(32))
    problem_status: Mapped[int | None]


class WebHook(IdColumn, Base):
    """An address outside of the center that is told of notices."""

    __tablename__ = "msg_web_hook"

    name: Mapped[str] = mapped_column(exact_string(64), unique=True)
    url: Mapped[str] = mapped_column(String(500))
    kinds: Mapped[tuple[str, ...] | None] = mapped_column(TextList)
    """Of notices; null: all."""
    status: Mapped[str] = mapped_column(exact_string(16), default="on")
    """on, off, or failed (switched off by the center after days without a success)"""
    secret_sealed: Mapped[str] = mapped_column(Text)
    secret_before_sealed: Mapped[str | None] = mapped_column(Text)
    before_until: Mapped[int | None] = mapped_column(BIGINT)
    """Until then the secret before signs, too."""
    failing_since: Mapped[int | None] = mapped_column(BIGINT)
    add_time: Mapped[int] = mapped_column(BIGINT)
    update_time: Mapped[int] = mapped_column(BIGINT)
