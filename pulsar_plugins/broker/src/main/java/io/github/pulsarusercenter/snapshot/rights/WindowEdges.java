package io.github.pulsarusercenter.snapshot.rights;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * The times at which windows of grants open or close, so that one timer serves all grants.
 * Immutable. A long sorted array holds the times of the first grants and a short one those of later
 * changes, so that a changed grant costs little among a million. The times of a removed grant stay,
 * which does no harm, until the short array is full and everything is collected again.
 */
record WindowEdges(long[] first, long[] recent) {
  static final WindowEdges NONE = new WindowEdges(new long[0], new long[0]);
  private static final int MOST_RECENT = 4_096;

  /** The first edge after {@code millis}, epoch ms; Long.MAX_VALUE when there is none. */
  long after(long millis) {
    return Math.min(after(first, millis), after(recent, millis));
  }

  /**
   * @param put grants that were added or changed
   * @param all passes every grant, including {@code put}, to a consumer
   */
  WindowEdges with(Collection<Grant> put, Consumer<Consumer<Grant>> all) {
    long[] fresh = put.stream().flatMapToLong(WindowEdges::of).toArray();
    if (fresh.length == 0) {
      return this;
    }
    if (recent.length + fresh.length <= MOST_RECENT) {
      long[] both = Arrays.copyOf(recent, recent.length + fresh.length);
      System.arraycopy(fresh, 0, both, recent.length, fresh.length);
      return new WindowEdges(first, sorted(both));
    }
    LongStream.Builder every = LongStream.builder();
    all.accept(grant -> of(grant).forEach(every));
    return new WindowEdges(sorted(every.build().toArray()), new long[0]);
  }

  private static LongStream of(Grant grant) {
    if (grant.usable() == 0) {
      return LongStream.empty();
    }
    return LongStream.of(grant.from(), grant.until())
        .filter(edge -> edge != Long.MIN_VALUE && edge != Long.MAX_VALUE);
  }

  /** Sorts the times and removes repetitions. Changes the given array. */
  private static long[] sorted(long[] edges) {
    Arrays.sort(edges);
    int count = 0;
    for (int i = 0; i < edges.length; i++) {
      if (i == 0 || edges[i] != edges[count - 1]) {
        edges[count++] = edges[i];
      }
    }
    return Arrays.copyOf(edges, count);
  }

  private static long after(long[] sorted, long millis) {
    int found = Arrays.binarySearch(sorted, millis);
    int next = found >= 0 ? found + 1 : -found - 1;
    return next < sorted.length ? sorted[next] : Long.MAX_VALUE;
  }
}
