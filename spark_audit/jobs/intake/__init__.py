"""Event files and the center's export become silver: each event once, and nothing that is not what it claims to be.

It may use sources, store and the silver transforms. It must not know what events are used for.
"""
