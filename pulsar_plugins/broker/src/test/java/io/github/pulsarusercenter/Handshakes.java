package io.github.pulsarusercenter;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.apache.pulsar.broker.authentication.AuthenticationDataHttp;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;

/** HTTP calls with data of Pulsar's own, as its WebSocket service and other providers have. */
public final class Handshakes {
  private Handshakes() {}

  /** A consumer of this subscription; a reader when it is empty. */
  public static AuthenticationDataSource consumer(String subscription, String query) {
    Map<String, String> sent = new HashMap<>();
    sent.put("getQueryString", query);
    sent.put("getHeader", "websocket");
    return new AuthenticationDataSubscription(data(sent), subscription);
  }

  /** A call to the admin API that another provider signed in. */
  public static AuthenticationDataSource call(String path) {
    Map<String, String> sent = new HashMap<>();
    sent.put("getRequestURI", path);
    return data(sent);
  }

  private static AuthenticationDataSource data(Map<String, String> sent) {
    try {
      // The constructor's type differs between Pulsar lines.
      Constructor<?> constructor = AuthenticationDataHttp.class.getConstructors()[0];
      Class<?> type = constructor.getParameterTypes()[0];
      Object request =
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "getHeader" ->
                        arguments[0].equals("Upgrade") ? sent.get("getHeader") : null;
                    case "getRemoteAddr" -> "127.0.0.1";
                    case "getRemotePort" -> 5000;
                    default -> sent.get(method.getName());
                  });
      return (AuthenticationDataSource) constructor.newInstance(request);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
