"""Two centers behind a balancer with the file of deploy/balancer, under TLS, as the page says to set them up."""

import os
import shutil
import ssl
import subprocess
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import httpx

from tests.end_to_end.authentication.certificates import Authority
from tests.end_to_end.center.api import PASSWORD
from tests.end_to_end.center.process import QUICK_HASHES, CenterProcess
from tests.end_to_end.ports import end, free_ports, listens
from tests.end_to_end.waiting import wait_until

TOP = Path(__file__).parents[2]
FILES = {"haproxy": TOP / "deploy/balancer/haproxy.cfg", "nginx": TOP / "deploy/balancer/nginx.conf"}
Answer = TypeVar("Answer")
PATH = f"{os.environ['PATH']}:/usr/sbin"
"""Debian's are where only root looks."""
_NGINX = """pid {place}/nginx.pid;
error_log stderr;
events {{}}
http {{
    include {place}/user-center.conf;
}}
"""


class Site:
    """`name`: which balancer. `token`: of an administrator, for the API."""

    def __init__(self, name: str, place: Path) -> None:
        place.chmod(0o755)
        self.name, self._place = name, place
        self._authority = Authority(place / "tls")
        self._port, self.token = free_ports(1)[0], ""
        self.url = f"https://127.0.0.1:{self._port}"
        own = {"PUC_DATABASE_URL": f"sqlite:///{place}/center.db", "PUC_SECRET_KEY": uuid.uuid4().hex * 2}
        own |= {"PUC_ISSUER": self.url, "PUC_TRUSTED_PROXIES": "127.0.0.1", **QUICK_HASHES}
        self.centers = [CenterProcess(place / f"center-{number}", **own) for number in (1, 2)]

    def client(self, token: str = "", **options: Any) -> httpx.Client:
        """Of the balancer's address; `token`: the administrator's, unless another is given."""
        headers = {"Authorization": f"Bearer {token or self.token}"} if token or self.token else {"Origin": self.url}
        headers |= options.pop("headers", {})
        trust = ssl.create_default_context(cafile=str(self._authority.trust))
        transport = httpx.HTTPTransport(verify=trust, trust_env=False, **options)
        return httpx.Client(base_url=self.url, transport=transport, headers=headers, timeout=30, trust_env=False)

    @contextmanager
    def running(self) -> Iterator["Site"]:
        """Within the block all of it runs."""
        for each in self.centers:
            each.start()
        program, *options = self._command()
        found = shutil.which(program, path=PATH) or program
        balancer = subprocess.Popen([found, *options], stdin=subprocess.DEVNULL, start_new_session=True)
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

    def change(self, username: str) -> httpx.Response:
        """A new service user, sent until it is answered; the same key each time."""
        key = {"Idempotency-Key": uuid.uuid4().hex}
        while True:
            try:
                with self.client(headers=key) as client:
                    answer = client.post("/api/v1/users", json={"username": username, "kind": "service"})
            except httpx.TransportError:
                continue
            if answer.status_code not in (502, 503, 504) and "idempotency_in_progress" not in answer.text:
                return answer

    def _is_used(self, center: CenterProcess, before: int) -> bool:
        with self.client() as client:
            client.get("/api/v1/session")
        return _calls(center) > before

    def _command(self) -> list[str]:
        """The file with this machine's addresses, and the program that reads it."""
        text, files = FILES[self.name].read_text(), self._authority.server()
        both = self._place / "center.pem"
        both.write_bytes(files.certificate.read_bytes() + files.key.read_bytes())
        here = {"10.0.0.11:8080": f"127.0.0.1:{self.centers[0].port}", ":443": f":{self._port}"}
        here |= {"10.0.0.12:8080": f"127.0.0.1:{self.centers[1].port}", "listen 443": f"listen {self._port}"}
        here |= {f"/etc/nginx/center.{kind}": str(both) for kind in ("crt", "key")}
        here |= {"/etc/haproxy/center.pem": str(both), "/var/log/nginx": str(self._place)}
        for example, own in here.items():
            text = text.replace(example, own)
        written = self._place / "user-center.conf"
        written.write_text(text)
        if self.name == "haproxy":
            return ["haproxy", "-db", "-f", str(written)]
        main = self._place / "nginx.conf"
        main.write_text(_NGINX.format(place=self._place))
        return ["nginx", "-e", "stderr", "-c", str(main), "-g", "daemon off;"]

    def _sign_in(self) -> None:
        name, secret = self.centers[0].first_administrator()
        with self.client() as client:
            user = client.post("/api/v1/session", json={"username": name, "password": secret}).json()["user"]["id"]
            client.put("/api/v1/session/password", json={"current": secret, "new": PASSWORD}).raise_for_status()
            asked = {"name": "test", "days": 1, "audiences": [self.url]}
            self.token = client.post(f"/api/v1/users/{user}/tokens", json=asked).raise_for_status().json()["token"]


def _calls(center: CenterProcess) -> int:
    """How many of the API's calls it has answered, by its log."""
    return center.log.read_text().count('"/api/')


class Calling(threading.Thread, Generic[Answer]):
    """Within the block, calls without a pause; `answers` has what came, `lost` the calls without an answer."""

    def __init__(self, call: Callable[[], Answer]) -> None:
        super().__init__(daemon=True)
        self.answers: list[Answer] = []
        self.lost: list[str] = []
        self._call, self._end = call, threading.Event()

    def __enter__(self) -> "Calling[Answer]":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self.join(60)

    def run(self) -> None:
        """Until the end of the block."""
        while not self._end.is_set():
            try:
                self.answers.append(self._call())
            except httpx.HTTPError as error:
                self.lost.append(repr(error))

    def goes_on(self, more: int = 50) -> None:
        """Wait for so many more answers."""
        wanted = len(self.answers) + more
        wait_until(f"{more} answers", lambda: len(self.answers) >= wanted, last=lambda: self.answers[-3:])
