"""The broker protocol: snapshots and changes, heartbeats, credentials, enforcement, live connections.

It may use the rights as they are read and given, and what lies below them. It must not know HTTP or `rights.inquiry`.
"""
