package io.github.pulsarusercenter.authentication;

import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/**
 * Says when a proxy's role passes without rights of its own: only where the broker also asks about
 * the original principal, and demands both (decision 0024).
 *
 * <p>The broker does not do so for Pulsar's WebSocket service, which names a stand-in as original
 * principal: it then asks about the role alone. Nor does the WebSocket service itself, which knows
 * no original principal.
 *
 * @param proxyRoles broker.conf's proxyRoles as of now
 * @param superUsers broker.conf's superUserRoles as of now
 */
public record ProxyRules(Supplier<Set<String>> proxyRoles, Supplier<Set<String>> superUsers) {
  /** Pulsar's constant, with Pulsar's spelling. */
  public static final String STAND_IN = "__websocket_dummy_original_principle";

  public static final String ORIGINAL_PRINCIPAL = "X-Original-Principal";

  public boolean isProxy(String role) {
    return role != null && proxyRoles.get().contains(role);
  }

  /** Whether the role passes here, because the broker also asks about the original principal. */
  public boolean passes(String role, AuthenticationDataSource data) {
    if (!isProxy(role)) {
      return false;
    }
    AuthenticationDataSource own = SignInData.unwrapped(data);
    if (own == null || !own.hasDataFromHttp()) {
      // A binary connection without an original principal does not get this far, and one with the
      // stand-in is closed as soon as it is open: see mustClose. The broker's own connections have
      // a peer address. Kafka-on-Pulsar passes none, and asks about one role only.
      return own != null && own.hasDataFromPeer();
    }
    String original = own.getHttpHeader(ORIGINAL_PRINCIPAL);
    boolean somebody = original != null && !original.isBlank() && !STAND_IN.equals(original);
    return somebody && !isWebSocket(own);
  }

  /**
   * As the broker asks about a command of a connection: behind a proxy both have to be allowed, and
   * a proxy's role passes. False before the sign-in.
   */
  public boolean mayBoth(String authenticated, String principal, Predicate<String> may) {
    return authenticated != null
        && (authenticated.equals(principal) || isProxy(authenticated) || may.test(authenticated))
        && may.test(principal);
  }

  /**
   * In a WebSocket handshake nothing asks about the original principal, so its header means
   * nothing.
   */
  public static boolean isWebSocket(AuthenticationDataSource call) {
    String upgrade = call.getHttpHeader("Upgrade");
    return upgrade != null && upgrade.toLowerCase(Locale.ROOT).contains("websocket");
  }

  /** Whether a binary connection has a proxy's role but acts for no real principal. */
  public boolean mustClose(String role, String principal) {
    return STAND_IN.equals(principal) && isProxy(role) && !superUsers.get().contains(role);
  }

  /**
   * Null without one. The broker has already checked that a proxy sends this header and no other
   * client does.
   */
  public static String originalPrincipal(AuthenticationDataSource data) {
    AuthenticationDataSource own = SignInData.unwrapped(data);
    return own != null && own.hasDataFromHttp() ? own.getHttpHeader(ORIGINAL_PRINCIPAL) : null;
  }

  /**
   * Who may be the administrator of a tenant: Pulsar asks about the proxy's role only, but the
   * original principal acts.
   */
  public String administrator(String role, AuthenticationDataSource data) {
    return isProxy(role) ? originalPrincipal(data) : role;
  }

  /**
   * The principal that signed in on the connection, if the role is the stand-in; else the role
   * itself. The broker asks about the stand-in when it checks an open connection of the WebSocket
   * service again.
   */
  public static String actingPrincipal(String role, AuthenticationDataSource data) {
    SignInData signIn = STAND_IN.equals(role) ? SignInData.of(data) : null;
    Credential credential = signIn == null ? null : signIn.credential();
    return credential == null ? role : credential.principal();
  }
}
