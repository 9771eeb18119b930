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
  static final class Merged {
    final AccessEvent first;
    int count = 1;
    long end;

    Merged(AccessEvent first) {
      this.first = first;
      this.end = first.time();
    }
  }

  /** About 16 MB when full. A broker with more different questions a second merges less. */
  private static final int MOST_HELD = 1 << 16;

  private final long periodMillis;
  private final Map<AccessEvent, Merged> held = new LinkedHashMap<>();

  EventMerger(long periodMillis) {
    this.periodMillis = periodMillis;
  }

  void add(AccessEvent event) {
    Merged same = held.get(event);
    if (same == null) {
      held.put(event, new Merged(event));
    } else {
      same.count++;
      same.end = Math.max(same.end, event.time());
    }
  }

  /** The oldest event if its period is over or there is no more room; else null. */
  Merged next(long now) {
    Iterator<Merged> oldest = held.values().iterator();
    if (!oldest.hasNext()) {
      return null;
    }
    Merged first = oldest.next();
    boolean due = now - first.first.time() >= periodMillis || now < first.first.time();
    if (!due && held.size() <= MOST_HELD) {
      return null;
    }
    oldest.remove();
    return first;
  }
}
