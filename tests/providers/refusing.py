"""Sign-ins with a provider that the center has to refuse."""

import httpx
from sqlalchemy import select

from app.identity.models import User
from tests.providers.conftest import Company


def assert_refused(company: Company, answer: httpx.Response, code: str = "provider_sign_in_failed") -> None:
    """Assert that the sign-in was refused, and nobody is signed in or made."""
    assert (answer.status_code, answer.json()["code"]) == (401, code), answer.text
    assert "puc_session" not in answer.headers.get("set-cookie", "")
    names = company.center.read(lambda session: set(session.scalars(select(User.username))))
    assert "alice" not in names


def try_to_sign_in(company: Company) -> httpx.Response:
    """A sign-in. It fails at the first step already when the provider cannot be read."""
    browser = company.center.client()
    answer = browser.post(f"/api/v1/session/providers/{company.id}")
    if answer.status_code != 200:
        return answer
    return browser.post("/api/v1/session/provider-answer", json=company.provider.authorize(answer.json()["url"]))
