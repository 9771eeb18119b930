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
   * Whose address its address is. Nobody's where a balancer names another, since anybody may name
   * an original principal; nor where a proxy that asks nobody for a credential passes on its
   * client's.
   */
  String owner() {
    boolean named = !Objects.equals(principal, authenticated);
    boolean passedOn = !named && proxyVersion != null;
    return behindBalancer || passedOn ? null : authenticated;
  }
}
