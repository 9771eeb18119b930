package io.github.pulsarusercenter;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import org.apache.pulsar.broker.authentication.AuthenticationDataHttp;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;

/** WebSocket handshakes as Pulsar's service asks about them: with data of its own. */
public final class Handshakes {
  private Handshakes() {}

  /** A consumer of this subscription; a reader when it is empty. */
  public static AuthenticationDataSource consumer(String subscription, String query) {
    try {
      // The constructor's type differs between Pulsar lines.
      Constructor<?> made = AuthenticationDataHttp.class.getConstructors()[0];
      Class<?> type = made.getParameterTypes()[0];
      Object request =
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "getQueryString" -> query;
                    case "getHeader" -> arguments[0].equals("Upgrade") ? "websocket" : null;
                    case "getRemoteAddr" -> "127.0.0.1";
                    case "getRemotePort" -> 5000;
                    default -> null;
                  });
      return new AuthenticationDataSubscription(
          (AuthenticationDataSource) made.newInstance(request), subscription);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
