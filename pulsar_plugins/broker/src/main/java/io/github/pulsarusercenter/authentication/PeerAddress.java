package io.github.pulsarusercenter.authentication;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** The client's address as text; a missing or odd address is null, never an exception. */
record PeerAddress(String ip, String session) {
  static PeerAddress of(SocketAddress address) {
    if (address instanceof InetSocketAddress inet) {
      // Over HTTP the address is unresolved; its host string is the IP, no look-up needed.
      InetAddress resolved = inet.getAddress();
      String ip =
          resolved == null ? withoutBrackets(inet.getHostString()) : resolved.getHostAddress();
      return new PeerAddress(ip, ip + ":" + inet.getPort());
    }
    return new PeerAddress(null, null);
  }

  /** Only Jetty writes an IPv6 address in brackets, and addresses are compared. */
  static String withoutBrackets(String host) {
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return bracketed ? host.substring(1, host.length() - 1) : host;
  }
}
