package io.github.pulsarusercenter.revocation;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.util.stream.Stream;

/**
 * A handler of Pulsar's WebSocket service: one session with one producer, consumer or reader.
 * Called by reflection, because the underlying WebSocket library differs between Pulsar lines.
 *
 * @param handler the service's object
 * @param topic the full name; may be a partition
 * @param producing false for consumers and readers
 */
record WebSocketHandler(Object handler, String topic, boolean producing) {
  private static final int POLICY_VIOLATION = 1008;
  private static final String WHY = "no longer permitted";

  /** Numeric address and port of the client; null when the session is over. */
  String address() throws ReflectiveOperationException {
    Object session = session();
    return session != null && remote(session) instanceof InetSocketAddress from
        ? from.getAddress().getHostAddress() + ":" + from.getPort()
        : null;
  }

  /** Null for a producer, and for a reader, which has no named subscription. */
  String subscription() throws ReflectiveOperationException {
    try {
      return producing ? null : (String) call(handler, "getSubscription");
    } catch (NoSuchMethodException reader) {
      return null;
    }
  }

  /** Ends the session; the service then closes its producer or consumer. */
  void close() throws ReflectiveOperationException {
    Object session = session();
    if (session == null) {
      return;
    }
    Class<?> type = session.getClass();
    try {
      type.getMethod("close", int.class, String.class).invoke(session, POLICY_VIOLATION, WHY);
    } catch (NoSuchMethodException jetty12) {
      Method close = threefold(type, jetty12);
      Object noop = close.getParameterTypes()[2].getField("NOOP").get(null);
      close.invoke(session, POLICY_VIOLATION, WHY, noop);
    }
  }

  private static Method threefold(Class<?> type, NoSuchMethodException notFound)
      throws NoSuchMethodException {
    return Stream.of(type.getMethods())
        .filter(method -> method.getName().equals("close") && method.getParameterCount() == 3)
        .findFirst()
        .orElseThrow(() -> notFound);
  }

  private static Object remote(Object session) throws ReflectiveOperationException {
    try {
      return call(session, "getRemoteAddress");
    } catch (NoSuchMethodException jetty12) {
      return call(session, "getRemoteSocketAddress");
    }
  }

  private Object session() throws ReflectiveOperationException {
    return call(handler, "getSession");
  }

  static Object call(Object on, String method) throws ReflectiveOperationException {
    try {
      return on.getClass().getMethod(method).invoke(on);
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(e.getCause());
    }
  }
}
