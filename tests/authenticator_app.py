"""An authenticator app whose codes still count when the 30 seconds change on their way to the service."""

import time

import pyotp


class AuthenticatorApp(pyotp.TOTP):
    """The service takes codes of the step before, of now and of the step after, each step once (RFC 6238 §5.2)."""

    def first_code(self) -> str:
        """For setting the app up."""
        return self.now()

    def next_code(self) -> str:
        """For everything after it: of the step after the one that set the app up."""
        return self.at(int(time.time()) + 30)
