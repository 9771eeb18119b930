package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Where the sign-in of one binary connection comes from; a fresh credential comes from there too.
 * The first sign-in cannot see a proxy or balancer. The interceptor reports it before the first
 * question.
 */
final class ConnectionOrigin implements Origin {
  private final IpAddress peer;
  private final AddressRules rules;
  private volatile boolean connected;
  private volatile String owner;

  /**
   * @param address of the peer; may be null
   */
  ConnectionOrigin(SocketAddress address, AddressRules rules) {
    this.peer = address instanceof InetSocketAddress inet ? IpAddress.of(inet.getAddress()) : null;
    this.rules = rules;
  }

  /**
   * Called when the broker has let the connection in.
   *
   * @param peerOwner the role that the peer's address belongs to; null behind a proxy or balancer
   */
  void setPeerOwner(String peerOwner) {
    owner = peerOwner;
    connected = true;
  }

  /**
   * The address of the principal whose credential opened the connection; null when it is uncertain.
   */
  @Override
  public IpAddress from(String principal) {
    boolean certain = connected ? principal.equals(owner) : rules.believesUnseenPeers();
    return certain ? peer : null;
  }
}
