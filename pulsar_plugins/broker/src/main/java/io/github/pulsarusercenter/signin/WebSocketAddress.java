package io.github.pulsarusercenter.signin;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Reads the token from the address of a WebSocket handshake. A browser can't set headers there, so
 * Pulsar's WebSocket service accepts the parameter {@code token}. The broker's filter in front of
 * it does not read the parameter, so the plugin does. Only for handshakes, because addresses end up
 * in logs and histories.
 */
final class WebSocketAddress {
  private static final String TOKEN = "token=";

  private WebSocketAddress() {}

  /**
   * @param path as sent, still encoded; may be null
   * @param query as sent, still encoded; may be null
   * @return the token, or null when this is no handshake or has none
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
