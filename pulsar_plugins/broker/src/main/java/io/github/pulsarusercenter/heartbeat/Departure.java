package io.github.pulsarusercenter.heartbeat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a broker. One that stops does not close its authorization provider (4.0.8), so the
 * JVM's end has to tell; and it serves until its last connection is closed: a center that took it
 * for gone before would confirm too early.
 */
public final class Departure {
  private static final Logger log = LoggerFactory.getLogger(Departure.class);
  private static final long LOOK_MILLIS = 20;

  /**
   * Also where brokerShutdownTimeoutMs is less. On a busy machine connections close after that, in
   * more than ten seconds; to wait costs nothing, and without a goodbye the center takes this
   * broker for vanished.
   */
  private static final long SHORTEST_MILLIS = 20_000;

  private final Thread atJvmEnd;

  /**
   * @param end what is left to do when the JVM ends
   */
  public Departure(Runnable end) {
    atJvmEnd = new Thread(end, "user-center-events-end");
  }

  public void await() {
    Runtime.getRuntime().addShutdownHook(atJvmEnd);
  }

  /** Somebody has closed everything before. */
  public void cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(atJvmEnd);
    } catch (IllegalStateException e) {
      log.debug("The JVM is ending already", e);
    }
  }

  /**
   * Waits until nobody is served any more, but not for ever; says goodbye only then.
   *
   * @param brokerMillis how long the broker itself takes at most to close what is open
   */
  public static void part(FollowedConnections open, long brokerMillis, Runnable goodbye) {
    waitUntil(() -> open.count() == 0, brokerMillis);
    if (open.servesNobody()) {
      goodbye.run();
    } else {
      log.warn(
          "Ending without a goodbye, {} connections are open: the center takes this broker for"
              + " vanished",
          open.count());
    }
  }

  private static void waitUntil(BooleanSupplier servesNobody, long brokerMillis) {
    long longest = Math.max(SHORTEST_MILLIS, brokerMillis);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(longest);
    try {
      while (!servesNobody.getAsBoolean() && System.nanoTime() < until) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
