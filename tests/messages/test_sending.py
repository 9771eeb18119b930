"""The outbox and a real mail server: TLS, retries, a killed worker, several workers, and headers that are ours."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from app.identity import users
from app.identity.models import User
from app.messages import addresses, mail_sending
from app.platform.database import Database
from app.platform.outbox import enqueue
from app.platform.outbox.models import Mail
from app.platform.settings import Settings
from tests.factories import a_user
from tests.messages.conftest import PASSWORD, Mailbox

NOW = 1_800_000_000_000
MINUTE = 60_000


def _alice(database: Database, language: str | None = None) -> int:
    with database.writing() as session:
        person = a_user(session, "alice")
        row = users.find(session, person.id)
        row.email, row.email_verified, row.language = "alice@acme.example", 1, language
        return person.id


def _tell(database: Database, user_id: int, kind: str = enqueue.PASSWORD_CHANGED, **facts: object) -> None:
    with database.writing() as session:
        user = session.get_one(User, user_id)
        enqueue.tell(session, user, kind, {"user": user.username, **facts}, NOW)


def _rows(database: Database) -> list[Mail]:
    with database.reading() as session:
        return list(session.scalars(select(Mail).order_by(Mail.id)))


def test_a_message_goes_over_tls_in_the_users_language(
    database: Database, mail_settings: Settings, mailbox: Mailbox
) -> None:
    _tell(database, _alice(database, "zh"))
    mail_sending.run(database, mail_settings, NOW)
    mail_sending.run(database, mail_settings, NOW + MINUTE)
    (message,) = mailbox.messages
    assert (message["To"], message["From"]) == ("alice@acme.example", "center@acme.example")
    assert message["Subject"] == "您的密码已更改"
    assert "alice 的密码已更改" in message.get_content()
    assert mailbox.over_tls == [True]
    assert [(row.state, row.attempts) for row in _rows(database)] == [("sent", 1)]


def test_nothing_is_sent_to_an_unconfirmed_address(database: Database) -> None:
    user_id = _alice(database)
    with database.writing() as session:
        session.get_one(User, user_id).email_verified = 0
    _tell(database, user_id)
    assert _rows(database) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"mail_ca_file": None}, "not_trusted"),
        ({"mail_host": "localhost"}, "not_trusted"),
        ({"mail_user": "somebody"}, "sign_in_refused"),
        ({"mail_tls": "none", "mail_user": ""}, "sender_refused"),
        ({"mail_port": 1}, "no_connection"),
    ],
    ids=["certificate not trusted", "another name", "wrong sign-in", "without TLS", "not there"],
)
def test_a_failed_message_waits_and_its_error_has_no_secret(
    database: Database,
    mail_settings: Settings,
    mailbox: Mailbox,
    change: dict[str, object],
    code: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    _tell(database, _alice(database))
    mail_sending.run(database, mail_settings.model_copy(update=change), NOW)
    (row,) = _rows(database)
    assert (row.state, row.attempts, row.next_try) == ("waiting", 1, NOW + MINUTE)
    assert row.problem
    assert row.problem_code == code
    assert PASSWORD not in row.problem + caplog.text
    mail_sending.run(database, mail_settings, NOW + MINUTE - 1)
    assert mailbox.messages == []
    mail_sending.run(database, mail_settings, NOW + MINUTE)
    assert len(mailbox.messages) == 1


def test_a_failed_message_is_tried_again_and_given_up(
    database: Database, mail_settings: Settings, mailbox: Mailbox
) -> None:
    mailbox.answers = ["451 later"] * 50
    _tell(database, _alice(database))
    moments, now = [], NOW
    for _ in range(12):
        mail_sending.run(database, mail_settings, now)
        (row,) = _rows(database)
        moments.append(row.next_try - now)
        if row.state == "dead":
            break
        now = row.next_try
    assert [pause // MINUTE for pause in moments[:9]] == [1, 2, 4, 8, 16, 32, 64, 128, 240]
    assert (row.state, row.attempts, len(mailbox.over_tls)) == ("dead", 10, 10)


def test_a_message_refused_for_good_is_not_tried_again(
    database: Database, mail_settings: Settings, mailbox: Mailbox
) -> None:
    mailbox.answers = ["554 no"]
    user_id = _alice(database)
    _tell(database, user_id)
    _tell(database, user_id, enqueue.NEW_NETWORK)
    mail_sending.run(database, mail_settings, NOW)
    assert [row.state for row in _rows(database)] == ["dead", "sent"]


def test_of_several_workers_one_makes_the_attempt(database: Database, mail_settings: Settings) -> None:
    _tell(database, _alice(database))
    (row,) = _rows(database)
    with ThreadPoolExecutor(6) as pool:
        taken = list(pool.map(lambda _: mail_sending.begin(database, mail_settings, row.id, NOW), range(6)))
    assert sum(mail is not None for mail in taken) == 1


def test_a_message_of_a_killed_worker_is_sent_with_the_same_id(
    database: Database, mail_settings: Settings, mailbox: Mailbox
) -> None:
    _tell(database, _alice(database))
    (row,) = _rows(database)
    taken = mail_sending.begin(database, mail_settings, row.id, NOW)  # and then the process dies
    assert taken is not None
    mail_sending.run(database, mail_settings, NOW + 4 * MINUTE)
    assert mailbox.messages == []
    mail_sending.run(database, mail_settings, NOW + 5 * MINUTE)
    assert [message["Message-ID"] for message in mailbox.messages] == [taken.message["Message-ID"]]


def test_a_message_that_is_too_late_is_not_sent(database: Database, mail_settings: Settings, mailbox: Mailbox) -> None:
    _tell(database, _alice(database))
    mail_sending.run(database, mail_settings, NOW + 48 * 60 * MINUTE)
    assert [(row.state, row.problem) for row in _rows(database)] == [("dead", "too late")]
    assert mailbox.messages == []
    mail_sending.purge(database, mail_settings, NOW + 40 * 24 * 60 * MINUTE)


def test_without_a_server_nothing_is_sent(database: Database, settings: Settings) -> None:
    _tell(database, _alice(database))
    mail_sending.run(database, settings, NOW)
    assert [row.attempts for row in _rows(database)] == [0]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "alice",
        "a@b",
        "a\r\nBcc: x@evil.example@acme.example",
        "a b@acme.example",
        '"a"@acme.example',
        "a@acme.example\n",
        "a@acme.example,b@acme.example",
        "a@[127.0.0.1]",
        ".a@acme.example",
        "a..b@acme.example",
        "ä@acme.example",
        "a@-acme.example",
        "a@" + "b" * 250 + ".example",
    ],
)
def test_a_malformed_address_is_refused(address: str) -> None:
    with pytest.raises(Exception, match="is no address"):
        addresses.checked(address)
