"""Every column that PUC_SECRET_KEY seals for longer than a day. Signing keys have a key of their own
(`app.tokens.key_encryption`)."""

from app.identity import authenticator_app
from app.messages import hooks
from app.platform.resealing import SealedColumn
from app.providers import code_exchange
from app.resources import cluster_tls

SEALED: tuple[SealedColumn, ...] = (authenticator_app.SEALED, *code_exchange.SEALED, *hooks.SEALED, *cluster_tls.SEALED)
