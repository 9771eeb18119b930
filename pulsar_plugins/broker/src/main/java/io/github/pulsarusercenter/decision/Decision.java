package io.github.pulsarusercenter.decision;

import io.github.pulsarusercenter.snapshot.rights.Grant;
import io.github.pulsarusercenter.vocabulary.Reason;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The answer to one question, and the time span in which the same rights give the same answer. The
 * arrays are no copies, because this may be called a million times a second: do not modify them.
 *
 * @param grants ids of all covering grants, those on the most specific resource first, then the
 *     lowest id; empty when denied
 * @param roles the role of each grant
 * @param validFrom epoch ms from which this is the answer under the same rights; Long.MIN_VALUE:
 *     always was
 * @param validUntil epoch ms until which this stays the answer, exclusive; Long.MAX_VALUE: for ever
 */
public record Decision(
    boolean allowed, Reason reason, long[] grants, long[] roles, long validFrom, long validUntil) {
  private static final long[] NONE = {};
  private static final Comparator<Grant> MOST_SPECIFIC_FIRST =
      Comparator.comparingInt(Grant::type).reversed().thenComparingLong(Grant::id);
  private static final Map<Reason, Decision> ALLOWED = constants(true);
  private static final Map<Reason, Decision> DENIED = constants(false);

  /** An answer without grants that holds at any time. */
  public static Decision of(boolean allowed, Reason reason) {
    return (allowed ? ALLOWED : DENIED).get(reason);
  }

  static Decision denied(Reason reason, long validFrom, long validUntil) {
    if (validFrom == Long.MIN_VALUE && validUntil == Long.MAX_VALUE) {
      return of(false, reason);
    }
    return new Decision(false, reason, NONE, NONE, validFrom, validUntil);
  }

  /**
   * @param covering in any order, possibly with repetitions
   */
  static Decision allowed(Reason reason, List<Grant> covering, long validFrom, long validUntil) {
    Grant[] ordered = covering.toArray(new Grant[0]);
    Arrays.sort(ordered, MOST_SPECIFIC_FIRST);
    int different = withoutRepetition(ordered);
    long[] grants = new long[different];
    long[] roles = new long[different];
    for (int i = 0; i < different; i++) {
      grants[i] = ordered[i].id();
      roles[i] = ordered[i].role();
    }
    return new Decision(true, reason, grants, roles, validFrom, validUntil);
  }

  /** Moves the distinct grants to the front, in order; returns their number. */
  private static int withoutRepetition(Grant[] ordered) {
    int count = 0;
    for (Grant grant : ordered) {
      if (count == 0 || ordered[count - 1] != grant) {
        ordered[count++] = grant;
      }
    }
    return count;
  }

  @Override
  public String toString() {
    return (allowed ? "allowed " : "denied ") + reason + " " + Arrays.toString(grants);
  }

  private static Map<Reason, Decision> constants(boolean allowed) {
    Map<Reason, Decision> all = new EnumMap<>(Reason.class);
    for (Reason reason : Reason.values()) {
      all.put(reason, new Decision(allowed, reason, NONE, NONE, Long.MIN_VALUE, Long.MAX_VALUE));
    }
    return all;
  }
}
