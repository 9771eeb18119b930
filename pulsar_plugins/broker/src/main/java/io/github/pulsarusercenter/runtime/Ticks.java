package io.github.pulsarusercenter.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks every second and every minute, on one thread. A failure, even an OutOfMemoryError,
 * ends only the current turn, because the age of the rights must still be checked.
 */
final class Ticks implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Ticks.class);

  private final Runnable second;
  private final Runnable minute;
  private final List<Runnable> checks = new CopyOnWriteArrayList<>();
  private final ScheduledThreadPoolExecutor scheduler =
      new ScheduledThreadPoolExecutor(1, DaemonThreads.named("user-center-tick"));

  Ticks(Runnable second, Runnable minute) {
    this.second = second;
    this.minute = minute;
  }

  /** Adds a check that runs every second, after the others. */
  void everySecond(Runnable check) {
    checks.add(check);
  }

  void start() {
    scheduler.scheduleWithFixedDelay(() -> safely(this::runSecond), 1, 1, TimeUnit.SECONDS);
    scheduler.scheduleWithFixedDelay(() -> safely(minute), 1, 1, TimeUnit.MINUTES);
  }

  private void runSecond() {
    second.run();
    checks.forEach(Runnable::run);
  }

  private static void safely(Runnable turn) {
    try {
      turn.run();
    } catch (RuntimeException | Error e) {
      log.error("The plugin's tick failed, going on", e);
    }
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
  }
}
