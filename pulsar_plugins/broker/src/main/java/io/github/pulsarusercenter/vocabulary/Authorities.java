package io.github.pulsarusercenter.vocabulary;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Authorities as bits of a long, so that "does this grant give that right?" is one AND. An
 * authority's id is level × 100 + right.
 */
public final class Authorities {
  private static final int CREATE = 0;
  private static final int DELETE = 1;
  private static final int WRITE = 2;
  private static final int READ = 3;
  private static final int SUBSCRIPTIONS = 6;
  private static final int AUDIT = 7;
  private static final int LEVELS = 4;
  private static final List<String> NAMES = names();
  private static final int RIGHTS = fitting(NAMES.size());
  private static final int PER_LEVEL = 100;

  /** The authority that includes all others. */
  public static final long SUPER_USER = bit(4);

  /** The authorities that give the right to administer a namespace. */
  public static final long ADMINISTERING_NAMESPACES = giving("administer", 2);

  /** The authorities that can be limited to subscriptions: reading and managing subscriptions. */
  public static final long OF_SUBSCRIPTIONS = ofRight(READ) | ofRight(SUBSCRIPTIONS);

  /** The authorities that let their holder read in the center, and give nothing at a broker. */
  public static final long AUDITING = ofRight(AUDIT);

  /** Authority id → the type number of the lowest place that it may be held on. */
  private static final Map<Long, Integer> LOWEST = new HashMap<>();

  static {
    for (JsonNode authority : SharedFile.operations().get("authorities")) {
      String lowest = authority.get("lowest").asText();
      LOWEST.put(authority.get("id").asLong(), ResourceName.TYPES.indexOf(lowest));
    }
  }

  /** Authority id → its bit and those of the authorities of its level that its right includes. */
  private static final Map<Long, Long> INCLUDED = included();

  /** The bits of {@link #reaching(int)}, by type of resource. */
  private static final long[] REACHING = reaching();

  private Authorities() {}

  /**
   * The bits of the authorities that are known and may be held on a place of this type, with what
   * they include: functions all four of its kind. Others never count.
   */
  public static long usable(int type, long[] authorities) {
    long usable = 0;
    for (long id : authorities) {
      Integer lowest = LOWEST.get(id);
      if (lowest != null && type <= lowest) {
        usable |= INCLUDED.get(id);
      }
    }
    return usable;
  }

  /** The ids of all authorities. */
  public static Set<Long> ids() {
    return Set.copyOf(LOWEST.keySet());
  }

  /** The authorities that give this right, by its name, on things of this level. */
  static long giving(String name, int level) {
    int right = NAMES.indexOf(name);

    long bits = SUPER_USER | bit(level * PER_LEVEL + right);
    if (!isExact(right)) {
      for (int higher = 0; higher < level; higher++) {
        bits |= bit(higher * PER_LEVEL + right);
      }
    }
    return bits;
  }

  /**
   * The authorities that, held on the resource or above it, matter for a resource of this type.
   * Functions, for example, do not matter for topics, which run none.
   */
  public static long reaching(int type) {
    return REACHING[type];
  }

  /**
   * The authorities that, held on a place of this type, are about names below it; 0 where no prefix
   * can limit a grant.
   */
  public static long belowNames(int type) {
    if (type != ResourceName.TENANT && type != ResourceName.NAMESPACE) {
      return 0;
    }
    long bits = 0;
    for (Long id : LOWEST.keySet()) {
      boolean below =
          isExact(right(id))
              ? id / PER_LEVEL >= type
              : (REACHING[type + 1] & bit(id.intValue())) != 0;
      bits |= below ? bit(id.intValue()) : 0;
    }
    return bits;
  }

  private static Map<Long, Long> included() {
    Map<Long, Long> included = new HashMap<>();
    JsonNode includes = SharedFile.operations().get("includes");
    for (Long id : LOWEST.keySet()) {
      long bits = bit(id.intValue());
      for (JsonNode name : includes.path(NAMES.get(right(id)))) {
        bits |= bit((int) (id - right(id)) + NAMES.indexOf(name.asText()));
      }
      included.put(id, bits);
    }
    return Map.copyOf(included);
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>();
    SharedFile.operations().get("rights").forEach(name -> names.add(name.asText()));
    return names;
  }

  private static long[] reaching() {
    int[] lowest = new int[RIGHTS];
    LOWEST.forEach((id, type) -> lowest[right(id)] = Math.max(lowest[right(id)], type));
    long[] bits = new long[ResourceName.TOPIC + 1];
    LOWEST.forEach(
        (id, own) -> {
          int deepest = isExact(right(id)) ? own : lowest[right(id)];
          for (int type = 0; type <= deepest; type++) {
            bits[type] |= bit(id.intValue());
          }
        });
    return bits;
  }

  /**
   * Maps authorities to bits that two accounts have in common when they share a right (decision
   * 0055): creating and deleting must be on the same level, other rights may be on different
   * levels.
   */
  public static long rights(long authorities) {
    if ((authorities & SUPER_USER) != 0) {
      return ~0L;
    }
    long rights = authorities & (ofRight(CREATE) | ofRight(DELETE));
    for (int right = DELETE + 1; right < RIGHTS; right++) {
      rights |= (authorities & ofRight(right)) == 0 ? 0 : ofRight(right);
    }
    return rights;
  }

  /**
   * What rights on a topic give on its retry and dead-letter topics: reading the topic gives
   * reading and writing there, writing it gives nothing, other rights stay the same.
   */
  public static long following(long rights) {
    long others = rights & ~ofRight(WRITE);
    return (rights & ofRight(READ)) == 0 ? others : others | ofRight(WRITE);
  }

  /**
   * Checks that each right on each level has a bit of its own: Java takes shifts modulo 64, so more
   * would overlap.
   */
  static int fitting(int rights) {
    if (rights * LEVELS > Long.SIZE) {
      throw new IllegalStateException(
          "operations.json names " + rights + " rights: there are bits for " + Long.SIZE / LEVELS);
    }
    return rights;
  }

  private static long ofRight(int right) {
    return ((1L << LEVELS) - 1) << (right * LEVELS);
  }

  private static int right(long authority) {
    return (int) (authority % PER_LEVEL);
  }

  private static boolean isExact(int right) {
    return right == CREATE || right == DELETE;
  }

  private static long bit(int id) {
    int right = id % PER_LEVEL;
    int level = id / PER_LEVEL;
    if (id < 0 || right >= RIGHTS || level >= LEVELS) {
      throw new IllegalStateException("Authority " + id + " of operations.json has no bit.");
    }
    return 1L << (right * LEVELS + level);
  }
}
