package io.github.pulsarusercenter.snapshot.current;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that sleeps until the next window of a grant opens or closes, and then applies it to
 * the rights in force.
 */
public final class WindowTimer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(WindowTimer.class);
  private static final long LONGEST_SLEEP_MILLIS = 1_000;

  private final CurrentRights rights;
  private final Thread thread = new Thread(this::run, "user-center-windows");
  private volatile boolean closed;

  public WindowTimer(CurrentRights rights) {
    this.rights = rights;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  /** Makes the thread look again at once, after a change of the rights or the time. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closed) {
      long sleep = LONGEST_SLEEP_MILLIS;
      try {
        sleep = Math.min(sleep, rights.passTime());
      } catch (RuntimeException | Error e) {
        log.error("A window's end could not be enforced, trying again", e);
      }
      LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(sleep));
    }
  }

  @Override
  public void close() {
    closed = true;
    wake();
  }
}
