"""Routes that strangers may call: discovery, tokens, signing in and out, registration, health.

They may use `identity`, `tokens`, `requests` and what every request goes through. They must not say whether a name
exists.
"""
