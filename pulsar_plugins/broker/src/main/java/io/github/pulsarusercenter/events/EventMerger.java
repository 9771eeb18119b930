package io.github.pulsarusercenter.events;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Holds events for a short while, so that equal ones become a single line with a count. Used by one
 * thread.
 */
final class EventMerger {
  /** One line to be: the first event, how many there were and when the last one was. */
  static final class Merged {
    final AccessEvent first;
    int count = 1;
    long end;

    Merged(AccessEvent first) {
      this.first = first;
      this.end = first.time();
    }
  }

  /** About 16 MB when full: a broker that is asked more different things a second merges less. */
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

  /**
   * The next event whose period is over (or that there is no room for), oldest first; else null.
   */
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
