package io.github.pulsarusercenter.heartbeat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says goodbye to the center when the broker stops. A stopping broker does not close its
 * authorization provider (4.0.8), so this runs as a JVM shutdown hook. It waits for the last
 * connection to close: the broker serves until then, and a center that thought it gone earlier
 * would confirm a revision too early.
 */
public final class Departure {
  private static final Logger log = LoggerFactory.getLogger(Departure.class);
  private static final long LOOK_MILLIS = 100;

  /**
   * Used when brokerShutdownTimeoutMs is less. On a busy machine connections close later than that,
   * after more than ten seconds. Waiting costs nothing, and without a goodbye the center regards
   * this broker as vanished.
   */
  private static final long SHORTEST_MILLIS = 20_000;

  private final Thread atJvmEnd;

  /**
   * @param end run when the JVM ends
   */
  public Departure(Runnable end) {
    atJvmEnd = new Thread(end, "user-center-events-end");
  }

  public void registerHook() {
    Runtime.getRuntime().addShutdownHook(atJvmEnd);
  }

  /** Removes the hook: everything was closed before the JVM ended. */
  public void removeHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(atJvmEnd);
    } catch (IllegalStateException e) {
      log.debug("The JVM is ending already", e);
    }
  }

  /**
   * Waits a bounded time until no connection is open; says goodbye only if none is.
   *
   * @param brokerMillis the broker's own limit for closing its connections
   */
  public static void sayGoodbyeWhenIdle(
      FollowedConnections open, long brokerMillis, Runnable goodbye) {
    waitUntil(open::servesNobody, brokerMillis);
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
