"""The broker protocol: snapshots and changes, heartbeats, credentials, enforcement, live connections, pulsar-admin.

It may use rights as they are read and the rules of giving. It must not know HTTP or `inquiry`.
"""
