"""Tokens: issued, signed, verified, revoked; signing keys; API tokens and device codes.

It may use `identity` and the audit log. It must not know grants: a token says who somebody is, never what they may do.
"""
