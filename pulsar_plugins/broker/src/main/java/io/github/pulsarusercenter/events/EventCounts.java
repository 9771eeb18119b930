package io.github.pulsarusercenter.events;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts of written and lost access events since the start; thread-safe. */
public final class EventCounts {
  private final LongAdder written = new LongAdder();
  private final Map<DropReason, LongAdder> dropped = new EnumMap<>(DropReason.class);

  EventCounts() {
    for (DropReason reason : DropReason.values()) {
      dropped.put(reason, new LongAdder());
    }
  }

  void written(long lines) {
    written.add(lines);
  }

  void dropped(DropReason reason, long events) {
    dropped.get(reason).add(events);
  }

  /** Lines in files. */
  public long written() {
    return written.sum();
  }

  /** Events lost for this reason. */
  public long dropped(DropReason reason) {
    return dropped.get(reason).sum();
  }

  /** All lost events. Called for every line that is written. */
  public long dropped() {
    long all = 0;
    for (LongAdder count : dropped.values()) {
      all += count.sum();
    }
    return all;
  }
}
