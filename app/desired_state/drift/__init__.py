"""Drift: where a running cluster is not what the center wishes, and the answers to it: adopt, repair, accept.

It may use provisioning (the only one that calls clusters), resources, granting and the notices of requests. It must
not change a cluster without a line that says what and why, nor take what could not be read for missing.
"""
