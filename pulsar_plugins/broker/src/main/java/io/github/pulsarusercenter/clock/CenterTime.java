package io.github.pulsarusercenter.clock;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The center's time as a broker knows it: the latest time the center stated, plus what a monotonic
 * clock has counted since (decision 0016). The broker's wall clock counts only after a restart
 * without the center: until the center states its time, the later of the wall clock and the stored
 * time is used.
 *
 * <p>The network can delay a statement but never make it early, so the recent statement that gives
 * the latest time counts. Time never goes back behind a time that the center has stated. When the
 * center's clock is set back, or its instances disagree, time stands still here until they have
 * caught up, so that what has ended stays ended.
 */
public final class CenterTime implements LongSupplier {
  /** A larger difference between clocks is logged. */
  static final long TOLERATED_MILLIS = 10_000;

  /** The least time that a statement counts, before a slower one may replace it. */
  static final long MEMORY_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final Logger log = LoggerFactory.getLogger(CenterTime.class);
  private static final long LATEST = 9_000_000_000_000L;
  private static final long NANOS = 1_000_000;

  /** Time at nanos n is n + offset, and at least {@code floor} (epoch ms). */
  private record Anchor(long offset, long floor, boolean confirmed, int era) {
    long millis(long nanos) {
      return Math.max(floor, Math.floorDiv(nanos + offset, NANOS));
    }
  }

  private final LongSupplier nanos;
  private final LongSupplier wall;
  private volatile Anchor anchor;
  private volatile Runnable whenMoved = () -> {};
  private volatile long behindMillis;
  private long stored;
  private long storedNanos;
  private long best;
  private long bestBefore;
  private long bestSince;
  private boolean behindLogged;
  private boolean skewLogged;

  /**
   * @param nanos a monotonic clock, such as System.nanoTime
   * @param wall this machine's clock, epoch ms
   */
  public CenterTime(LongSupplier nanos, LongSupplier wall) {
    this.nanos = nanos;
    this.wall = wall;
    anchor = new Anchor(wall.getAsLong() * NANOS - nanos.getAsLong(), 0, false, 0);
  }

  /** Epoch ms at the center. */
  @Override
  public long getAsLong() {
    return at(nanos.getAsLong());
  }

  /**
   * @param nanoTime a reading of the monotonic clock
   * @return epoch ms at the center at that moment
   */
  public long at(long nanoTime) {
    return anchor.millis(nanoTime);
  }

  /** False until the center has stated its time to this process. */
  public boolean isConfirmed() {
    return anchor.confirmed();
  }

  /** Changes when the center's first statement corrects the time, which may then have gone back. */
  public int era() {
    return anchor.era();
  }

  /**
   * How far the center's newest statement is behind the time here; above 0 when its clock was set
   * back.
   */
  public long behindMillis() {
    return behindMillis;
  }

  /** How far this machine's clock is ahead of the center's time; negative when it is behind. */
  public long skewMillis() {
    return wall.getAsLong() - getAsLong();
  }

  /** Sets an action to run after every statement of the center. */
  public void whenMoved(Runnable action) {
    whenMoved = action;
  }

  /**
   * Starts from a stored time, after a restart and before the center has stated its time.
   *
   * @param millis what {@link #sureMillis()} returned before the restart
   */
  public synchronized void restore(long millis) {
    stored = millis;
    storedNanos = nanos.getAsLong();
    advanceTo(Math.max(stored, wall.getAsLong()));
    log.warn(
        "Time not confirmed by the center yet: going by the later of this machine's clock and the"
            + " stored time");
  }

  /**
   * Epoch ms that the center has certainly reached, independent of this machine's clock; 0:
   * unknown.
   */
  public synchronized long sureMillis() {
    if (anchor.confirmed()) {
      return getAsLong();
    }
    return stored == 0 ? 0 : stored + (nanos.getAsLong() - storedNanos) / NANOS;
  }

  /** Takes a time that the center states, epoch ms. */
  public void accept(long millis) {
    synchronized (this) {
      if (millis <= 0 || millis > LATEST) {
        log.warn("The center states an impossible time: {}", millis);
        return;
      }
      long now = nanos.getAsLong();
      if (anchor.confirmed()) {
        follow(millis, now);
      } else {
        startFrom(millis, now);
      }
    }
    whenMoved.run();
  }

  private void startFrom(long millis, long now) {
    long offset = millis * NANOS - now;
    long before = anchor.millis(now);
    best = offset;
    bestBefore = offset;
    bestSince = now;
    anchor = new Anchor(offset, sureMillis(), true, anchor.era() + 1);
    log.info("The center confirms the time; here it was taken for {} ms later", before - millis);
    noteBehind(anchor.millis(now) - millis);
  }

  private void follow(long millis, long now) {
    Anchor before = anchor;
    long offset = millis * NANOS - now;
    if (now - bestSince > MEMORY_NANOS) {
      bestBefore = best;
      best = offset;
      bestSince = now;
    }
    best = Math.max(best, offset);
    long after = Math.max(best, bestBefore);
    long jump = (after - before.offset()) / NANOS;
    if (jump > TOLERATED_MILLIS) {
      log.warn("The center's time is {} ms ahead of what was counted here: following it", jump);
    }
    if (after != before.offset()) {
      anchor = new Anchor(after, before.millis(now), true, before.era());
    }
    noteBehind(before.millis(now) - millis);
  }

  private void noteBehind(long behind) {
    behindMillis = Math.max(0, behind);
    if (behind > TOLERATED_MILLIS && !behindLogged) {
      behindLogged = true;
      log.error(
          "The center states a time {} ms before what it stated earlier: its clock was set back, or"
              + " its instances disagree. Time stands still here until it has caught up; what has"
              + " ended stays ended",
          behind);
    } else if (behind < TOLERATED_MILLIS / 2 && behindLogged) {
      behindLogged = false;
      log.info("The center's time has caught up");
    }
  }

  /** Called every second: compares this machine's clock with the center's time. */
  public synchronized void tick() {
    if (!anchor.confirmed()) {
      advanceTo(wall.getAsLong());
      return;
    }
    long skew = skewMillis();
    boolean wrong = Math.abs(skew) > TOLERATED_MILLIS;
    if (wrong && !skewLogged) {
      log.warn(
          "This machine's clock is {} ms away from the center's. Windows and tokens end by the"
              + " center's; correct the machine's before it restarts without the center",
          skew);
    }
    skewLogged = wrong;
  }

  private void advanceTo(long millis) {
    long offset = millis * NANOS - nanos.getAsLong();
    if (offset > anchor.offset()) {
      anchor = new Anchor(offset, anchor.floor(), false, anchor.era());
    }
  }
}
