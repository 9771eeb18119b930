"""Pulsar's own permissions of subscriptions and ours, side by side: the same commands, the same questions."""
