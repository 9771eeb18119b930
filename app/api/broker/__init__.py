"""Routes for brokers' plugins, called with the cluster's plugin credential.

They may use `brokers`, `identity`, `tokens` and what every request passes through. They must not know people's
sessions: a broker asks for itself, or for a user whom it saw sign in.
"""
