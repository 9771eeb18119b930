package io.github.pulsarusercenter.events;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The center's time as the writer of events needs it: that time may stand still for as long as the
 * center's clock was set back, which is no reason to hold events or to keep a file open. Used by
 * the writer's thread, but for {@link #now()}.
 */
final class EventClock {
  private static final long STANDING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier clock;
  private final LongSupplier nanos;
  private long seen = Long.MIN_VALUE;
  private long seenNanos;
  private long stoodMillis;
  private long stamped = Long.MIN_VALUE;

  /**
   * @param clock epoch ms
   * @param nanos a clock that never jumps and never stands
   */
  EventClock(LongSupplier clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Epoch ms; for any thread. */
  long now() {
    return clock.getAsLong();
  }

  /**
   * Up to when events are to be written, epoch ms: now, and whatever is held when time stands
   * still. To be asked again and again: what it has seen is how it knows.
   */
  long due() {
    long now = clock.getAsLong();
    return isStanding(now) ? Long.MAX_VALUE : now;
  }

  private boolean isStanding(long now) {
    long here = nanos.getAsLong();
    boolean standing = now == seen && here - seenNanos >= STANDING_NANOS;
    if (standing) {
      stoodMillis += TimeUnit.NANOSECONDS.toMillis(here - seenNanos);
    }
    if (standing || now != seen) {
      seen = now;
      seenNanos = here;
    }
    return standing;
  }

  /** For how long something has been, in ms: goes on when time stands still. */
  long pace() {
    return clock.getAsLong() + stoodMillis;
  }

  /**
   * The moment in the name of a new file, epoch ms. Never the same twice, however soon a file is
   * full: what is there would be overwritten.
   */
  long newStamp() {
    stamped = Math.max(clock.getAsLong(), stamped + 1);
    return stamped;
  }
}
