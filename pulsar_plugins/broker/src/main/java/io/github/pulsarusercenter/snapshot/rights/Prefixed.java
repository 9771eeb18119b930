package io.github.pulsarusercenter.snapshot.rights;

import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The grants of one role on one name, in the order of their prefixes, those without one first. So
 * the few that cover a name are found among many by one binary search.
 */
final class Prefixed {
  private static final Comparator<Grant> ORDER =
      Comparator.comparing(Grant::isPrefixed)
          .thenComparing(Prefixed::prefix)
          .thenComparing(Grant::id);

  final Grant[] grants;

  /** The prefix of each grant beside its neighbours', as the search reads them; "" without one. */
  private final String[] prefixes;

  /** The index of the last grant whose prefix is a shorter beginning of this one's; else -1. */
  private final int[] shorter;

  private final int first;

  private Prefixed(Grant[] sorted) {
    grants = sorted;
    prefixes = new String[sorted.length];
    shorter = new int[sorted.length];
    int unlimited = 0;
    for (int i = 0; i < sorted.length; i++) {
      prefixes[i] = prefix(sorted[i]);
      unlimited += sorted[i].isPrefixed() ? 0 : 1;
    }
    first = unlimited;
    link();
  }

  static Prefixed of(List<Grant> grants) {
    Grant[] sorted = grants.toArray(new Grant[0]);
    Arrays.sort(sorted, ORDER);
    return new Prefixed(sorted);
  }

  /** What begins a prefix begins, or is, the one before it, too. */
  private void link() {
    for (int i = first; i < prefixes.length; i++) {
      int before = i == first ? -1 : i - 1;
      while (before >= first && !isShorter(before, i)) {
        before = shorter[before];
      }
      shorter[i] = before;
    }
  }

  private boolean isShorter(int one, int other) {
    return prefixes[one].length() < prefixes[other].length()
        && prefixes[other].startsWith(prefixes[one]);
  }

  /** Adds the grants on places of this type whose prefix begins the target's name there. */
  void addCovering(int type, ResourceName target, Collection<Grant> found) {
    for (int i = 0; i < first; i++) {
      add(grants[i], type, found);
    }
    String name = first == grants.length ? null : Limits.nameBelow(type, target);
    if (name != null) {
      addPrefixesOf(name, type, found);
    }
  }

  /**
   * Whatever stands between a prefix of the name and the name begins with that prefix. So all
   * prefixes of the name are among what begins the last one that does not stand after it.
   */
  private void addPrefixesOf(String name, int type, Collection<Grant> found) {
    int at = lastUpTo(name);
    int shared = at < first ? 0 : shared(name, prefixes[at]);
    while (at >= first && prefixes[at].length() > shared) {
      at = shorter[at];
    }
    while (at >= first) {
      String prefix = prefixes[at];
      int next = shorter[at];
      for (int i = at; i >= first && prefixes[i].equals(prefix); i--) {
        add(grants[i], type, found);
      }
      at = next;
    }
  }

  /** The index of the last grant whose prefix does not stand after the name; else before first. */
  private int lastUpTo(String name) {
    int low = first;
    int high = prefixes.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (prefixes[middle].compareTo(name) <= 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  private static int shared(String one, String other) {
    int end = Math.min(one.length(), other.length());
    int at = 0;
    while (at < end && one.charAt(at) == other.charAt(at)) {
      at++;
    }
    return at;
  }

  private static void add(Grant grant, int type, Collection<Grant> found) {
    if (grant.type() == type) {
      found.add(grant);
    }
  }

  private static String prefix(Grant grant) {
    return grant.isPrefixed() ? grant.limits().prefix() : "";
  }
}
