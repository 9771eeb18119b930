"""Pulsar itself: policies in people's units and as clusters tell them. Without a broker."""
