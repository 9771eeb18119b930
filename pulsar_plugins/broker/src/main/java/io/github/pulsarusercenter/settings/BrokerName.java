package io.github.pulsarusercenter.settings;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * The broker's name at the center and in the names of event files: {@code host:webPort}. Without
 * plain HTTP the port is the first that is set of HTTPS, binary TLS and binary, so that two brokers
 * on one host have different names.
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
