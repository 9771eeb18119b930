"""Requests for rights: asked for, decided, noticed, ended.

It may use `granting`, which judges the decider as if they gave the right themselves. It must not know routes or e-mail.
"""
