"""The service. Its packages are layers, listed in `pyproject.toml`. Where to look for what: docs/architecture.md."""
