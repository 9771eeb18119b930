package io.github.pulsarusercenter.settings;

import java.util.List;
import java.util.Locale;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * Which of Pulsar's services has loaded the plugin, told by settings that only that one has: Pulsar
 * gives every service's providers the configuration of a broker.
 */
public enum ServiceKind {
  /** Decides, and knows what is open. */
  BROKER,
  /** Opens nothing itself: the brokers behind it decide, and know what is open. */
  PROXY("servicePort", "servicePortTls", "brokerServiceURL", "forwardAuthorizationCredentials"),
  /** Decides at the handshake only; what is open at the brokers is its own. */
  WEBSOCKET("serviceUrl", "serviceUrlTls", "brokerServiceUrl", "brokerServiceUrlTls"),
  /** Answers calls; nothing stays open. */
  WORKER("workerId", "functionMetadataTopicName");

  private final List<String> own;

  ServiceKind(String... own) {
    this.own = List.of(own);
  }

  public static ServiceKind of(ServiceConfiguration conf) {
    for (ServiceKind kind : values()) {
      if (kind.own.stream().anyMatch(name -> conf.getProperty(name) != null)) {
        return kind;
      }
    }
    return BROKER;
  }

  /** As the center is told. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether what a revocation takes away has ended here.
   *
   * @param followed whether our interceptor follows the connections, and takes from them
   */
  public boolean kicks(boolean followed, ServiceConfiguration conf) {
    return switch (this) {
      case BROKER -> followed && !takesProxiesWord(conf);
      case WEBSOCKET -> false;
      case PROXY, WORKER -> true;
    };
  }

  /** Whether tokens of clients behind a proxy stay unknown, so that a revoked one ends nothing. */
  public static boolean takesProxiesWord(ServiceConfiguration conf) {
    return !conf.getProxyRoles().isEmpty() && !conf.isAuthenticateOriginalAuthData();
  }
}
