"""Routes for everybody: discovery, tokens, signing in and out, registration, health.

They may use `identity`, `tokens`, `requests` and what every request passes through. They must not reveal whether a name
exists.
"""
