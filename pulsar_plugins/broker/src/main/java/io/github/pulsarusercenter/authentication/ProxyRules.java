package io.github.pulsarusercenter.authentication;

import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;

/**
 * When a proxy's role passes without rights of its own: only where the broker asks about the
 * original principal as well, and demands both.
 *
 * <p>It does not for Pulsar's WebSocket service, which names a stand-in that is nobody; the broker
 * then asks about the role alone. Nor inside the WebSocket service, which knows no original
 * principal at all.
 */
public final class ProxyRules {
  /** Pulsar's own constant, with its spelling. */
  public static final String STAND_IN = "__websocket_dummy_original_principle";

  private static final String ORIGINAL_PRINCIPAL = "X-Original-Principal";

  private final Supplier<Set<String>> proxyRoles;
  private final Supplier<Set<String>> superUsers;

  /**
   * @param proxyRoles broker.conf's proxyRoles as of now
   * @param superUsers broker.conf's superUserRoles as of now
   */
  public ProxyRules(Supplier<Set<String>> proxyRoles, Supplier<Set<String>> superUsers) {
    this.proxyRoles = proxyRoles;
    this.superUsers = superUsers;
  }

  public boolean isProxy(String role) {
    return role != null && proxyRoles.get().contains(role);
  }

  /** Whether the role passes here, because somebody else is asked about, too. */
  public boolean passes(String role, AuthenticationDataSource data) {
    if (!isProxy(role)) {
      return false;
    }
    AuthenticationDataSource own = unwrapped(data);
    if (own == null || !own.hasDataFromHttp()) {
      // A binary connection without an original principal does not get this far, and one with the
      // stand-in is closed as soon as it is open: see mustClose. The broker knows where its
      // connections come from; Kafka-on-Pulsar does not say so, and asks about one role only.
      return own != null && own.hasDataFromPeer();
    }
    String original = own.getHttpHeader(ORIGINAL_PRINCIPAL);
    boolean somebody = original != null && !original.isBlank() && !STAND_IN.equals(original);
    return somebody && !isWebSocket(own);
  }

  /** A handshake, where nobody asks about the original principal: the header says nothing. */
  private static boolean isWebSocket(AuthenticationDataSource call) {
    String upgrade = call.getHttpHeader("Upgrade");
    return upgrade != null && upgrade.toLowerCase(Locale.ROOT).contains("websocket");
  }

  /** Whether a binary connection uses the proxy's role to act for nobody. */
  public boolean mustClose(String role, String principal) {
    return STAND_IN.equals(principal) && isProxy(role) && !superUsers.get().contains(role);
  }

  /** The broker has already checked that a proxy sends this header, and that nobody else does. */
  public static String originalPrincipal(AuthenticationDataSource data) {
    AuthenticationDataSource own = unwrapped(data);
    return own != null && own.hasDataFromHttp() ? own.getHttpHeader(ORIGINAL_PRINCIPAL) : null;
  }

  /**
   * Who is meant when the broker asks about the stand-in, as it does when it looks again at an open
   * connection of the WebSocket service: who signed in on it. Every other role is meant itself.
   */
  public static String behindStandIn(String role, AuthenticationDataSource data) {
    SignInData ours = STAND_IN.equals(role) ? SignInData.of(data) : null;
    Credential verified = ours == null ? null : ours.credential();
    return verified == null ? role : verified.principal();
  }

  private static AuthenticationDataSource unwrapped(AuthenticationDataSource data) {
    return data instanceof AuthenticationDataSubscription wrapped ? wrapped.getAuthData() : data;
  }
}
