"""How Pulsar names a subscription's retry and dead-letter topics: `<topic>-<subscription>-RETRY` and `-DLQ`."""

SERVICE = r"-[^/]+-(RETRY|DLQ)"
"""What such a name has behind the topic that it serves. A regular expression that means the same to Python and Java."""
