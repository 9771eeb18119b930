"""Checks that a page never talks to other servers and never fails in its own code."""

from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Error, Page, Request

_WANTED = ("Failed to load resource", "Problem: screen_missing", "Problem: unreachable")
"""Expected messages. Chromium logs each answer from 400 on, and the router logs errors of screens; tests of refusals
and of failed loading cause both."""


class Watch:
    """Listens to a page from its beginning."""

    def __init__(self, page: Page) -> None:
        self._strangers: set[str] = set()
        self._errors: list[str] = []
        self._page = page
        page.on("request", self._note_request)
        page.on("console", self._note_message)
        page.on("pageerror", self._note_error)

    def end(self) -> None:
        """Stop listening."""
        self._page.remove_listener("request", self._note_request)
        self._page.remove_listener("console", self._note_message)
        self._page.remove_listener("pageerror", self._note_error)

    def check(self) -> None:
        """Raises AssertionError with what happened."""
        assert not self._strangers, f"requests to others: {sorted(self._strangers)}"
        assert not self._errors, "\n".join(self._errors)

    def _note_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme.startswith("http") and address.hostname != "127.0.0.1":
            self._strangers.add(request.url)

    def _note_error(self, error: Error) -> None:
        self._errors.append(str(error))

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(wanted in message.text for wanted in _WANTED):
            self._errors.append(f"{message.type}: {message.text}")
