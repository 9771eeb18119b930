"""Secrets of the settings that the transit engine of Vault (or OpenBao) has encrypted: opened once, at the start.

A secret may be given as the engine's ciphertext (`vault:v1:…`). Then neither the environment, nor a file, nor a copy of
the machine's disk is enough: whoever wants to open it needs Vault, which records each opening and can refuse it.
Only the start needs Vault; a center that runs goes on without it.
Source: https://developer.hashicorp.com/vault/api-docs/secret/transit#decrypt-data
"""

import base64
import binascii
import json
import ssl
import time
from urllib.parse import quote

import httpx
from pydantic import SecretStr

from app.platform.settings import SECRETS, Settings

_SEALED, _SECONDS, _MOST_BYTES = "vault:v", 10, 65_536


class VaultError(Exception):
    """It did not open or encrypt a secret. The message names no secret."""


def opened(settings: Settings) -> Settings:
    """The settings with all secrets in clear. Raises VaultError; asks nothing when no secret is a ciphertext."""
    texts = {setting: _text(settings, setting) for setting in SECRETS if setting != "vault_token"}
    sealed = {setting: text for setting, text in texts.items() if text.startswith(_SEALED)}
    found = {setting: SecretStr(_open_secret(settings, setting, text)) for setting, text in sealed.items()}
    return settings.model_copy(update=found) if found else settings


def encrypted(settings: Settings, plain: str) -> str:
    """The ciphertext of a secret, for the settings. Raises VaultError."""
    body = {"plaintext": base64.b64encode(plain.encode()).decode()}
    return _ask(settings, "encrypt", body, "ciphertext")


def _open_secret(settings: Settings, name: str, sealed: str) -> str:
    try:
        return base64.b64decode(_ask(settings, "decrypt", {"ciphertext": sealed}, "plaintext"), validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        raise VaultError(f"PUC_{name.upper()}: what Vault decrypted is no text") from None
    except VaultError as error:
        raise VaultError(f"PUC_{name.upper()}: {error}") from None


def _ask(settings: Settings, verb: str, body: dict[str, str], field: str) -> str:
    """One field of Vault's answer."""
    if not settings.vault_address:
        raise VaultError("it is a ciphertext of Vault, and PUC_VAULT_ADDRESS does not say where Vault is")
    address = f"{settings.vault_address.rstrip('/')}/v1/{settings.vault_transit_path}/{verb}/"
    token, trusted = _text(settings, "vault_token"), _tls_context(settings)
    if not (token.isascii() and token.isprintable()):
        raise VaultError("PUC_VAULT_TOKEN (or its file) holds signs that no token has")
    try:
        with httpx.Client(verify=trusted, trust_env=False, timeout=_SECONDS) as client:
            headers = {"X-Vault-Token": token, "X-Vault-Request": "true"}
            named = address + quote(settings.vault_transit_key, safe="")
            with client.stream("POST", named, json=body, headers=headers) as answer:
                content, status = _read(answer), answer.status_code
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise VaultError(f"Vault at {settings.vault_address} does not answer ({type(error).__name__})") from None
    if status != httpx.codes.OK or len(content) > _MOST_BYTES:
        raise VaultError(f"Vault at {settings.vault_address} refuses to {verb} it (status {status})")
    return _field(content, field)


def _read(answer: httpx.Response) -> bytes:
    """The answer, or a little more than may be. Raises httpx.ReadTimeout, also when it comes byte by byte."""
    content, until = b"", time.monotonic() + _SECONDS
    for part in answer.iter_bytes():
        content += part
        if len(content) > _MOST_BYTES:
            break
        if time.monotonic() > until:
            raise httpx.ReadTimeout("the answer does not end")
    return content


def _field(content: bytes, name: str) -> str:
    try:
        found = json.loads(content)["data"][name]
    except (ValueError, KeyError, TypeError):
        found = None
    if not isinstance(found, str):
        raise VaultError("Vault's answer is none of the transit engine")
    return found


def _tls_context(settings: Settings) -> ssl.SSLContext:
    file = settings.vault_ca_file
    try:
        return ssl.create_default_context(cafile=file) if file else httpx.create_ssl_context(trust_env=False)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise VaultError(f"the certificates of PUC_VAULT_CA_FILE ({file}) cannot be read: {reason}") from None


def _text(settings: Settings, name: str) -> str:
    secret: SecretStr = getattr(settings, name)
    return secret.get_secret_value()
