package io.github.pulsarusercenter.decision;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Authorities as sets of bits, one bit for each, so that "does this grant give that right?" is one
 * AND. An authority's id is level × 100 + right.
 */
public final class Authorities {
  private static final int CREATE = 0;
  private static final int DELETE = 1;
  private static final int LEVELS = 4;
  private static final int RIGHTS = 7;
  private static final int PER_LEVEL = 100;

  /** The authority that includes all others. */
  static final int SUPER_USER = bit(4);

  /** Id → the type number of the lowest place it may be held on. */
  private static final Map<Long, Integer> LOWEST = new HashMap<>();

  static {
    List<String> types = List.of("root", "cluster", "tenant", "namespace", "topic");
    for (JsonNode authority : Operations.read().get("authorities")) {
      LOWEST.put(authority.get("id").asLong(), types.indexOf(authority.get("lowest").asText()));
    }
  }

  private Authorities() {}

  /**
   * The bits of those authorities that are known and may be held on a place of this type: a
   * misplaced one never counts.
   */
  public static int usable(int type, long[] authorities) {
    int usable = 0;
    for (long id : authorities) {
      Integer lowest = LOWEST.get(id);
      if (lowest != null && type <= lowest) {
        usable |= bit((int) id);
      }
    }
    return usable;
  }

  /** Whatever gives this right over things of this level. */
  static int giving(int right, int level) {
    int bits = SUPER_USER | bit(level * PER_LEVEL + right);
    if (right != CREATE && right != DELETE) {
      for (int higher = 0; higher < level; higher++) {
        bits |= bit(higher * PER_LEVEL + right);
      }
    }
    return bits;
  }

  /** Whatever, held above, still says something about a resource of this type. */
  static int reaching(int type) {
    int bits = 0;
    for (Map.Entry<Long, Integer> authority : LOWEST.entrySet()) {
      long right = authority.getKey() % PER_LEVEL;
      if ((right != CREATE && right != DELETE) || authority.getValue() >= type) {
        bits |= bit(authority.getKey().intValue());
      }
    }
    return bits;
  }

  private static int bit(int id) {
    int right = id % PER_LEVEL;
    int level = id / PER_LEVEL;
    if (right >= RIGHTS || level >= LEVELS) {
      throw new IllegalStateException("Authority " + id + " of operations.json has no bit.");
    }
    return 1 << (right * LEVELS + level);
  }
}
