"""The service. Its rooms, their order and their tasks: docs/architecture.md."""
