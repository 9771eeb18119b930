"""Authentication as clients meet it: TLS, proxy, WebSocket, other providers beside ours, tokens that end."""
