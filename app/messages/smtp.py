"""One connection to the mail server. TLS is checked; a server that does not offer it is refused."""

import smtplib
import socket
import ssl
import threading
from contextlib import suppress
from email.message import EmailMessage
from types import TracebackType
from typing import Any, Self

from app.settings import Settings

_SECONDS = 15.0
_IN_ALL_SECONDS = 60.0


class RefusedForGoodError(Exception):
    """The server will never take this message."""


class NotSentError(Exception):
    """Not now. The text names the reason and holds no secret."""


class _Bounded(smtplib.SMTP):
    """A connection that is cut off after a while, also from a server that goes on sending a byte every few seconds."""

    def __init__(self, *told: Any, **named: Any) -> None:
        self._end = threading.Timer(_IN_ALL_SECONDS, self._cut)
        self._end.daemon = True
        self._end.start()
        try:
            super().__init__(*told, **named)
        except BaseException:
            self._end.cancel()
            raise

    def close(self) -> None:
        """Also ends the watch."""
        self._end.cancel()
        super().close()

    def _cut(self) -> None:
        opened = self.sock
        if opened is not None:
            with suppress(OSError):
                opened.shutdown(socket.SHUT_RDWR)


class _BoundedTls(_Bounded, smtplib.SMTP_SSL):
    """The same with TLS from the first byte."""


class MailServer:
    """A signed-in connection, to be used in a `with` block. Raises NotSentError."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._smtp: smtplib.SMTP | None = None

    def __enter__(self) -> Self:
        try:
            self._smtp = self._opened()
        except (OSError, smtplib.SMTPException) as error:
            raise NotSentError(reason(error)) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._smtp is not None:
            self._smtp.close()

    def send(self, message: EmailMessage) -> None:
        """Raises RefusedForGoodError, NotSentError."""
        if self._smtp is None:
            raise NotSentError("there is no connection")
        try:
            self._smtp.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            _raise(f"the server refused the address ({codes[0]})", for_good=all(code >= 500 for code in codes))
        except smtplib.SMTPResponseException as error:
            _raise(reason(error), for_good=isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= 500)
        except (OSError, smtplib.SMTPException) as error:
            raise NotSentError(reason(error)) from None

    def _opened(self) -> smtplib.SMTP:
        settings = self._settings
        file = settings.mail_ca_file
        if file and not file.is_file():
            raise NotSentError("PUC_MAIL_CA_FILE is not there")
        trusted = ssl.create_default_context(cafile=str(file) if file else None)
        host, port = settings.mail_host, settings.mail_port
        if settings.mail_tls == "tls":
            smtp: smtplib.SMTP = _BoundedTls(host, port, timeout=_SECONDS, context=trusted)
        else:
            smtp = _Bounded(host, port, timeout=_SECONDS)
        try:
            if settings.mail_tls == "starttls":
                smtp.starttls(context=trusted)
            if settings.mail_user:
                smtp.login(settings.mail_user, settings.mail_password.get_secret_value())
        except BaseException:
            smtp.close()
            raise
        return smtp


def reason(error: Exception) -> str:
    """What failed, without the server's text, which may repeat what it was sent."""
    if isinstance(error, smtplib.SMTPResponseException):
        return f"the mail server answered {error.smtp_code} ({type(error).__name__})"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the mail server's certificate is not trusted: {error.verify_message}"
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return "the mail server does not offer STARTTLS or signing in"
    return f"the mail server did not answer ({type(error).__name__})"


def _raise(text: str, *, for_good: bool) -> None:
    raise RefusedForGoodError(text) if for_good else NotSentError(text)
