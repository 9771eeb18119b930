"""Two centers behind a balancer with the file of deploy/balancer, under TLS, as the page says to set them up."""

import os
import shutil
import ssl
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from tests.end_to_end.authentication.certificates import Authority
from tests.end_to_end.center.api import PASSWORD
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess
from tests.end_to_end.ports import end, free_ports, listens
from tests.end_to_end.waiting import wait_until

_FOLDER = Path(__file__).parents[2] / "deploy" / "balancer"
FILES = {"haproxy": _FOLDER / "haproxy.cfg", "nginx": _FOLDER / "nginx.conf"}
_NGINX = "pid {0}/nginx.pid; error_log stderr; events {{}} http {{ include {0}/user-center.conf; }}"


class Site:
    """`name`: which balancer. Calls are an administrator's."""

    def __init__(self, name: str, place: Path) -> None:
        self.name, self._place, self._token = name, place, ""
        self._authority, (self._port,) = Authority(place / "tls"), free_ports(1)
        self.url = f"https://127.0.0.1:{self._port}"
        own = {"PUC_DATABASE_URL": f"sqlite:///{place}/center.db", "PUC_SECRET_KEY": uuid.uuid4().hex * 2}
        own |= {"PUC_ISSUER": self.url, "PUC_TRUSTED_PROXIES": "127.0.0.1", **QUICK_HASHES}
        self.centers = [CenterProcess(place / f"center-{number}", **own) for number in (1, 2)]

    def client(self, token: str = "", local_address: str | None = None, **headers: str) -> httpx.Client:
        """Of the balancer's address, with this token instead of the administrator's."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=local_address)
        shown = {"Authorization": f"Bearer {token or self._token}"} if token or self._token else {"Origin": self.url}
        return httpx.Client(base_url=self.url, transport=transport, headers=shown | headers, timeout=30)

    @property
    def trust(self) -> ssl.SSLContext:
        """Whom a client of the balancer trusts."""
        return ssl.create_default_context(cafile=str(self._authority.trust))

    @contextmanager
    def running(self) -> Iterator["Site"]:
        """Within the block all of it runs."""
        for each in self.centers:
            each.start()
        balancer = subprocess.Popen(self._command(), stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            wait_until(self.name, lambda: listens(self._port))
            self._sign_in()
            yield self
        finally:
            end(balancer)
            for each in self.centers:
                each.kill()

    def mend(self) -> None:
        """Both centers run, and the balancer gives both something to do."""
        for each in self.centers:
            if each.process is None:
                each.start()
            wait_until(f"{self.name} to use {each.url}", partial(self._is_used, each, _calls(each)))

    def read(self) -> int:
        """The status of a call that only reads; 0 when its connection was cut."""
        with self.client() as client:
            try:
                return client.get("/api/v1/session").status_code
            except httpx.TransportError:
                return 0

    def change(self, username: str) -> int:
        """A new service user, sent until it is answered, with the same key each time."""
        key, body = uuid.uuid4().hex, {"username": username, "kind": "service"}
        while True:
            try:
                with self.client(**{"Idempotency-Key": key}) as client:
                    answer = client.post("/api/v1/users", json=body)
            except httpx.TransportError:
                continue
            if answer.status_code not in (502, 503, 504) and "idempotency_in_progress" not in answer.text:
                return answer.status_code

    def _is_used(self, center: CenterProcess, before: int) -> bool:
        return self.read() > 0 and _calls(center) > before

    def _command(self) -> list[Any]:
        """The file with this machine's addresses, and the program that reads it."""
        text, files = FILES[self.name].read_text(), self._authority.server()
        both, written = self._place / "center.pem", self._place / "user-center.conf"
        both.write_bytes(files.certificate.read_bytes() + files.key.read_bytes())
        here = {f"10.0.0.1{number + 1}:8080": f"127.0.0.1:{each.port}" for number, each in enumerate(self.centers)}
        here |= {":443": f":{self._port}", "listen 443": f"listen {self._port}", "/var/log/nginx": str(self._place)}
        here |= {f"/etc/{file}": str(both) for file in ("haproxy/center.pem", "nginx/center.crt", "nginx/center.key")}
        for example, own in here.items():
            text = text.replace(example, own)
        written.write_text(text)
        found = shutil.which(self.name, path=f"{os.environ['PATH']}:/usr/sbin")
        assert found, f".ci/system-packages {self.name}"
        if self.name == "haproxy":
            return [found, "-db", "-f", written]
        main = self._place / "nginx.conf"
        main.write_text(_NGINX.format(self._place))
        return [found, "-e", "stderr", "-c", main, "-g", "daemon off;"]

    def _sign_in(self) -> None:
        name, secret = self.centers[0].first_administrator()
        with self.client() as client:
            user = client.post("/api/v1/session", json={"username": name, "password": secret}).json()["user"]["id"]
            client.put("/api/v1/session/password", json={"current": secret, "new": PASSWORD}).raise_for_status()
            body = {"name": "test", "days": 1, "audiences": [self.url]}
            self._token = client.post(f"/api/v1/users/{user}/tokens", json=body).raise_for_status().json()["token"]


def _calls(center: CenterProcess) -> int:
    """How many of the API's calls it has answered, by its log."""
    return center.log.read_text().count('"/api/')
