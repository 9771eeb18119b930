package io.github.pulsarusercenter.heartbeat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * The ports of the binary protocol. A broker that stops closes them after its topics, with all
 * their producers and consumers.
 */
final class ClientPorts {
  private static final int CONNECT_MILLIS = 1_000;

  private ClientPorts() {}

  /** True when the broker has such ports, and none of them takes a connection. */
  static boolean areClosed(ServiceConfiguration conf) {
    List<Integer> ports =
        Stream.of(conf.getBrokerServicePort(), conf.getBrokerServicePortTls())
            .flatMap(Optional::stream)
            .toList();
    return !ports.isEmpty()
        && ports.stream()
            .allMatch(port -> port > 0 && !acceptsConnections(conf.getBindAddress(), port));
  }

  private static boolean acceptsConnections(String bindAddress, int port) {
    try (Socket socket = new Socket()) {
      InetAddress address = InetAddress.getByName(bindAddress);
      InetAddress target = address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address;
      socket.connect(new InetSocketAddress(target, port), CONNECT_MILLIS);
      return true;
    } catch (ConnectException e) {
      return false;
    } catch (IOException e) {
      return true; // a busy broker answers late
    }
  }
}
