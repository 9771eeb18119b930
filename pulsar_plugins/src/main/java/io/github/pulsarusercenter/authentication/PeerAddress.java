package io.github.pulsarusercenter.authentication;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The client's address as text; a missing or odd address is null, never an exception. */
record PeerAddress(String ip, String session) {
  static PeerAddress of(SocketAddress address) {
    if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
      String ip = inet.getAddress().getHostAddress();
      return new PeerAddress(ip, ip + ":" + inet.getPort());
    }
    return new PeerAddress(null, null);
  }
}
