"""Our tokens at brokers without our plugin, and stock clients straight at our token endpoint."""
