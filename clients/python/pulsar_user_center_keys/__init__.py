"""Encryption keys of the user center for Apache Pulsar's Python client: fetched, renewed, in memory alone. Needs Linux.

Each error is a `KeyProblem`; none of them, and no `repr`, holds a private half or a token."""

from pulsar_user_center_keys.center import CenterUnavailable, KeyProblem, KeyRefused
from pulsar_user_center_keys.keys import ConsumerKeys, ProducerKeys

__all__ = ["CenterUnavailable", "ConsumerKeys", "KeyProblem", "KeyRefused", "ProducerKeys"]
