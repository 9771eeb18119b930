package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import java.lang.reflect.Field;
import org.apache.pulsar.broker.authentication.AuthenticationDataHttp;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Path and query of an HTTP call as they were sent. Data of Pulsar's WebSocket service or of
 * another provider does not show its request, whose type differs between Pulsar lines, so it is
 * read by reflection.
 *
 * @param path still encoded; null when it is not known
 * @param query still encoded; null without one, or when it is not known
 * @param known false when the call can't be read
 */
record SentCall(String path, String query, boolean known) {
  private static final SentCall UNKNOWN = new SentCall(null, null, false);
  private static final Logger log = LoggerFactory.getLogger(SentCall.class);

  static SentCall of(AuthenticationDataSource unwrapped) {
    if (unwrapped instanceof SignInData call) {
      // Data without a path wraps the data of others and knows no query either.
      return call.path() == null ? UNKNOWN : new SentCall(call.path(), call.query(), true);
    }
    return unwrapped instanceof AuthenticationDataHttp foreign ? foreign(foreign) : UNKNOWN;
  }

  private static SentCall foreign(AuthenticationDataHttp data) {
    try {
      Field field = AuthenticationDataHttp.class.getDeclaredField("request");
      field.setAccessible(true);
      Class<?> type = field.getType();
      Object request = field.get(data);
      String path = (String) type.getMethod("getRequestURI").invoke(request);
      String query = (String) type.getMethod("getQueryString").invoke(request);
      return new SentCall(path, query, true);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn("A call that another provider signed in can't be read: it takes a super user", e);
      return UNKNOWN;
    }
  }
}
