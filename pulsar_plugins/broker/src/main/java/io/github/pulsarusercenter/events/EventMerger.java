package io.github.pulsarusercenter.events;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Holds events for a short time and merges equal ones into a single line with a count. Used by one
 * thread.
 */
final class EventMerger {
  /** A future line: the first event, the number of equal events and the time of the last. */
  static final class MergedEvent {
    final AccessEvent first;
    int count = 1;
    long end;

    MergedEvent(AccessEvent first) {
      this.first = first;
      this.end = first.time();
    }
  }

  /** About 16 MB when full. A broker with more different questions a second merges less. */
  private static final int MOST_PENDING = 1 << 16;

  private final long periodMillis;
  private final Map<AccessEvent, MergedEvent> pending = new LinkedHashMap<>();

  EventMerger(long periodMillis) {
    this.periodMillis = periodMillis;
  }

  void add(AccessEvent event) {
    MergedEvent equal = pending.get(event);
    if (equal == null) {
      pending.put(event, new MergedEvent(event));
    } else {
      equal.count++;
      equal.end = Math.max(equal.end, event.time());
    }
  }

  /** The oldest event if its period is over or the map is full; else null. */
  MergedEvent next(long now) {
    Iterator<MergedEvent> oldest = pending.values().iterator();
    if (!oldest.hasNext()) {
      return null;
    }
    MergedEvent first = oldest.next();
    boolean due = now - first.first.time() >= periodMillis || now < first.first.time();
    if (!due && pending.size() <= MOST_PENDING) {
      return null;
    }
    oldest.remove();
    return first;
  }
}
