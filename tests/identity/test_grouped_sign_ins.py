"""Sign-ins that are written together: whoever writes for others judges each as if it were alone."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy.orm import Session

from app.identity import grouped_writes, users
from app.platform import calling_address
from app.platform.database import Database
from app.platform.errors import NotSignedIn, TooManyAttempts
from app.platform.settings import Settings
from tests.end_to_end.waiting import wait_until
from tests.factories import PASSWORD, a_user, password_of
from tests.identity.test_credentials import Verifier


def _limit(session: Session, number: int, cidr: str) -> None:
    users.find(session, number).cidrs = (cidr,)


def test_each_grouped_sign_in_counts_with_its_own_address(database: Database, settings: Settings) -> None:
    verify = Verifier(database, settings)
    for name, cidr in (("inner", "10.0.0.0/8"), ("outer", "192.0.2.0/24")):
        person = verify.change(a_user, name)
        verify.change(password_of, settings, name)
        verify.change(_limit, person.id, cidr)
    writes = grouped_writes.of(database)
    may_go, entered = threading.Event(), threading.Event()

    def hold(_: Session) -> None:
        entered.set()
        may_go.wait(120)

    def sign_in(name: str, address: str) -> Any:
        with calling_address.calling_from(address):
            try:
                return verify(name, PASSWORD, address).username
            except (NotSignedIn, TooManyAttempts) as error:
                return error.stable_code

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(writes.write, 0, hold)
        entered.wait(120)
        asked = [pool.submit(sign_in, "inner", "10.0.0.1"), pool.submit(sign_in, "outer", "192.0.2.7")]
        wait_until("two who wait", lambda: len(writes._waiting) == 2)
        may_go.set()
        first.result(120)
        assert [future.result(120) for future in asked] == ["inner", "outer"]
