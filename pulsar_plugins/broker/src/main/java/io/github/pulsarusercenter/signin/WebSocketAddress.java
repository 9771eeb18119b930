package io.github.pulsarusercenter.signin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * The address of a WebSocket handshake. A browser can't set headers there, so Pulsar's WebSocket
 * service reads the parameter {@code token}; the broker's filter before it does not, so we do. Of
 * no other call: an address ends up in logs and histories.
 */
final class WebSocketAddress {
  private static final String TOKEN = "token=";

  private WebSocketAddress() {}

  /**
   * @param path and query as they were sent, still encoded; may be null
   * @return the token, or null when this is no handshake or holds none
   */
  static String token(String path, String query) {
    if (path == null || query == null || !path.startsWith("/ws/")) {
      return null;
    }
    for (String parameter : query.split("&")) {
      if (parameter.startsWith(TOKEN)) {
        return decoded(parameter.substring(TOKEN.length()));
      }
    }
    return null;
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return value;
    }
  }
}
