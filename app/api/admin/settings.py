"""The settings in force, for administrators: values, where they come from, what they do. No secret is shown."""

import re
from typing import Literal

from pydantic import Field, SecretStr

from app.api.app_state import Configured
from app.api.guard import Administrator
from app.api.paging import ApiModel
from app.api.routing import Router
from app.platform.setting_meanings import meanings
from app.platform.settings import Settings

router = Router(prefix="/settings", tags=["settings"])
_WITH_PASSWORD = re.compile(r"//[^/]*@")


class SettingItem(ApiModel):
    """A setting of the process that answers, which read it when it started."""

    name: str = Field(examples=["PUC_ISSUER"])
    value: str | None = Field(description="As written in the environment; null: empty, or a secret.")
    is_secret: bool
    is_set: bool = Field(description="It is not empty.")
    source: Literal["default", "environment", "file"]
    meaning: str


class SettingsInForce(ApiModel):
    """All settings, in the order of docs/operating.md."""

    items: list[SettingItem]


@router.get("", summary="The settings in force")
def get_settings(_: Administrator, settings: Configured) -> SettingsInForce:
    """Secrets, and the database's address, which may hold one, only say whether they are set."""
    return SettingsInForce(items=items(settings))


def items(settings: Settings) -> list[SettingItem]:
    """All settings, without secrets."""
    return [_item(settings, name, meaning) for name, meaning in meanings().items()]


def _item(settings: Settings, name: str, meaning: str) -> SettingItem:
    field = name.removeprefix("PUC_").lower()
    value: object = getattr(settings, field)
    text = value.get_secret_value() if isinstance(value, SecretStr) else _as_written(value)
    hidden = isinstance(value, SecretStr) or not Settings.model_fields[field].repr
    is_secret = hidden or _WITH_PASSWORD.search(text) is not None  # an address that is not used is not checked
    return SettingItem(
        name=name,
        value=None if is_secret else text or None,
        is_secret=is_secret,
        is_set=text != "",
        source=settings.source_of(field),
        meaning=meaning,
    )


def _as_written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return "" if value is None else str(value)
