package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/**
 * Which addresses count as those of callers (decision 0079): the peer's, unless a proxy or balancer
 * stands between, and an address that a trusted proxy names. Null for all others.
 *
 * @param broker broker.conf, some of whose settings can change while the broker runs
 * @param trustedProxies roles of proxies that are believed about their clients' addresses
 * @param intercepting whether our interceptor reports proxies and balancers of each binary
 *     connection
 */
public record AddressRules(
    ServiceConfiguration broker, Set<String> trustedProxies, BooleanSupplier intercepting) {
  private static final String FORWARDED_FOR = "X-Forwarded-For";
  private static final String FORWARDED = "Forwarded";

  /**
   * Whether the peer of a binary connection counts as the caller before the interceptor has
   * reported on it. Without the interceptor a balancer goes unnoticed, and so does a proxy that
   * forwards its client's credential.
   */
  boolean believesUnseenPeers() {
    return intercepting.getAsBoolean()
        || (!broker.isHaProxyProtocolEnabled() && !broker.isAuthenticateOriginalAuthData());
  }

  /**
   * The proxy whose certificate came with an HTTP call in which the principal shows its own
   * credential; null without one. Pulsar's proxy hands its client's credential on over HTTP.
   */
  String proxyBefore(AuthenticationDataSource call, String principal) {
    boolean certain = call.hasDataFromTls() && !broker.isTlsAllowInsecureConnection();
    String certificateName = certain ? CertificateName.of(call.getTlsCertificates()) : null;
    boolean other = certificateName != null && !certificateName.equals(principal);
    return other && broker.getProxyRoles().contains(certificateName) ? certificateName : null;
  }

  /**
   * The address of an HTTP caller with a credential of its own. A caller that names a forwarded
   * address is behind a proxy, or pretends to be. Jetty takes that address for the peer's when the
   * broker trusts the header.
   *
   * @param peer the address of the peer; may be null
   */
  IpAddress caller(AuthenticationDataSource call, String peer, String principal) {
    boolean forwarded =
        call.getHttpHeader(FORWARDED_FOR) != null || call.getHttpHeader(FORWARDED) != null;
    boolean itself = !broker.isWebServiceTrustXForwardedFor() && isProxyActing(call, principal);
    boolean hidden = broker.isWebServiceHaProxyProtocolEnabled() || (forwarded && !itself);
    return hidden ? null : IpAddress.parse(peer);
  }

  /**
   * The address that a proxy says its client has; the last one, since clients send others. None
   * beside the other header: who writes that one, as Pulsar's proxy from 5.0 on, hands on what its
   * client says in this one.
   */
  IpAddress forwardedAddress(HttpCall call, String proxy) {
    boolean counts = trustedProxies.contains(proxy) && broker.getProxyRoles().contains(proxy);
    String last = counts && call.header(FORWARDED) == null ? call.lastOf(FORWARDED_FOR) : null;
    return last == null ? null : IpAddress.parse(PeerAddress.withoutBrackets(last.trim()));
  }

  /** A proxy sends the forwarded address of its client, but its own credential. */
  private boolean isProxyActing(AuthenticationDataSource call, String principal) {
    String original = call.getHttpHeader(ProxyRules.ORIGINAL_PRINCIPAL);
    return broker.getProxyRoles().contains(principal) && original != null && !original.isBlank();
  }
}
