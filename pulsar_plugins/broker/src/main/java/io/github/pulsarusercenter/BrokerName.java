package io.github.pulsarusercenter;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * How this broker is called at the center and in the names of event files: {@code host:webPort}.
 */
final class BrokerName {
  private BrokerName() {}

  static String of(ServiceConfiguration conf) {
    String host = conf.getAdvertisedAddress();
    if (host == null || host.isBlank()) {
      host = localHost();
    }
    String port = conf.getWebServicePort().map(number -> ":" + number).orElse("");
    return host + port;
  }

  private static String localHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "broker";
    }
  }
}
