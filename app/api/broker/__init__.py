"""Routes that brokers' plugins call, with their cluster's credential.

They may use `brokers`, `identity`, `tokens` and what every request goes through. They must not know people's
sessions: a broker asks for itself, or for somebody whom it saw sign in.
"""
