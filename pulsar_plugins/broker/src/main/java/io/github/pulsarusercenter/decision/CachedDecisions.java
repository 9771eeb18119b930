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
  private static final int NEIGHBOURS = 8;

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
    if (principal == null || question == null || resource == null) {
      return engine.decide(snapshot, principal, question, resource, subscription, nowMillis);
    }
    int hash = hash(principal, question, resource, subscription);
    Entry[] places = table;
    Entry entry = places[hash & (places.length - 1)];
    if (entry != null
        && entry.hash == hash
        && entry.isFor(principal, question, resource, subscription)
        && entry.validFrom <= nowMillis
        && nowMillis < entry.validUntil) {
      return entry.decision;
    }
    return notAtOnce(places, hash, principal, question, resource, subscription, nowMillis);
  }

  /** How many decisions are remembered. */
  synchronized int size() {
    return taken;
  }

  /** Looks at the neighbours, then decides. A method of its own keeps the usual way short. */
  private Decision notAtOnce(
      Entry[] places,
      int hash,
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      long nowMillis) {
    for (int i = 1; i < NEIGHBOURS; i++) {
      Entry entry = places[(hash + i) & (places.length - 1)];
      if (entry == null) {
        break;
      }
      if (entry.hash == hash
          && entry.isFor(principal, question, resource, subscription)
          && entry.validFrom <= nowMillis
          && nowMillis < entry.validUntil) {
        return entry.decision;
      }
    }
    Decision decision =
        engine.decide(snapshot, principal, question, resource, subscription, nowMillis);
    if (question.known() && !resource.malformed()) {
      keep(new Entry(hash, principal, question, resource, subscription, decision));
    }
    return decision;
  }

  private synchronized void keep(Entry entry) {
    boolean crowded = taken * 2 > table.length || place(table, entry) < 0;
    if (crowded && table.length < mostPlaces) {
      table = larger(table);
    }
    put(table, entry);
  }

  private Entry[] larger(Entry[] before) {
    Entry[] after = new Entry[before.length * 2];
    taken = 0;
    for (Entry entry : before) {
      if (entry != null) {
        put(after, entry);
      }
    }
    return after;
  }

  private void put(Entry[] places, Entry entry) {
    int place = place(places, entry);
    if (place < 0) {
      // Not always the same neighbour: two busy questions must not evict each other for ever.
      place = (entry.hash + (entry.hash >>> 24 & (NEIGHBOURS - 1))) & (places.length - 1);
    } else if (places[place] == null) {
      taken++;
    }
    places[place] = entry;
  }

  /** The first free place, or that of the same question; -1 when all neighbours are others'. */
  private static int place(Entry[] places, Entry entry) {
    for (int i = 0; i < NEIGHBOURS; i++) {
      int place = (entry.hash + i) & (places.length - 1);
      if (places[place] == null || places[place].isSameQuestion(entry)) {
        return place;
      }
    }
    return -1;
  }

  private static int hash(
      String principal, Question question, ResourceName resource, String subscription) {
    // Products that do not wait for one another; resource and question bring a scrambled hash.
    int hash = principal.hashCode() * 0x9E3779B1 + resource.hashCode() + question.hashCode();
    hash = subscription == null ? hash : hash + subscription.hashCode() * 0x85EBCA6B;
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
    // Beside the key, so that a hit need not touch the decision.
    final long validFrom;
    final long validUntil;

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
      this.validFrom = decision.validFrom();
      this.validUntil = decision.validUntil();
    }

    boolean isFor(String who, Question what, ResourceName where, String subscribed) {
      return question == what
          && (principal == who || principal.equals(who))
          && (resource == where || resource.isSameAs(where))
          && (subscription == subscribed
              || (subscription != null && subscription.equals(subscribed)));
    }

    boolean isSameQuestion(Entry other) {
      return hash == other.hash
          && isFor(other.principal, other.question, other.resource, other.subscription);
    }
  }
}
