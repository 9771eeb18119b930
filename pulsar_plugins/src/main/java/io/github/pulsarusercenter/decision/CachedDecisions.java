package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.PermissionSnapshot;

/**
 * The decisions already made on one snapshot. A repeated question costs a look-up and no garbage;
 * the whole is thrown away with its snapshot.
 *
 * <p>A table of fixed places: an entry lies at the place its key hashes to or one of the next few.
 * The table grows up to {@link #MOST_PLACES}; then a newcomer takes the place of an older entry, so
 * that names made up by an attacker cost time, never memory. Safe for many threads: entries are
 * immutable, a reader sees a whole entry or none.
 */
public final class CachedDecisions {
  /** About 10 MB when full. */
  static final int MOST_PLACES = 1 << 17;

  private static final int FIRST_PLACES = 1 << 10;
  private static final int NEIGHBOURS = 4;

  private final DecisionEngine engine;
  private final PermissionSnapshot snapshot;
  private final int mostPlaces;
  private volatile Entry[] table = new Entry[FIRST_PLACES];
  private int taken;

  public CachedDecisions(DecisionEngine engine, PermissionSnapshot snapshot) {
    this(engine, snapshot, MOST_PLACES);
  }

  CachedDecisions(DecisionEngine engine, PermissionSnapshot snapshot, int mostPlaces) {
    this.engine = engine;
    this.snapshot = snapshot;
    this.mostPlaces = mostPlaces;
  }

  /** The same answer as {@link DecisionEngine#decide} gives on this snapshot. */
  public Decision decide(
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      long nowMillis) {
    if (principal == null || question == null || resource == null || resource.malformed()) {
      return engine.decide(snapshot, principal, question, resource, subscription, nowMillis);
    }
    int hash = hash(principal, question, resource, subscription);
    Entry[] places = table;
    int mask = places.length - 1;
    for (int i = 0; i < NEIGHBOURS; i++) {
      Entry entry = places[(hash + i) & mask];
      if (entry == null) {
        break;
      }
      if (entry.hash == hash && entry.isFor(principal, question, resource, subscription)) {
        if (entry.decision.validFrom() <= nowMillis && nowMillis < entry.decision.validUntil()) {
          return entry.decision;
        }
        break;
      }
    }
    return decided(hash, principal, question, resource, subscription, nowMillis);
  }

  /** How many decisions are remembered. */
  synchronized int size() {
    return taken;
  }

  private Decision decided(
      int hash,
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      long nowMillis) {
    Decision decision =
        engine.decide(snapshot, principal, question, resource, subscription, nowMillis);
    if (question.known()) {
      keep(new Entry(hash, principal, question, resource, subscription, decision));
    }
    return decision;
  }

  private synchronized void keep(Entry entry) {
    if (taken * 2 > table.length && table.length < mostPlaces) {
      Entry[] larger = new Entry[table.length * 2];
      taken = 0;
      for (Entry old : table) {
        if (old != null) {
          put(larger, old);
        }
      }
      table = larger;
    }
    put(table, entry);
  }

  /**
   * In the first free place, in that of the same question, else in place of the first neighbour.
   */
  private void put(Entry[] places, Entry entry) {
    int mask = places.length - 1;
    for (int i = 0; i < NEIGHBOURS; i++) {
      int place = (entry.hash + i) & mask;
      Entry there = places[place];
      if (there == null || there.isSameQuestion(entry)) {
        taken += there == null ? 1 : 0;
        places[place] = entry;
        return;
      }
    }
    // Any of the neighbours, but not always the same one: two busy questions must not evict each
    // other.
    places[(entry.hash + (entry.hash >>> 28 & (NEIGHBOURS - 1))) & mask] = entry;
  }

  private static int hash(
      String principal, Question question, ResourceName resource, String subscription) {
    int hash = principal.hashCode() * 31 + resource.hashCode();
    hash = hash * 31 + question.hashCode();
    hash = subscription == null ? hash : hash * 31 + subscription.hashCode();
    hash *= 0x9E3779B1;
    return hash ^ hash >>> 15;
  }

  /** One answered question. */
  private static final class Entry {
    final int hash;
    final String principal;
    final Question question;
    final ResourceName resource;
    final String subscription;
    final Decision decision;

    Entry(
        int hash,
        String principal,
        Question question,
        ResourceName resource,
        String subscription,
        Decision decision) {
      this.hash = hash;
      this.principal = principal;
      this.question = question;
      this.resource = resource;
      this.subscription = subscription;
      this.decision = decision;
    }

    boolean isFor(String who, Question what, ResourceName where, String subscribed) {
      return question == what
          && (principal == who || principal.equals(who))
          && (resource == where || resource.equals(where))
          && (subscription == subscribed
              || (subscription != null && subscription.equals(subscribed)));
    }

    boolean isSameQuestion(Entry other) {
      return hash == other.hash
          && isFor(other.principal, other.question, other.resource, other.subscription);
    }
  }
}
