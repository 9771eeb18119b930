"""Requests for rights and accounts, their decisions, notices and reminders.

It may use `granting`, which checks a decider as if it gave the right itself. It must not know routes or e-mail.
"""
