package io.github.pulsarusercenter.snapshot.rights;

import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The grants of one role on one name, in the order of their prefixes, those without one first. The
 * few that cover a name are found among many by its beginnings: one look-up for each length that a
 * prefix has. A search in the order would touch many texts all over the memory.
 */
final class GrantsByPrefix {
  private static final Comparator<Grant> ORDER =
      Comparator.comparing(Grant::isPrefixed)
          .thenComparing(GrantsByPrefix::prefix)
          .thenComparing(Grant::id);

  final Grant[] grants;

  /** How many have no prefix. */
  private final int first;

  private final BitSet lengths = new BitSet();

  /**
   * Open addressing: hash of a prefix, then the index after that of its first grant; 0 for none.
   */
  private final long[] table;

  /** Index of the first grant with a prefix → index after that of the last one with it. */
  private final int[] ends;

  private GrantsByPrefix(Grant[] sorted) {
    grants = sorted;
    int unlimited = 0;
    while (unlimited < sorted.length && !sorted[unlimited].isPrefixed()) {
      unlimited++;
    }
    first = unlimited;
    int count = sorted.length - first;
    table = new long[count == 0 ? 0 : Integer.highestOneBit(count + count / 4) * 2];
    ends = new int[count];
    for (int start = first; start < sorted.length; start = ends[start - first]) {
      put(start);
    }
  }

  static GrantsByPrefix of(List<Grant> grants) {
    Grant[] sorted = grants.toArray(new Grant[0]);
    Arrays.sort(sorted, ORDER);
    return new GrantsByPrefix(sorted);
  }

  private void put(int start) {
    String prefix = prefix(grants[start]);
    int end = start + 1;
    while (end < grants.length && prefix(grants[end]).equals(prefix)) {
      end++;
    }
    ends[start - first] = end;
    lengths.set(prefix.length());
    int slot = slot(prefix.hashCode());
    while (table[slot] != 0) {
      slot = (slot + 1) & (table.length - 1);
    }
    table[slot] = (long) prefix.hashCode() << 32 | (start + 1);
  }

  /** Adds the grants on places of this type whose prefix begins the target's name there. */
  void addCovering(int type, ResourceName target, Collection<Grant> found) {
    for (int i = 0; i < first; i++) {
      add(grants[i], type, found);
    }
    String path = first == grants.length ? null : Limits.pathBelow(type, target);
    if (path != null) {
      addPrefixesOf(path, path.lastIndexOf('/') + 1, type, found);
    }
  }

  /** The name is {@code path} from {@code begin} on. */
  private void addPrefixesOf(String path, int begin, int type, Collection<Grant> found) {
    int longest = Math.min(path.length() - begin, lengths.length() - 1);
    int hash = 0;
    for (int length = 1; length <= longest; length++) {
      hash = 31 * hash + path.charAt(begin + length - 1); // as String.hashCode() of these letters
      if (lengths.get(length)) {
        addPrefix(path, begin, length, hash, type, found);
      }
    }
  }

  private void addPrefix(
      String path, int begin, int length, int hash, int type, Collection<Grant> found) {
    for (int slot = slot(hash); table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
      int start = (int) table[slot] - 1;
      if ((int) (table[slot] >> 32) == hash && isBeginning(path, begin, length, grants[start])) {
        for (int i = start; i < ends[start - first]; i++) {
          add(grants[i], type, found);
        }
        return;
      }
    }
  }

  private static boolean isBeginning(String path, int begin, int length, Grant grant) {
    String prefix = prefix(grant);
    return prefix.length() == length && path.startsWith(prefix, begin);
  }

  /** The upper bits count, too: names often differ at their end only. */
  private int slot(int hash) {
    return (hash ^ hash >>> 15) & (table.length - 1);
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
