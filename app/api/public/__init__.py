"""Routes that need no session: discovery, tokens, signing in, registration, health.

They may use `identity`, `tokens` and what every request goes through. They must not say whether a name exists.
"""
