"""Makes and checks passkeys by the WebAuthn library, as our policy wants them.

Import it where it is used: with all the kinds of certificates that the library knows, it would be a tenth of a start.
"""

from collections.abc import Iterable
from typing import Any

import webauthn
from webauthn.authentication.verify_authentication_response import VerifiedAuthentication
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

_ALGORITHMS = [COSEAlgorithmIdentifier.ECDSA_SHA_256, COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256]


def to_register(host: str, username: str, handle: bytes, challenge: bytes, key_ids: Iterable[bytes]) -> str:
    """What the browser needs to make a passkey, as JSON. `key_ids`: the ids of those that the user has."""
    options = webauthn.generate_registration_options(
        rp_id=host,
        rp_name="Pulsar User Center",
        user_name=username,
        user_id=handle,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=key) for key in key_ids],
        supported_pub_key_algs=_ALGORITHMS,
    )
    return webauthn.options_to_json(options)


def registered(credential: dict[str, Any], challenge: bytes, host: str, origin: str) -> VerifiedRegistration:
    """The new passkey. Raises many kinds of errors for hostile answers."""
    return webauthn.verify_registration_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=host,
        expected_origin=origin,
        require_user_verification=True,
        supported_pub_key_algs=_ALGORITHMS,
    )


def to_show(host: str, challenge: bytes) -> str:
    """What the browser needs to show a passkey, as JSON."""
    options = webauthn.generate_authentication_options(
        rp_id=host, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    return webauthn.options_to_json(options)


def shown(
    credential: dict[str, Any], challenge: bytes, host: str, origin: str, public_key: bytes, sign_count: int
) -> VerifiedAuthentication:
    """The proof that the passkey was shown. Raises many kinds of errors for hostile answers."""
    return webauthn.verify_authentication_response(
        credential=credential,
        expected_challenge=challenge,
        expected_rp_id=host,
        expected_origin=origin,
        credential_public_key=public_key,
        credential_current_sign_count=sign_count,
        require_user_verification=True,
    )
