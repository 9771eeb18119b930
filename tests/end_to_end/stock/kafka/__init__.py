"""A real Kafka client signs in with a token of the center."""
