package io.github.pulsarusercenter.settings;

import java.util.List;
import java.util.Locale;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * The Pulsar service that has loaded the plugin. Recognized by settings that only this service has,
 * because Pulsar gives the providers of every service a broker's configuration.
 */
public enum ServiceKind {
  /** Decides, and knows its open connections. */
  BROKER,
  /** Opens no producers or consumers; the brokers behind it decide and know them. */
  PROXY("servicePort", "servicePortTls", "brokerServiceURL", "forwardAuthorizationCredentials"),
  /** Decides at the handshake only; at the brokers it opens its sessions as itself. */
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

  /** The name in heartbeats. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Whether a revocation ends what is open here (decision 0033).
   *
   * @param followed whether our interceptor follows the connections and may end them
   */
  public boolean kicks(boolean followed, ServiceConfiguration conf) {
    return switch (this) {
      case BROKER -> followed && !trustsProxyIdentity(conf);
      case WEBSOCKET -> false;
      case PROXY, WORKER -> true;
    };
  }

  /**
   * Whether the broker does not see the tokens of clients behind a proxy, so that a revoked token
   * ends nothing.
   */
  public static boolean trustsProxyIdentity(ServiceConfiguration conf) {
    return !conf.getProxyRoles().isEmpty() && !conf.isAuthenticateOriginalAuthData();
  }
}
