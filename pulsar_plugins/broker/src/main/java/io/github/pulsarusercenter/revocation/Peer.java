package io.github.pulsarusercenter.revocation;

import java.util.Objects;

/**
 * What is at the other end of a binary connection.
 *
 * @param principal who acts
 * @param authenticated whose credential opened it
 * @param behindBalancer whether a PROXY header names another address
 * @param proxyVersion what a Pulsar proxy says of itself; null without one
 */
record Peer(String principal, String authenticated, boolean behindBalancer, String proxyVersion) {
  /**
   * The owner of the peer's address. Null behind a balancer that names another address, since any
   * client may name an original principal. Null, too, behind a proxy that passes on its client's
   * credential.
   */
  String owner() {
    boolean actsForAnother = !Objects.equals(principal, authenticated);
    boolean passedOn = !actsForAnother && proxyVersion != null;
    return behindBalancer || passedOn ? null : authenticated;
  }
}
