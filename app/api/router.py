"""The three audiences of the API: brokers, console and programs, everybody. Each route names its guard itself;
a test calls every operation without a credential, so that none can be forgotten.
"""

from fastapi import APIRouter

from app.api.broker import authenticate, changes, heartbeat, snapshot
from app.api.public import discovery, health, oauth2, session

_BROKER = (snapshot, changes, authenticate, heartbeat)
"""Under /api/broker/v1; the caller is a cluster."""
_CONSOLE = ()
"""Under /api/v1; the caller is a user, by session or token. Add a module here when its file exists."""
_PUBLIC = (session, oauth2, discovery, health)
"""With their full paths."""

router = APIRouter()
for _module in _BROKER:
    router.include_router(_module.router, prefix="/api/broker/v1")
for _module in _CONSOLE:
    router.include_router(_module.router, prefix="/api/v1")
for _module in _PUBLIC:
    router.include_router(_module.router)
