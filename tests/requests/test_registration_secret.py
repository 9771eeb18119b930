"""The first secret of a new account: fetched by one, once, for a while."""

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.platform.clock import now_ms
from app.rights.requests.models import Registration
from tests.center import Center
from tests.requests.desk import ANY, DAY, problem
from tests.requests.registering import PATH, decide, only_request, status, submit


def test_the_first_secret_is_fetched_once_of_many(center: Center, root: httpx.Client) -> None:
    receipt = submit(center)
    decide(root, only_request(root)["id"], "approve")
    clients = [center.client() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda client: client.post(f"{PATH}/secret", json={"receipt": receipt}), clients))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


@pytest.mark.parametrize("how", ["late", "replaced", "disabled"])
def test_the_first_secret_expires(center: Center, root: httpx.Client, how: str) -> None:
    receipt = submit(center)
    user_id = decide(root, only_request(root)["id"], "approve").json()["user_id"]
    if how == "late":

        def expire(session: Session) -> None:
            session.scalars(select(Registration)).one().expires = now_ms() - 1

        center.make(expire)
    elif how == "replaced":
        assert root.post(f"/api/v1/users/{user_id}/initial-secret").status_code == 200
    else:
        root.patch(f"/api/v1/users/{user_id}", json={"status": "disabled"}, headers=ANY)
    assert problem(center.client().post(f"{PATH}/secret", json={"receipt": receipt})) == (409, "nothing_to_collect")
    assert not status(center, receipt)["may_collect"]


def test_approved_is_for_long_enough(center: Center, root: httpx.Client) -> None:
    receipt = submit(center)
    decide(root, only_request(root)["id"], "approve")
    assert status(center, receipt)["expires"] > now_ms() + 13 * DAY
