"""The e-mail itself: plain text, in the user's language, headers that nobody else can write into."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import Any

from app.messages.mail_texts import ENDS, TEXTS, WORDS
from app.platform.outbox import enqueue
from app.platform.outbox.models import Mail
from app.platform.settings import Settings

_PAGES = {enqueue.CONFIRM: "confirm-address", enqueue.INVITE: "choose-password", enqueue.RESET: "choose-password"}


def write(settings: Settings, mail: Mail, facts: Mapping[str, Any], secret: str | None) -> EmailMessage:
    """The message. The link holds its secret behind the #, which browsers send to no server."""
    language = mail.language or settings.mail_language
    subject, body = TEXTS[language].get(mail.kind, TEXTS[language]["other"])
    page = _PAGES.get(mail.kind, "notices")
    link = f"{settings.base_url}/{page}" + (f"#{secret}" if secret else "")
    words = defaultdict(lambda: "-", _words(language, facts) | {"link": link})
    message = EmailMessage(policy=SMTP)
    message["Subject"] = subject  # without facts: strangers' texts do not belong in headers
    message["From"], message["To"] = settings.mail_sender, mail.address
    message["Date"] = formatdate(mail.add_time / 1000)
    message["Message-ID"] = f"<{mail.id}.{mail.add_time}@{settings.mail_sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(body.format_map(words) + ENDS[language].format(issuer=settings.issuer))
    return message


def _words(language: str, facts: Mapping[str, Any]) -> dict[str, str]:
    values = {**facts, "count": facts.get("count", facts.get("grants_total", 1))}
    for fact in ("what", "state"):
        if fact in values:
            values[fact] = WORDS[language].get(values[fact], values[fact])
    if isinstance(facts.get("due"), int):
        values["date"] = datetime.fromtimestamp(facts["due"] / 1000, UTC).date().isoformat()
    return {fact: _one_line(value) for fact, value in values.items()}


def _one_line(value: object) -> str:
    """Names are not ours: no line breaks, no control characters, not too long."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(value))
    return text if len(text) <= 200 else text[:199] + "…"
