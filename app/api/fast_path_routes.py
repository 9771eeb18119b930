"""What programs send most, or all at once: answered in front of the framework (see `app.api.fast_path`)."""

from app.api.admin.access import cached_check
from app.api.broker import authenticate_in_front
from app.api.fast_path import Shortcut
from app.api.public import token_from_memory
from app.api.public.oauth2_form import FORM

_JSON = b"application/json"
SHORTCUTS = {
    "/api/v1/access/check": Shortcut(_JSON, cached_check.answer),
    "/oauth2/token": Shortcut(FORM.encode(), token_from_memory.answer),
    "/api/broker/v1/authenticate": Shortcut(_JSON, authenticate_in_front.answer),
}
