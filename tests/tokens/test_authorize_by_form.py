"""Signing in to an application that sends the browser with a form (OpenID Connect Core §3.1.2.1)."""

from tests.tokens.relying_party import URI, RelyingParty, query

PATH = "/oauth2/authorize"
FOREIGN = {"Origin": "https://desk.example", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}


def test_a_form_of_another_site_begins_like_an_address(desk: RelyingParty) -> None:
    answer = desk.browser.post(PATH, data=desk.parameters(), headers=FOREIGN)
    assert answer.status_code == 303, answer.text
    assert "puc_authorize" in answer.headers["set-cookie"]
    decided = desk.decide(query(answer.headers["location"])["request"], consented=True)
    code = query(decided.json()["location"])["code"]
    assert desk.redeem(code).json()["scope"] == "openid profile offline_access"


def test_mistakes_of_a_form_go_back_like_those_of_an_address(desk: RelyingParty) -> None:
    wrong = desk.browser.post(PATH, data=desk.parameters(response_type="token"))
    assert wrong.headers["location"].startswith(f"{URI}?")
    assert query(wrong.headers["location"])["error"] == "unsupported_response_type"
    twice = desk.browser.post(PATH, data={**desk.parameters(), "state": ["s1", "s2"]})
    assert query(twice.headers["location"])["error"] == "invalid_request"


def test_a_malformed_or_too_long_form_is_shown_to_the_person(desk: RelyingParty) -> None:
    for answer in (
        desk.browser.post(PATH, json=desk.parameters()),
        desk.browser.post(PATH, params=desk.parameters()),
        desk.browser.post(PATH, data=desk.parameters(state="s" * 9_000)),
        desk.browser.post(PATH, data={**desk.parameters(), "redirect_uri": [URI, "https://evil.example"]}),
    ):
        assert answer.headers["location"].endswith("/authorize?error=unknown_application"), answer.text
