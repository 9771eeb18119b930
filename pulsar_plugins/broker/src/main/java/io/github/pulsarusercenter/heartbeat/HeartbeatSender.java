package io.github.pulsarusercenter.heartbeat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.CenterLink;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to the center which revision this broker enforces: every interval, and at once after a
 * change; over the link, where there is one. Many changes in a row become few heartbeats. When the
 * broker has not reached a revision one interval after the center named it, the change feed is
 * reopened.
 */
public final class HeartbeatSender implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HeartbeatSender.class);

  /** Pause after a requested heartbeat: at most ten a second. */
  private static final long PAUSE_MILLIS = 100;

  /** The longest pause: a center with many brokers asks for longer pauses, but not beyond this. */
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  /** Interval after a failure, because the center may be back soon. */
  private static final long RETRY_SECONDS = 2;

  private static final long GOODBYE_DEADLINE_MILLIS = 3_000;

  private final UserCenterClient client;
  private final Supplier<ObjectNode> report;
  private final Runnable reconnect;
  private final Semaphore due = new Semaphore(0);
  private final Thread thread = new Thread(this::run, "user-center-heartbeat");
  private volatile long intervalSeconds;
  private volatile long pauseMillis = PAUSE_MILLIS;
  private volatile boolean closed;
  private long centerRevision;
  private boolean failing;

  /**
   * @param report makes the body; its {@code revision} is the one enforced at that moment
   * @param reconnect reopens the change feed; called when this broker is behind or the center has
   *     begun a new epoch
   */
  public HeartbeatSender(
      UserCenterClient client,
      Supplier<ObjectNode> report,
      long intervalSeconds,
      Runnable reconnect) {
    this.client = client;
    this.report = report;
    this.intervalSeconds = intervalSeconds;
    this.reconnect = reconnect;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Requests a heartbeat at once; many requests in a row become one heartbeat. */
  public void now() {
    due.release();
  }

  private void run() {
    while (!closed) {
      try {
        long patience = failing ? Math.min(RETRY_SECONDS, intervalSeconds) : intervalSeconds;
        boolean requested = due.tryAcquire(patience, TimeUnit.SECONDS);
        due.drainPermits();
        if (!closed && !send(requested) && requested) {
          Thread.sleep(pauseMillis);
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        log.error("Heartbeat: unexpected failure, going on", e);
      }
    }
  }

  /** True when it went over the link, which needs no pause: the center stores them together. */
  private boolean send(boolean requested) throws InterruptedException {
    ObjectNode body = report.get();
    CenterLink link = client.link();
    try {
      if (link != null) {
        link.report(body);
        useInterval(link.intervalSeconds());
        failing = false;
        return true;
      }
      JsonNode answer = client.heartbeat(body);
      useInterval(answer.path("interval_seconds").asLong());
      pauseMillis =
          Math.max(
              PAUSE_MILLIS,
              Math.min(LONGEST_PAUSE_MILLIS, answer.path("pause_ms").asLong(PAUSE_MILLIS)));
      failing = false;
      if (isOtherEpoch(body.path("epoch"), answer.path("epoch"))) {
        log.warn("The center has begun a new epoch: reconnecting");
        reconnect.run();
      }
      compare(body.path("revision").asLong(), answer.path("revision").asLong(), requested);
    } catch (IOException e) {
      PluginMetrics.heartbeatFailed();
      if (!failing) {
        log.warn("The user center took no heartbeat: {}", e.getMessage());
      }
      failing = true;
    }
    return false;
  }

  private void useInterval(long seconds) {
    if (seconds > 0) {
      intervalSeconds = Math.min(3_600, seconds);
    }
  }

  private static boolean isOtherEpoch(JsonNode own, JsonNode center) {
    return own.isTextual() && center.isTextual() && !own.equals(center);
  }

  private void compare(long own, long center, boolean requested) {
    if (requested) {
      return;
    }
    boolean stillBehind = own < centerRevision;
    centerRevision = stillBehind ? 0 : center;
    if (stillBehind) {
      log.warn("The center is at revision {}, this broker at {}: reconnecting", center, own);
      reconnect.run();
    }
  }

  /**
   * Reports to the center that this broker serves no more clients, so that confirmations do not
   * wait for it. Best effort: without it the center regards the broker as vanished.
   */
  public void goodbye() {
    close();
    try {
      client.heartbeat(report.get().put("leaving", true), GOODBYE_DEADLINE_MILLIS);
    } catch (IOException e) {
      log.info("The user center took no goodbye: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
