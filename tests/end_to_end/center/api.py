"""A client of the center's API with the session of a person."""

from typing import Any, Self

import httpx

from tests import plain_http
from tests.end_to_end.waiting import wait_until
from tests.shown_again import Reauthentication

PASSWORD = "a long walk beside the river"
"""The password that every person of the tests chooses."""


class CenterApi:
    """One signed-in person. Every call raises ApiProblem if it is refused."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.revision = 0
        self._http = plain_http.client(url, timeout=40, headers={"Origin": url}, auth=Reauthentication(PASSWORD))

    @classmethod
    def first_sign_in(cls, url: str, username: str, one_time_secret: str) -> Self:
        """Sign in with a one-time secret and choose the password, as everybody must."""
        caller = cls(url)
        caller.post("/api/v1/session", username=username, password=one_time_secret)
        caller.call("PUT", "/api/v1/session/password", json={"current": one_time_secret, "new": PASSWORD})
        return caller

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def sign_in(self, username: str) -> None:
        """Sign in again with the password of the tests."""
        self.post("/api/v1/session", username=username, password=PASSWORD)

    def call(self, method: str, path: str, **options: Any) -> Any:
        """One request; returns the JSON (or text) of the answer, and remembers its revision."""
        answer = self._http.request(method, path, **options)
        if not answer.is_success:
            raise ApiProblem(method, path, answer)
        self.revision = int(answer.headers.get("X-Revision", self.revision))
        return answer.json() if answer.content and "json" in answer.headers.get("content-type", "") else answer.text

    def get(self, path: str, **query: Any) -> Any:
        """GET; keyword arguments become the query."""
        return self.call("GET", path, params=query)

    def post(self, path: str, **body: Any) -> Any:
        """POST; keyword arguments become the JSON body."""
        return self.call("POST", path, json=body)

    def patch(self, path: str, **body: Any) -> Any:
        """PATCH, whatever the current version is."""
        return self.call("PATCH", path, json=body, headers={"If-Match": "*"})

    def delete(self, path: str, **query: Any) -> Any:
        """DELETE, whatever the current version is."""
        return self.call("DELETE", path, params=query, headers={"If-Match": "*"})

    def grant(self, user_id: int, res_type: int, res_id: int, *authorities: int, **values: Any) -> int:
        """Grant to a user's personal role; `values` are more fields of the grant. Answers the grant's id."""
        body = {"user_id": user_id, "res_type": res_type, "res_id": res_id, "authorities": list(authorities)}
        return int(self.post("/api/v1/grants", **body, **values)["id"])

    def revoke(self, grant_id: int) -> None:
        """Take a grant back."""
        self.delete(f"/api/v1/grants/{grant_id}")

    def token(self, user_id: int, name: str = "test") -> str:
        """A fresh API token of the user, good for brokers."""
        return str(self.post(f"/api/v1/users/{user_id}/tokens", name=name, days=1)["token"])

    def api_token(self, name: str) -> str:
        """A token of the caller itself for the center's own API, as the command line and scripts use it."""
        own = self.get("/api/v1/session")["user"]["id"]
        return str(self.post(f"/api/v1/users/{own}/tokens", name=name, days=1, audiences=[self.url])["token"])

    def client_secret(self, user_id: int) -> tuple[str, str]:
        """Client id and secret of a service user."""
        made = self.post(f"/api/v1/users/{user_id}/client-secrets")
        return made["client_id"], made["client_secret"]

    def wait_until_enforced(self, cluster_id: int, seconds: float = 20, verdict: str = "enforced") -> dict[str, Any]:
        """Wait until the center gives this verdict on my last change on the cluster; returns its report."""
        report: dict[str, Any] = {}

        def complete() -> bool:
            path = f"/api/v1/clusters/{cluster_id}/enforcement"
            report.update(self.get(path, revision=self.revision, wait_ms=5000))
            return bool(report["verdict"] == verdict)

        wait_until(f"revision {self.revision} on all brokers", complete, seconds, last=report)
        return report

    def ready(self, path: str, seconds: float = 60) -> dict[str, Any]:
        """Wait until the resource exists on its clusters; returns it. Raises at once if a cluster refuses."""
        item: dict[str, Any] = {}

        def is_ready() -> bool:
            item.update(self.get(path))
            state = item["provisioning"]["state"]
            if state == "failed":
                raise RuntimeError(f"{path}: {item['provisioning']}")
            return bool(state == "ready")

        wait_until(f"{path} on the cluster", is_ready, seconds, pause=0.1, last=item)
        return item


class ApiProblem(Exception):
    """The center refused; `code` is the stable one of its problem document."""

    def __init__(self, method: str, path: str, answer: httpx.Response) -> None:
        super().__init__(f"{method} {path}: {answer.status_code} {answer.text[:500]}")
        self.status = answer.status_code
        self.code = answer.json().get("code") if "json" in answer.headers.get("content-type", "") else None
