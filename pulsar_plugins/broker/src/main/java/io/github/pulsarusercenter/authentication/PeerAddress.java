package io.github.pulsarusercenter.authentication;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The client's address as text; a missing or odd address is null, never an exception. */
record PeerAddress(String ip, String session) {
  static PeerAddress of(SocketAddress address) {
    if (address instanceof InetSocketAddress inet) {
      // Over HTTP the broker hands over an unresolved address; its text is the IP, no look-up
      // needed.
      InetAddress resolved = inet.getAddress();
      String ip = resolved == null ? inet.getHostString() : resolved.getHostAddress();
      return new PeerAddress(ip, ip + ":" + inet.getPort());
    }
    return new PeerAddress(null, null);
  }
}
