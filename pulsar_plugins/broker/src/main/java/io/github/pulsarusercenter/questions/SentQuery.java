package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import java.lang.reflect.Field;
import org.apache.pulsar.broker.authentication.AuthenticationDataHttp;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The query of an HTTP call as it was sent, also where Pulsar's WebSocket service asks with data of
 * its own. That data keeps the request to itself, and its type differs between Pulsar lines, so it
 * is read by reflection.
 *
 * @param text still encoded; null without a query, or when it is not known
 * @param known false when it can't be read
 */
record SentQuery(String text, boolean known) {
  private static final SentQuery UNKNOWN = new SentQuery(null, false);
  private static final Logger log = LoggerFactory.getLogger(SentQuery.class);

  static SentQuery of(AuthenticationDataSource unwrapped) {
    if (unwrapped instanceof SignInData ours) {
      // Data without a path wraps the data of others and knows no query either.
      return ours.path() == null ? UNKNOWN : new SentQuery(ours.query(), true);
    }
    return unwrapped instanceof AuthenticationDataHttp foreign ? foreign(foreign) : UNKNOWN;
  }

  private static SentQuery foreign(AuthenticationDataHttp data) {
    try {
      Field request = AuthenticationDataHttp.class.getDeclaredField("request");
      request.setAccessible(true);
      Object query = request.getType().getMethod("getQueryString").invoke(request.get(data));
      return new SentQuery((String) query, true);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn("The query of a WebSocket handshake can't be read: only super users consume so", e);
      return UNKNOWN;
    }
  }
}
