package io.github.pulsarusercenter.authentication;

import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;

/**
 * What brokers put around the data of a sign-in: the name of a subscription and, from 5.0.1 on, the
 * note that a proxy alone named the original principal.
 */
public final class WrappedData {
  private static final String PACKAGE = "org.apache.pulsar.broker.authentication.";

  /** Called by name: the plugin is compiled against 4.0. */
  private static final String FORWARDED = PACKAGE + "AuthenticationDataForwarded";

  private static final String PROXIED_CALL = "getProxiedRequestData";

  private WrappedData() {}

  /**
   * @param data may be null
   * @return what a provider made; null for null. The broker's note itself where it holds nothing,
   *     as on binary connections
   */
  static AuthenticationDataSource unwrapped(AuthenticationDataSource data) {
    if (data instanceof AuthenticationDataSubscription wrapped) {
      return unwrapped(wrapped.getAuthData());
    }
    AuthenticationDataSource call = isForwarded(data) ? proxiedCall(data) : null;
    return call == null ? data : unwrapped(call);
  }

  /**
   * Whether a command came over a binary connection. False for data that shows no connection: a
   * broker has the same for calls of those who sent no credential.
   *
   * @param unwrapped may be null
   */
  public static boolean isConnection(AuthenticationDataSource unwrapped) {
    return unwrapped != null
        && !unwrapped.hasDataFromHttp()
        && (unwrapped.hasDataFromPeer()
            || unwrapped.hasDataFromCommand()
            || isForwarded(unwrapped));
  }

  private static boolean isForwarded(AuthenticationDataSource data) {
    return data != null && data.getClass().getName().equals(FORWARDED);
  }

  private static AuthenticationDataSource proxiedCall(AuthenticationDataSource forwarded) {
    try {
      return (AuthenticationDataSource)
          forwarded.getClass().getMethod(PROXIED_CALL).invoke(forwarded);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This broker hides the calls of proxies", e);
    }
  }
}
