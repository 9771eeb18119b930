"""Every column that a key of the settings seals for longer than a day, but for signing keys, which say by which one
(`app.tokens.key_encryption`)."""

from app.identity import authenticator_app
from app.messages import hooks
from app.platform.resealing import SealedColumn
from app.providers import code_exchange
from app.resources import cluster_tls, encryption_halves

SEALED: tuple[SealedColumn, ...] = (
    *(authenticator_app.SEALED, *code_exchange.SEALED, *hooks.SEALED, *cluster_tls.SEALED),
    encryption_halves.SEALED,
)
