"""The broker protocol: snapshots and changes, heartbeats, credentials, enforcement, live connections, pulsar-admin.

It may use rights as they are read, the rules of giving, and what lies below them. It must not know HTTP or `inquiry`.
"""
