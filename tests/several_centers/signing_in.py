"""Programs and people sign in at one center and show what they got to the next one."""

import itertools
from ipaddress import ip_address

import httpx
import jwt

from tests.several_centers.sending import Sender
from tests.several_centers.world import World

_numbers = itertools.count(1)


def with_a_secret(sender: Sender, world: World) -> str | None:
    """A token is verified by the keys that another center publishes, and is active at a third. None, or what was
    wrong."""
    answer = _token(sender, world, world.secret)
    if answer.status_code != 200:
        return f"token: {answer.status_code} {answer.text[:200]}"
    token = answer.json()["access_token"]
    keys = jwt.PyJWKSet.from_dict(sender.send("GET", "/oauth2/jwks").json())
    try:
        key = keys[jwt.get_unverified_header(token)["kid"]]
        jwt.decode(token, key, algorithms=["ES256"], options={"verify_aud": False}, leeway=2)
    except (KeyError, jwt.InvalidTokenError) as error:
        return f"token: {error!r}"
    seen = sender.send("POST", "/oauth2/introspect", data={"token": token, **_program(world, world.secret)})
    return None if seen.status_code == 200 and seen.json()["active"] else f"introspection: {seen.text[:200]}"


def with_a_revoked_secret(sender: Sender, world: World) -> str | None:
    """Nobody gets a token."""
    return "let in with a revoked secret" if _token(sender, world, world.revoked_secret).status_code == 200 else None


def with_a_password(sender: Sender, world: World) -> str | None:
    """A person's session counts at every center, and at none after it has ended."""
    person = {"username": world.person, "password": world.password}
    answer = sender.send("POST", "/api/v1/session", _from_somewhere(), json=person)
    if answer.status_code != 200:
        return f"sign-in: {answer.status_code} {answer.text[:200]}"
    cookie = {"Cookie": answer.headers["set-cookie"].split(";")[0], "Sec-Fetch-Site": "same-origin"}
    seen = sender.send("GET", "/api/v1/session", cookie)
    if seen.status_code != 200:
        return f"session: {seen.status_code} {seen.text[:200]}"
    sender.send("DELETE", "/api/v1/session", cookie)
    after = sender.send("GET", "/api/v1/session", cookie)
    return None if after.status_code == 401 else f"a session that has ended: {after.status_code}"


def with_a_wrong_password(sender: Sender, world: World) -> str | None:
    """Nobody gets in. Under another name each time: whoever guesses waits longer with each guess at a name."""
    wrong = {"username": f"nobody-{next(_numbers)}", "password": world.password}
    answer = sender.send("POST", "/api/v1/session", _from_somewhere(), json=wrong)
    return "let in" if answer.status_code == 200 else None


def _token(sender: Sender, world: World, secret: str) -> httpx.Response:
    form = {"grant_type": "client_credentials", **_program(world, secret)}
    return sender.send("POST", "/oauth2/token", _from_somewhere(), data=form)


def _from_somewhere() -> dict[str, str]:
    return {"X-Forwarded-For": str(ip_address("11.0.0.1") + 256 * next(_numbers))}


def _program(world: World, secret: str) -> dict[str, str]:
    return {"client_id": world.bot, "client_secret": secret}
