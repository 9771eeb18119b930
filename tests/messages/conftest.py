"""A real mail server on loopback, with STARTTLS and sign-in, and settings that use it; and a receiver of web hooks."""

import ssl
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from pydantic import SecretStr

from app.platform.settings import Settings
from tests.center import Center
from tests.end_to_end.authentication.certificates import Authority
from tests.end_to_end.ports import free_ports
from tests.messages.web_hook_receiver import Receiver, receiving

PASSWORD = "the mail server's own words"


class Mailbox:
    """What the server took, and how it answers."""

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.answers: list[str] = []
        """Answers to the next messages instead of taking them."""
        self.over_tls: list[bool] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.over_tls.append(session.ssl is not None)
        if self.answers:
            return self.answers.pop(0)
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.messages.append(found)
        return "250 taken"

    def texts(self) -> list[str]:
        """The texts of all messages."""
        return [message.get_content().replace("\r\n", "\n") for message in self.messages]


def _signs_in(_server: Any, _session: Any, _envelope: Any, _mechanism: str, login: LoginPassword) -> AuthResult:
    return AuthResult(success=login.login == b"center" and login.password == PASSWORD.encode())


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1, its key and its authority, in one file."""
    authority = Authority(tmp_path_factory.mktemp("mail"))
    made = authority.server("127.0.0.1")
    file = made.key.with_name("mail.pem")
    file.write_bytes(b"".join(part.read_bytes() for part in (made.key, made.certificate, authority.trust)))
    return file


@pytest.fixture
def mailbox() -> Mailbox:
    """What the server of this test took."""
    return Mailbox()


@pytest.fixture
def mail_server(mailbox: Mailbox, certificate: Path) -> Iterator[int]:
    """The server; yields its port. It takes mail only after STARTTLS and sign-in."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(str(certificate))
    controller = Controller(
        mailbox,
        hostname="127.0.0.1",
        port=free_ports(1)[0],
        tls_context=context,
        require_starttls=True,
        auth_required=True,
        authenticator=_signs_in,
    )
    controller.start()
    yield controller.port
    controller.stop()


@pytest.fixture
def mail_settings(settings: Settings, mail_server: int, certificate: Path) -> Settings:
    """Settings of a center that sends by this server."""
    return settings.model_copy(
        update={
            "mail_host": "127.0.0.1",
            "mail_port": mail_server,
            "mail_ca_file": certificate,
            "mail_user": "center",
            "mail_password": SecretStr(PASSWORD),
            "mail_sender": "center@acme.example",
        }
    )


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """An HTTP server on loopback."""
    with receiving() as made:
        yield made


@pytest.fixture
def hook_center(center: Center) -> Center:
    """A center that may call loopback."""
    changes = {"web_hook_hosts": "127.0.0.1,hooks.acme.example", "web_hook_networks": "127.0.0.0/8"}
    center.app.state.settings = center.settings.model_copy(update=changes)
    return replace(center, settings=center.app.state.settings)
