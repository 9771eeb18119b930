"""Why a message did not arrive: stable codes, with words in English. The console has the words of both its languages.

Neither holds a secret, nor the text of a mail server or receiver, which may repeat what it was sent.
"""

from dataclasses import dataclass
from typing import Literal, get_args

Code = Literal[
    "no_connection",
    "name_unknown",
    "no_answer",
    "connection_cut",
    "not_http",
    "not_trusted",
    "tls_failed",
    "not_offered",
    "sign_in_refused",
    "sender_refused",
    "address_refused",
    "text_refused",
    "refused",
    "answered",
    "not_public",
    "not_allowed",
    "secret_lost",
    "ca_file",
    "too_late",
    "link_void",
]
CODES = frozenset(get_args(Code))
WORDS: dict[Code, str] = {
    "no_connection": "it could not be reached: no connection",
    "name_unknown": "its name cannot be looked up",
    "no_answer": "it could not be reached: no answer in time",
    "connection_cut": "it could not be reached: the connection was cut",
    "not_http": "its answer is no HTTP",
    "not_trusted": "its certificate is not trusted",
    "tls_failed": "it could not be reached: TLS failed",
    "not_offered": "the mail server does not offer STARTTLS or signing in",
    "sign_in_refused": "the mail server refused user name or password",
    "sender_refused": "the mail server does not take this sender",
    "address_refused": "the mail server refused the address",
    "text_refused": "the mail server refused the message",
    "refused": "the mail server refused",
    "answered": "it answered",
    "not_public": "the host is at an address that is not public (PUC_WEB_HOOK_NETWORKS)",
    "not_allowed": "the address may not be called",
    "secret_lost": "its secret cannot be opened with PUC_SECRET_KEY; make a new one",
    "ca_file": "the file of certificates cannot be read (PUC_MAIL_CA_FILE, PUC_WEB_HOOK_CA_FILE)",
    "too_late": "too late",
    "link_void": "its link is void",
}


@dataclass(frozen=True)
class MessageProblem:
    """What went wrong. `status`: what the other side answered (SMTP or HTTP). `detail`: more, in English."""

    code: Code
    status: int | None = None
    detail: str | None = None

    def __str__(self) -> str:
        words = WORDS[self.code] + (f" {self.status}" if self.status is not None else "")
        return f"{words}: {self.detail}" if self.detail else words

    def columns(self) -> dict[str, object]:
        """As a message keeps it."""
        return {"problem": str(self)[:256], "problem_code": self.code, "problem_status": self.status}


NONE: dict[str, object] = {"problem": None, "problem_code": None, "problem_status": None}
"""The columns of a message that arrived."""
