"""One connection to the mail server. TLS is checked; a server that does not offer it is refused."""

import smtplib
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from email.message import EmailMessage
from typing import Any

from app.messages import network_problems
from app.platform.outbox.message_problems import Code, MessageProblem
from app.platform.outgoing.look_up import by_system
from app.platform.settings import Settings

_SECONDS = 15.0
_IN_ALL_SECONDS = 60.0


class _NotTakenError(Exception):
    """Carries what went wrong, without a secret."""

    def __init__(self, problem: MessageProblem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class PermanentlyRefusedError(_NotTakenError):
    """The server will never take this message."""


class NotSentError(_NotTakenError):
    """Not now."""


class _BoundedConnection(smtplib.SMTP):
    """A connection that is cut off after a while, also from a server that goes on sending a byte every few seconds."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        self._end = threading.Timer(_IN_ALL_SECONDS, self._cut)
        self._end.daemon = True
        self._end.start()
        try:
            super().__init__(*arguments, **named)
        except BaseException:
            self._end.cancel()
            raise

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        # smtplib would look the name up itself, for as long as that takes.
        failed = OSError("the name has no address")
        for address in by_system(host, port):
            try:
                return super()._get_socket(address, port, timeout)  # type: ignore[misc, no-any-return]
            except OSError as error:
                failed = error
        raise failed

    def close(self) -> None:
        """Also ends the watch."""
        self._end.cancel()
        super().close()

    def _cut(self) -> None:
        opened = self.sock
        if opened is not None:
            with suppress(OSError):
                opened.shutdown(socket.SHUT_RDWR)


class _BoundedTls(_BoundedConnection, smtplib.SMTP_SSL):
    """The same with TLS from the first byte."""


@contextmanager
def mail_server(settings: Settings) -> Iterator[smtplib.SMTP]:
    """A signed-in connection to the mail server. Raises NotSentError."""
    try:
        smtp = _opened(settings)
    except (OSError, smtplib.SMTPException) as error:
        raise NotSentError(reason(error)) from None
    with closing(smtp):
        yield smtp


def send(smtp: smtplib.SMTP, message: EmailMessage) -> None:
    """Raises PermanentlyRefusedError, NotSentError."""
    try:
        smtp.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        _raise_problem(MessageProblem("address_refused", codes[0]), permanently=all(code >= 500 for code in codes))
    except smtplib.SMTPResponseException as error:
        _raise_problem(reason(error), permanently=isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500)
    except (OSError, smtplib.SMTPException) as error:
        raise NotSentError(reason(error)) from None


def _opened(settings: Settings) -> smtplib.SMTP:
    file = settings.mail_ca_file
    if file and not file.is_file():
        raise NotSentError(MessageProblem("ca_file"))
    trusted = ssl.create_default_context(cafile=str(file) if file else None)
    host, port = settings.mail_host, settings.mail_port
    if settings.mail_tls == "tls":
        smtp: smtplib.SMTP = _BoundedTls(host, port, timeout=_SECONDS, context=trusted)
    else:
        smtp = _BoundedConnection(host, port, timeout=_SECONDS)
    try:
        if settings.mail_tls == "starttls":
            smtp.starttls(context=trusted)
        if settings.mail_user:
            _sign_in(smtp, settings)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _sign_in(smtp: smtplib.SMTP, settings: Settings) -> None:
    try:
        smtp.login(settings.mail_user, settings.mail_password.get_secret_value())
    except smtplib.SMTPServerDisconnected:
        # Some hang up after a wrong password, while smtplib still tries the next way of signing in.
        raise NotSentError(MessageProblem("sign_in_refused")) from None


def reason(error: Exception) -> MessageProblem:
    """What failed, without the server's text, which may repeat what it was sent."""
    if isinstance(error, smtplib.SMTPResponseException):
        refused = next((code for kind, code in _REFUSED.items() if isinstance(error, kind)), None)
        return MessageProblem(refused or "refused", error.smtp_code)
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return MessageProblem("not_offered")
    if isinstance(error, smtplib.SMTPServerDisconnected):
        return MessageProblem("connection_cut")
    return network_problems.of(error)


_REFUSED: dict[type[smtplib.SMTPResponseException], Code] = {
    smtplib.SMTPAuthenticationError: "sign_in_refused",
    smtplib.SMTPSenderRefused: "sender_refused",
    smtplib.SMTPDataError: "text_refused",
}


def _raise_problem(problem: MessageProblem, *, permanently: bool) -> None:
    raise PermanentlyRefusedError(problem) if permanently else NotSentError(problem)
