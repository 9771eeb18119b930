package io.github.pulsarusercenter.authentication;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The few facts of an HTTP call that the plugin reads, independent of the broker's servlet API:
 * javax up to Pulsar 4, jakarta from 5 on. Only {@link JavaxCall} and {@link JakartaCall} know the
 * difference, and a broker loads only the one for its own API.
 */
public interface HttpCall {
  String CERTIFICATES = "servlet.request.X509Certificate";

  /** A header, or null. */
  String header(String name);

  /** All headers of this name, in their order. */
  List<String> headers(String name);

  /** The text after the last comma of the last header of this name; null without one. */
  default String lastOf(String name) {
    List<String> all = headers(name);
    String last = all.isEmpty() ? null : all.get(all.size() - 1);
    return last == null ? null : last.substring(last.lastIndexOf(',') + 1);
  }

  String authType();

  String method();

  /** The path as it was sent, still encoded. */
  String path();

  /** The query, still encoded; null when there is none. */
  String query();

  /** The caller's address without port; behind a proxy, the proxy's. */
  String address();

  int port();

  /** The certificates of the client, or null without mutual TLS. */
  X509Certificate[] certificates();

  /**
   * Runs the action when the answer was sent. Never runs it when the call is not asynchronous,
   * fails or times out: the broker may still be busy with the call then.
   */
  void whenAnswered(Runnable action);
}
