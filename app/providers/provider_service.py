"""The part of the running application that calls providers."""

from app.platform.settings import Settings
from app.providers.discovery import Discovery
from app.providers.provider_http import ProviderHttp


class Providers:
    """Calls and what they found, shared by all requests of one instance."""

    def __init__(self, settings: Settings) -> None:
        self.http = ProviderHttp(settings)
        self.discovery = Discovery(settings, self.http)
