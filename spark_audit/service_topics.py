"""How Pulsar names a subscription's retry and dead-letter topics: `<topic>-<subscription>-RETRY` and `-DLQ`."""

SERVICE = r"-[^/]+-(RETRY|DLQ)"
"""The part of such a name after the topic. A regular expression that means the same in Python and in Java."""
