"""Authentication from the clients' side: TLS, proxy, WebSocket, other providers beside ours, expiring tokens."""
