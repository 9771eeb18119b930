"""Answers to POST requests with an Idempotency-Key, kept for a day, so that the request can be repeated.

An answer is stored in the transaction of the change, so a crash leaves both or neither. It may hold a secret that is
shown only once, so it is encrypted (`app.platform.sealing`); of the key only the SHA-256 is stored. Decision 0014.
"""

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from cryptography.exceptions import InvalidTag
from pydantic import SecretStr
from sqlalchemy import Text, UniqueConstraint, delete, select
from sqlalchemy.dialects import mysql
from sqlalchemy.orm import Mapped, Session, mapped_column

from app.platform import sealing
from app.platform.database import BIGINT, NEVER_REUSE_IDS, Base, IdColumn, exact_string
from app.platform.errors import InvalidInput

KEPT_MS = 24 * 3_600_000
_PURGED_AT_ONCE = 100
_LOOKED_AT = 100
_PURPOSE = "idempotent answers"


class KeptAnswer(IdColumn, Base):
    """The answer to one key of one user. Without foreign key: a row outlives its user by a day at most."""

    __tablename__ = "sys_kept_answer"
    __table_args__ = (UniqueConstraint("user_id", "key_hash"), NEVER_REUSE_IDS)

    user_id: Mapped[int] = mapped_column(BIGINT)
    key_hash: Mapped[str] = mapped_column(exact_string(64))
    request_hash: Mapped[str] = mapped_column(exact_string(64))
    """SHA-256 of the credential, method, path, query and body."""
    answer: Mapped[str] = mapped_column(Text().with_variant(mysql.MEDIUMTEXT(), "mysql", "mariadb"))
    """A `SentAnswer` as JSON, compressed and encrypted."""
    add_time: Mapped[int] = mapped_column(BIGINT, index=True)


@dataclass(frozen=True)
class SentAnswer:
    """The answer that was sent. `revision`: the revision after the change."""

    status: int
    headers: dict[str, str]
    body: str = field(repr=False)
    revision: int


@dataclass(frozen=True)
class Request:
    """A request with its user and key."""

    user_id: int
    key: str
    content: bytes
    """Method, path, query and body."""
    credential: str
    """What it was sent with (`session:7`, `token:<jti>`): the answer may show a secret that another may not have."""

    @property
    def key_hash(self) -> str:
        """The key as it is stored."""
        return hashlib.sha256(self.key.encode()).hexdigest()

    @property
    def request_hash(self) -> str:
        """The request as it is stored."""
        return hashlib.sha256(f"{self.credential}\n".encode() + self.content).hexdigest()

    @property
    def owner(self) -> str:
        """What the encrypted answer is bound to."""
        return _owner(self.user_id, self.key_hash, self.request_hash)


def _owner(user_id: int, key_hash: str, request_hash: str) -> str:
    return f"{user_id}:{key_hash}:{request_hash}"


def find(session: Session, secrets: Sequence[SecretStr], request: Request, now: int) -> SentAnswer | None:
    """The answer stored within the last day. Raises InvalidInput `idempotency_key_reused` when the request, or the
    credential that it was sent with, differs, and InvalidTag when another secret key sealed the answer."""
    conditions = KeptAnswer.user_id == request.user_id, KeptAnswer.key_hash == request.key_hash
    row = session.scalars(select(KeptAnswer).where(*conditions, KeptAnswer.add_time > now - KEPT_MS)).one_or_none()
    if row is None:
        return None
    if row.request_hash != request.request_hash:
        raise InvalidInput(
            "This Idempotency-Key was used for another request, or with another credential: take a new key for each.",
            code="idempotency_key_reused",
        )
    plain = zlib.decompress(sealing.unseal(secrets, _PURPOSE, request.owner, row.answer))
    return SentAnswer(**json.loads(plain))


def closed(session: Session, secrets: Sequence[SecretStr], now: int) -> int:
    """How many of the newest answers of the last day these secrets do not open: another instance has another key."""
    newest = (
        select(KeptAnswer).where(KeptAnswer.add_time > now - KEPT_MS).order_by(KeptAnswer.id.desc()).limit(_LOOKED_AT)
    )
    return sum(not _is_readable(secrets, kept_answer) for kept_answer in session.scalars(newest))


def _is_readable(secrets: Sequence[SecretStr], row: KeptAnswer) -> bool:
    try:
        sealing.unseal(secrets, _PURPOSE, _owner(row.user_id, row.key_hash, row.request_hash), row.answer)
    except (InvalidTag, ValueError):  # sealed with another key; damaged
        return False
    return True


def keep(session: Session, secret: SecretStr, request: Request, answer: SentAnswer, now: int) -> None:
    """Store the answer, and delete some that are older than a day."""
    _purge(session, request, now)
    plain = zlib.compress(json.dumps(asdict(answer)).encode())
    session.add(
        KeptAnswer(
            user_id=request.user_id,
            key_hash=request.key_hash,
            request_hash=request.request_hash,
            answer=sealing.seal(secret, _PURPOSE, request.owner, plain),
            add_time=now,
        )
    )
    session.flush()


def forget(session: Session, request: Request) -> None:
    """Delete the answer: its change was not made after all."""
    conditions = KeptAnswer.user_id == request.user_id, KeptAnswer.key_hash == request.key_hash
    session.execute(delete(KeptAnswer).where(*conditions))


def _purge(session: Session, request: Request, now: int) -> None:
    """Delete at most 100 old answers, so that one request does not pay for a busy day, and the expired row of this
    key."""
    over = KeptAnswer.add_time <= now - KEPT_MS
    oldest = select(KeptAnswer.id).where(over).order_by(KeptAnswer.add_time).limit(_PURGED_AT_ONCE)
    session.execute(delete(KeptAnswer).where(KeptAnswer.id.in_(list(session.scalars(oldest)))))
    conditions = KeptAnswer.user_id == request.user_id, KeptAnswer.key_hash == request.key_hash
    session.execute(delete(KeptAnswer).where(*conditions, over))
