package io.github.pulsarusercenter.snapshot.rights;

import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The grants of one role on one name, in the order of their prefixes, those without one first. So
 * the few that cover a name are found among many by binary search.
 */
final class Prefixed {
  private static final Comparator<Grant> ORDER =
      Comparator.comparing(Grant::isPrefixed)
          .thenComparing(Prefixed::prefix)
          .thenComparing(Grant::id);

  private Prefixed() {}

  static Grant[] sorted(List<Grant> grants) {
    Grant[] sorted = grants.toArray(new Grant[0]);
    Arrays.sort(sorted, ORDER);
    return sorted;
  }

  /** Adds the grants on places of this type whose prefix begins the target's name there. */
  static void addCovering(Grant[] sorted, int type, ResourceName target, Collection<Grant> found) {
    int first = 0;
    while (first < sorted.length && !sorted[first].isPrefixed()) {
      add(sorted[first++], type, found);
    }
    String name = first == sorted.length ? null : Limits.nameBelow(type, target);
    if (name != null) {
      addPrefixesOf(name, sorted, first, type, found);
    }
  }

  /**
   * A prefix of the name stands before the name. What stands last before it shares a beginning with
   * it, and no longer prefix of the name is there. So each step looks for a shorter beginning.
   */
  private static void addPrefixesOf(
      String name, Grant[] sorted, int first, int type, Collection<Grant> found) {
    int length = name.length();
    while (length > 0) {
      int last = lastUpTo(name.substring(0, length), sorted, first);
      if (last < first) {
        return;
      }
      String prefix = prefix(sorted[last]);
      int shared = shared(name, prefix);
      if (shared == prefix.length()) {
        for (int i = last; i >= first && prefix(sorted[i]).equals(prefix); i--) {
          add(sorted[i], type, found);
        }
        length = shared - 1;
      } else {
        length = shared;
      }
    }
  }

  /**
   * The index of the last grant whose prefix does not stand after the text; else {@code first - 1}.
   */
  private static int lastUpTo(String text, Grant[] sorted, int first) {
    int low = first;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (prefix(sorted[middle]).compareTo(text) <= 0) {
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
