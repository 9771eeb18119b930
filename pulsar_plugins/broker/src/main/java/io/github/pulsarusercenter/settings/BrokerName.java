package io.github.pulsarusercenter.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * How this broker is called at the center and in the names of event files: {@code host:webPort}.
 * Where it serves no plain HTTP the port is the first that it has of TLS and the binary ones, so
 * that two on one host have two names.
 */
public final class BrokerName {
  private BrokerName() {}

  public static String of(ServiceConfiguration conf) {
    String advertised = conf.getAdvertisedAddress();
    String host = advertised == null || advertised.isBlank() ? localHost() : advertised;
    Optional<Integer> port =
        Stream.of(
                conf.getWebServicePort(),
                conf.getWebServicePortTls(),
                conf.getBrokerServicePortTls(),
                conf.getBrokerServicePort())
            .flatMap(Optional::stream)
            .findFirst();
    return port.map(number -> host + ":" + number).orElse(host);
  }

  private static String localHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "broker";
    }
  }
}
