package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A cache of the decisions made on one snapshot. A repeated question costs a look-up and no
 * garbage. The next snapshot gets those that it cannot have changed.
 *
 * <p>An open-addressed table: an entry is at the place its key hashes to or one of the next few.
 * The table grows up to {@link #MOST_PLACES}; then some new entries replace older ones, so that
 * invented names cost time but no memory. Thread-safe: entries are immutable, and a reader sees a
 * whole entry or none. Not Caffeine, which needs a new key object for each look-up.
 */
public final class CachedDecisions {
  /** About 10 MB when full. */
  static final int MOST_PLACES = 1 << 17;

  private static final int FIRST_PLACES = 1 << 10;
  private static final int NEIGHBOURS = 8;

  /**
   * In a full table one in this many new entries replaces an older one. A repeated question soon
   * gets a place, and a flood of invented names evicts little.
   */
  private static final int NEWCOMERS = 8;

  private final DecisionEngine engine;
  private final PermissionSnapshot snapshot;
  private final boolean networks;
  private final int mostPlaces;
  private volatile Table table = new Table(FIRST_PLACES);
  private int taken;
  private int turnedAway;

  public CachedDecisions(DecisionEngine engine, PermissionSnapshot snapshot) {
    this(engine, snapshot, MOST_PLACES);
  }

  CachedDecisions(DecisionEngine engine, PermissionSnapshot snapshot, int mostPlaces) {
    this.engine = engine;
    this.snapshot = snapshot;
    this.networks = snapshot.hasNetworks();
    this.mostPlaces = mostPlaces;
  }

  /**
   * The same answer as {@link DecisionEngine#decide} gives on this snapshot. The address is a part
   * of what is remembered only where the snapshot limits something to networks.
   */
  public Decision decide(
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      IpAddress address,
      long nowMillis) {
    if (principal == null || question == null || resource == null) {
      return engine.decide(
          snapshot, principal, question, resource, subscription, address, nowMillis);
    }
    int hash = hash(principal, question, resource, subscription);
    if (networks) {
      hash = address == null ? hash : hash + address.hashCode() * 0xC2B2AE35;
      return lookThrough(
          table, hash, principal, question, resource, subscription, address, nowMillis);
    }
    Table places = table;
    int place = hash & places.last;
    Entry entry = places.hashes[place] == hash ? places.entries[place] : null;
    if (entry != null
        && entry.isFor(principal, question, resource, subscription)
        && entry.validFrom <= nowMillis
        && nowMillis < entry.validUntil) {
      return entry.decision;
    }
    return lookThrough(places, hash, principal, question, resource, subscription, null, nowMillis);
  }

  /**
   * Whether a narrowed token covers the question. Not remembered: such tokens are rare, and they
   * have few rights to look through.
   */
  public boolean isCovered(
      TokenScope scope,
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      long nowMillis) {
    PermissionSnapshot own = scope.asRights(principal, snapshot);
    return engine
        .decide(own, principal, question, resource, subscription, null, nowMillis)
        .allowed();
  }

  /**
   * The cache of the next snapshot, with the decisions about all whose rights are the same in both.
   * Those that are added meanwhile may be left out.
   */
  public CachedDecisions movedTo(PermissionSnapshot next) {
    CachedDecisions after = new CachedDecisions(engine, next, mostPlaces);
    if (!snapshot.isSameAround(next)) {
      return after;
    }
    Entry[] before = table.entries;
    Map<String, Boolean> same = new HashMap<>();
    after.table = new Table(before.length);
    for (int place = 0; place < before.length; place++) {
      Entry entry = before[place];
      if (entry != null
          && same.computeIfAbsent(entry.principal, name -> snapshot.isSameFor(name, next))) {
        after.put(after.table, entry, place);
      }
    }
    return after;
  }

  /** Whether an answer may depend on the address. */
  public boolean dependOnAddress() {
    return networks;
  }

  /** How many decisions are remembered. */
  synchronized int size() {
    return taken;
  }

  /**
   * Looks at a key's place and its neighbours, then decides. A method of its own, so that the usual
   * way, a hit in {@link #decide}, stays short and fast.
   */
  private Decision lookThrough(
      Table places,
      int hash,
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      IpAddress from,
      long nowMillis) {
    for (int i = 0; i < NEIGHBOURS; i++) {
      int place = (hash + i) & places.last;
      if (places.hashes[place] != hash) {
        continue;
      }
      Entry entry = places.entries[place];
      if (entry != null
          && entry.isFor(principal, question, resource, subscription)
          && Objects.equals(entry.from, from)
          && entry.validFrom <= nowMillis
          && nowMillis < entry.validUntil) {
        return entry.decision;
      }
    }
    Decision decision =
        engine.decide(snapshot, principal, question, resource, subscription, from, nowMillis);
    if (question.known() && !resource.malformed()) {
      long since = decision.validFrom();
      long until = decision.validUntil();
      keep(
          new Entry(
              hash, principal, question, resource, subscription, from, decision, since, until));
    }
    return decision;
  }

  private synchronized void keep(Entry entry) {
    int place = table.place(entry);
    int places = table.entries.length;
    if (places < mostPlaces && (place < 0 || taken * 2 > places)) {
      table = larger(table);
      place = table.place(entry);
    }
    put(table, entry, place);
  }

  private Table larger(Table before) {
    Table after = new Table(before.entries.length * 2);
    taken = 0;
    for (Entry entry : before.entries) {
      if (entry != null) {
        put(after, entry, after.place(entry));
      }
    }
    return after;
  }

  /**
   * @param place where to put the entry; -1 when other questions have all neighbouring places
   */
  private void put(Table places, Entry entry, int place) {
    if (place < 0) {
      if (++turnedAway % NEWCOMERS == 0) {
        // Varies the neighbour, so that two busy questions do not evict each other for ever.
        int evicted = entry.hash + (entry.hash >>> 24 & (NEIGHBOURS - 1));
        places.put(evicted & places.last, entry);
      }
      return;
    }
    taken += places.entries[place] == null ? 1 : 0;
    places.put(place, entry);
  }

  private static int hash(
      String principal, Question question, ResourceName resource, String subscription) {
    // The multiplications are independent, so the processor overlaps them. The hashes of resource
    // and question are scrambled already.
    int hash = principal.hashCode() * 0x9E3779B1 + resource.hashCode() + question.hashCode();
    hash = subscription == null ? hash : hash + subscription.hashCode() * 0x85EBCA6B;
    return hash ^ hash >>> 15;
  }

  /**
   * Entries by place, with their hashes in a second array: eight neighbours are then one cache line
   * instead of eight objects. Another thread may see a hash without its entry or an entry without
   * its hash; it then decides anew.
   */
  private static final class Table {
    final Entry[] entries;
    final int[] hashes;
    final int last;

    Table(int places) {
      entries = new Entry[places];
      hashes = new int[places];
      last = places - 1;
    }

    /**
     * The first free place, or that of the same question; -1 when other questions have all
     * neighbouring places.
     */
    int place(Entry entry) {
      for (int i = 0; i < NEIGHBOURS; i++) {
        int place = (entry.hash + i) & last;
        Entry existing = entries[place];
        if (existing == null || (hashes[place] == entry.hash && existing.isSameQuestion(entry))) {
          return place;
        }
      }
      return -1;
    }

    void put(int place, Entry entry) {
      entries[place] = entry;
      hashes[place] = entry.hash;
    }
  }

  /** One answered question; the times are copied here, so that a hit need not read the decision. */
  private record Entry(
      int hash,
      String principal,
      Question question,
      ResourceName resource,
      String subscription,
      IpAddress from,
      Decision decision,
      long validFrom,
      long validUntil) {

    /** Whether it answers this question, for whatever address. */
    boolean isFor(String who, Question what, ResourceName where, String subscribed) {
      return question == what
          && (principal == who || principal.equals(who))
          && (resource == where || resource.isSameAs(where))
          && (subscription == subscribed
              || (subscription != null && subscription.equals(subscribed)));
    }

    boolean isSameQuestion(Entry other) {
      return hash == other.hash
          && isFor(other.principal, other.question, other.resource, other.subscription)
          && Objects.equals(from, other.from);
    }
  }
}
