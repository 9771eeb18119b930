package io.github.pulsarusercenter.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens links. A center of before knows none, and a proxy may not pass them: then none is tried for
 * some minutes.
 */
final class CenterLinks {
  private static final Logger log = LoggerFactory.getLogger(CenterLinks.class);
  private static final long OPEN_MILLIS = 10_000;
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final CenterExchange exchange;
  private volatile CenterLink link;
  private volatile Runnable whenOpened = () -> {};
  private volatile boolean missing;
  private volatile long missingSince;

  CenterLinks(CenterExchange exchange) {
    this.exchange = exchange;
  }

  void whenOpened(Runnable action) {
    whenOpened = action;
  }

  /** The open link, or null. */
  CenterLink current() {
    CenterLink current = link;
    return current != null && current.isOpen() ? current : null;
  }

  boolean areDue() {
    return !missing || System.nanoTime() - missingSince >= PAUSE_NANOS;
  }

  /** A link, open or failed; empty when there are none at this address, or lately were none. */
  Optional<ChangeFeed> open(URI address, String query) throws InterruptedException {
    if (!areDue()) {
      return Optional.empty();
    }
    CenterLink opening = new CenterLink(address);
    CompletableFuture<WebSocket> call =
        exchange.open(address, "/link" + query, OPEN_MILLIS, opening);
    try {
      call.get();
      missing = false;
      link = opening;
      whenOpened.run();
    } catch (InterruptedException e) {
      call.cancel(true);
      opening.close();
      throw e;
    } catch (ExecutionException e) {
      if (isMissing(e.getCause())) {
        sayMissing(address, e.getCause());
        return Optional.empty();
      }
      opening.fail(failure(e.getCause()));
    }
    return Optional.of(opening);
  }

  /** Also when a proxy hangs up, as no answer says that it does not pass links. */
  private static boolean isMissing(Throwable cause) {
    if (cause instanceof WebSocketHandshakeException refusal) {
      int status = refusal.getResponse().statusCode();
      return status != 401 && status < 500;
    }
    return cause instanceof IOException
        && !(cause instanceof ConnectException)
        && !(cause instanceof HttpTimeoutException);
  }

  private void sayMissing(URI address, Throwable cause) {
    if (!missing) {
      log.warn(
          "{} opens no WebSocket ({}): the user center is of an older version, or a proxy does not"
              + " pass them. Follows it by server-sent events and reports by requests, which costs"
              + " the center more",
          address,
          cause instanceof WebSocketHandshakeException refusal
              ? refusal.getResponse().statusCode()
              : String.valueOf(cause.getMessage()));
    }
    missingSince = System.nanoTime();
    missing = true;
  }

  private Throwable failure(Throwable cause) {
    return cause instanceof WebSocketHandshakeException refusal
        ? exchange.feedRefused(refusal.getResponse().statusCode())
        : cause;
  }
}
