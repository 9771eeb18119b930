package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.pulsar.broker.ServiceConfiguration;

/**
 * Which addresses count as those of callers (decision 0079). That of the peer, unless something
 * stands between; what a proxy says, if it may tell. Null for all others.
 *
 * @param broker broker.conf, some of whose settings can change while the broker runs
 * @param tellers roles of proxies whose word for an address counts
 * @param followed whether our interceptor says of each binary connection what stands between
 */
public record AddressRules(
    ServiceConfiguration broker, Set<String> tellers, BooleanSupplier followed) {
  private static final String FORWARDED_FOR = "X-Forwarded-For";
  private static final String FORWARDED = "Forwarded";
  private static final String ORIGINAL = "X-Original-Principal";

  /**
   * Whether the peer of a binary connection counts as the caller before the interceptor has said
   * what stands between. Without the interceptor a balancer would go unnoticed, and so would a
   * proxy that forwards its client's credential.
   */
  boolean believesUnseenPeers() {
    return followed.getAsBoolean()
        || (!broker.isHaProxyProtocolEnabled() && !broker.isAuthenticateOriginalAuthData());
  }

  /**
   * The address of an HTTP caller with a credential of its own. Whoever names a forwarded address
   * stands behind something, or pretends to. Jetty takes such a name for the address of the peer
   * when the broker trusts it.
   *
   * @param header a header's first value by name
   * @param peer the address of the peer; may be null
   */
  IpAddress caller(UnaryOperator<String> header, String peer, String principal) {
    boolean forwarded = header.apply(FORWARDED_FOR) != null || header.apply(FORWARDED) != null;
    boolean itself = !broker.isWebServiceTrustXForwardedFor() && isProxyActing(header, principal);
    boolean hidden = broker.isWebServiceHaProxyProtocolEnabled() || (forwarded && !itself);
    return hidden ? null : IpAddress.parse(peer);
  }

  /** The address that a proxy says its client has; the last one, since clients send others. */
  IpAddress told(HttpCall call, String proxy) {
    boolean counts = tellers.contains(proxy) && broker.getProxyRoles().contains(proxy);
    String last = counts ? call.lastOf(FORWARDED_FOR) : null;
    return last == null ? null : IpAddress.parse(PeerAddress.withoutBrackets(last.trim()));
  }

  /** A proxy sends the forwarded address of its client, but its own credential. */
  private boolean isProxyActing(UnaryOperator<String> header, String principal) {
    String original = header.apply(ORIGINAL);
    return broker.getProxyRoles().contains(principal) && original != null && !original.isBlank();
  }
}
