package io.github.pulsarusercenter.permissions;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Who is about to grant or revoke. Pulsar does not pass the caller to the grant call; it is only
 * known from the question just before. An asker is remembered for a moment, per place (one question
 * may be followed by a grant call for each partition). When two different people ask about the same
 * place in the same moment, nobody is named: a grant in the name of somebody else would be worse
 * than a refusal.
 */
public final class RecentAskers {
  private record Asker(String principal, long at) {}

  private static final long MEMORY_MILLIS = 5_000;
  private static final int MOST_PLACES = 1_000;
  private static final int MOST_ASKERS = 32;

  private final LongSupplier clock;
  private final Map<String, Deque<Asker>> byPlace = new LinkedHashMap<>();

  /**
   * @param clock in ms, never jumps
   */
  public RecentAskers(LongSupplier clock) {
    this.clock = clock;
  }

  /** Remembers that this principal was just allowed to change permissions at this place. */
  public synchronized void allowed(String place, String principal) {
    forgetOld();
    Deque<Asker> askers = byPlace.computeIfAbsent(place, key -> new ArrayDeque<>());
    if (askers.size() >= MOST_ASKERS) {
      askers.removeFirst();
    }
    askers.addLast(new Asker(principal, clock.getAsLong()));
    if (byPlace.size() > MOST_PLACES) {
      byPlace.remove(byPlace.keySet().iterator().next());
    }
  }

  /**
   * The one asker of these places.
   *
   * @return null when nobody asked in the last seconds, or several people did
   */
  public synchronized String who(String... places) {
    forgetOld();
    Set<String> principals = new HashSet<>();
    for (String place : places) {
      byPlace
          .getOrDefault(place, new ArrayDeque<>())
          .forEach(one -> principals.add(one.principal()));
    }
    return principals.size() == 1 ? principals.iterator().next() : null;
  }

  private void forgetOld() {
    long oldest = clock.getAsLong() - MEMORY_MILLIS;
    Iterator<Deque<Asker>> places = byPlace.values().iterator();
    while (places.hasNext()) {
      Deque<Asker> askers = places.next();
      askers.removeIf(asker -> asker.at() < oldest);
      if (askers.isEmpty()) {
        places.remove();
      }
    }
  }
}
