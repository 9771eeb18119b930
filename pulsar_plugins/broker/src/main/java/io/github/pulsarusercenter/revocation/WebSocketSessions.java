package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.RecentHttpUsers;
import io.github.pulsarusercenter.authentication.RecentHttpUsers.Visitor;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions of the WebSocket service inside this broker. They produce and consume through the
 * broker's own client, so the broker's connections do not name their users. Sessions are looked for
 * every second and when rights change. Once found, a session is treated like any other connection.
 */
public final class WebSocketSessions {
  private static final Logger log = LoggerFactory.getLogger(WebSocketSessions.class);

  private final Object broker;
  private final RecentHttpUsers httpUsers;
  private final LiveConnections live;
  private final LongSupplier time;

  /** By identity: handlers define equality by the names of their producers. */
  private final Map<Object, WebSocketSession> known = new IdentityHashMap<>();

  private boolean warned;

  /**
   * @param broker the broker's PulsarService
   * @param time epoch ms at the center
   */
  public WebSocketSessions(
      Object broker, RecentHttpUsers httpUsers, LiveConnections live, LongSupplier time) {
    this.broker = broker;
    this.httpUsers = httpUsers;
    this.live = live;
    this.time = time;
  }

  /**
   * Follows new sessions, forgets ended ones, and closes those whose token has expired or was
   * revoked.
   */
  public synchronized void look() {
    try {
      Object current = WebSocketHandler.call(broker, "getWebSocketService");
      if (current != null) {
        Set<Object> open = Collections.newSetFromMap(new IdentityHashMap<>());
        follow(current, "getProducers", true, open);
        follow(current, "getConsumers", false, open);
        follow(current, "getReaders", false, open);
        forgetAllBut(open);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      if (!warned) {
        warned = true;
        log.warn("WebSocket sessions can't be followed in this broker: they end by themselves", e);
      }
    }
  }

  private void follow(Object current, String kind, boolean producing, Set<Object> open)
      throws ReflectiveOperationException {
    for (Map.Entry<?, ?> handlersOfTopic :
        ((Map<?, ?>) WebSocketHandler.call(current, kind)).entrySet()) {
      for (Object handler : (Collection<?>) handlersOfTopic.getValue()) {
        open.add(handler);
        WebSocketSession session = known.get(handler);
        if (session == null) {
          begin(new WebSocketHandler(handler, (String) handlersOfTopic.getKey(), producing));
        } else if (session.isExpired(time.getAsLong()) || live.isRevoked(session)) {
          session.close();
        }
      }
    }
  }

  private void begin(WebSocketHandler handler) throws ReflectiveOperationException {
    String address = handler.address();
    Visitor visitor = address == null ? null : httpUsers.find(address);
    if (visitor == null) {
      return;
    }
    WebSocketSession session = new WebSocketSession(handler, visitor, address);
    known.put(handler.handler(), session);
    OpenUse.Label label =
        new OpenUse.Label("websocket " + address, handler.topic(), handler.subscription(), null);
    live.opened(
        session,
        handler.producing()
            ? OpenUse.producer(handler.handler(), label, session::close)
            : OpenUse.consumer(handler.handler(), label, session::close));
  }

  private void forgetAllBut(Set<Object> open) {
    known
        .entrySet()
        .removeIf(
            entry -> {
              boolean ended = !open.contains(entry.getKey());
              if (ended) {
                live.disconnected(entry.getValue());
              }
              return ended;
            });
  }
}
