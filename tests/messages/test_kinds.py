"""Every kind of message has its text in both languages, its line in docs/operators/mail.md, and a sender."""

import re
from string import Formatter
from typing import get_args

import pytest

from app.api.public.own_email import Topic
from app.desired_state.drift import open_lines
from app.desired_state.remediation import removal_notices
from app.messages import mail_content
from app.messages.mail_texts import EN, ENDS, TEXTS, WORDS, ZH
from app.platform.outbox import enqueue, kinds
from app.platform.outbox.models import Mail
from app.platform.settings import Settings
from app.rights.requests import notices, unusual_fetches
from tests.cli.page import TOP

PAGE = (TOP / "docs/operators/mail.md").read_text(encoding="utf-8")


def test_both_languages_have_every_kind_and_nothing_else() -> None:
    assert set(EN) == set(ZH) == kinds.ALL | {"other"}
    assert set(TEXTS) == set(ENDS) == set(WORDS)
    assert set(WORDS["en"]) == set(WORDS["zh"])


@pytest.mark.parametrize("kind", sorted(kinds.ALL))
def test_both_languages_tell_the_same_facts(kind: str) -> None:
    names = [{field for _, field, _, _ in Formatter().parse(texts[kind][1]) if field} for texts in (EN, ZH)]
    assert names[0] == names[1]
    assert not re.search(r"[一-鿿]", "".join(EN[kind]))
    assert re.search(r"[一-鿿]", ZH[kind][0])
    assert "{" not in EN[kind][0] + ZH[kind][0], "a subject holds no fact of anybody"


def test_the_page_has_a_line_for_each() -> None:
    documented = re.findall(r"^\| `([a-z_]+)` \|", PAGE, re.MULTILINE)
    assert sorted(documented) == sorted(kinds.ALL)


def test_every_kind_is_known_where_it_is_sent() -> None:
    sent = {value for name, value in vars(enqueue).items() if name.isupper() and isinstance(value, str)}
    assert sent == kinds.ALL - (kinds.NOTICES - kinds.SECURITY)
    of_notices = {value for name, value in vars(notices).items() if name.isupper() and isinstance(value, str)}
    removals = {getattr(removal_notices, name) for name in ("PLANNED", "CANCELLED", "DONE", "UNDONE", "SPARED")}
    assert of_notices | removals | {open_lines.FOUND, unusual_fetches.KIND} == kinds.NOTICES
    sources = "".join(file.read_text(encoding="utf-8") for file in (TOP / "app").rglob("*.py"))
    names = {value: name for name, value in vars(enqueue).items() if name.isupper() and isinstance(value, str)}
    assert [kind for kind, name in names.items() if not re.search(rf"enqueue\.{name}\b", sources)] == []


def test_topics_are_the_notices() -> None:
    assert sorted(kind for kinds_of_topic in kinds.TOPICS.values() for kind in kinds_of_topic) == sorted(
        kinds.NOTICES - kinds.SECURITY
    )
    assert set(get_args(Topic)) == kinds.TOPICS.keys(), "each can be switched off"
    assert not any(kinds.is_wanted(kind, tuple(kinds.TOPICS)) for kind in kinds.NOTICES - kinds.SECURITY)
    assert all(kinds.is_wanted(kind, tuple(kinds.TOPICS)) for kind in kinds.SECURITY | kinds.WITH_LINK)


HOSTILE = "x\r\nBcc: victim@acme.example\r\n\r\n{issuer}{0.__class__}\u202e\x00\u2028y" + "z" * 500


@pytest.mark.parametrize("language", sorted(TEXTS))
@pytest.mark.parametrize("kind", sorted(kinds.ALL))
def test_no_fact_writes_a_header_or_another_line(settings: Settings, kind: str, language: str) -> None:
    mail = Mail(id=7, user_id=1, address="alice@acme.example", language=language, kind=kind, add_time=1)
    sender = settings.model_copy(update={"mail_sender": "center@acme.example"})
    names = {field for _, field, _, _ in Formatter().parse(TEXTS[language][kind][1]) if field} - {"link", "date"}
    message = mail_content.write(sender, mail, dict.fromkeys([*names, "state", "what"], HOSTILE), "puc_once_x")
    assert message["Subject"] == TEXTS[language][kind][0]
    assert set(message.keys()) >= {"From", "To", "Subject", "Date", "Message-ID"}
    assert "Bcc" not in message
    assert b"Bcc" not in message.as_bytes().split(b"\r\n\r\n")[0]
    text = message.get_content()
    assert "{issuer}" in text or not names, "braces of strangers stay what they are"
    assert not any(letter in text for letter in "\u202e\x00\u2028")
    assert len(text) < 3000
