"""Event files and the center's export → silver, each event once. Files that do not belong here are refused.

It may use sources, store and the silver transforms. It must not know what events are used for.
"""
