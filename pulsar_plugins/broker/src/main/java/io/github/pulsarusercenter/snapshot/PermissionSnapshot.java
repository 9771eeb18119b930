package io.github.pulsarusercenter.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * All rights of one cluster at one revision. Immutable; a delta makes a new one that shares
 * whatever did not change. The twin of {@code app/access/rights.py}.
 */
public final class PermissionSnapshot {
  private static final int FORMAT = 1;
  private static final JsonNode NOTHING = JsonNodeFactory.instance.objectNode();

  private final String cluster;
  private final long revision;
  private final CopyOnChangeMap<String, UserRights> users;
  private final GrantIndex grants;
  private final WindowEdges edges;
  private final CopyOnChangeMap<String, Boolean> invalid;
  private final CopyOnChangeMap<String, JsonNode> keys;
  private final CopyOnChangeMap<String, Long> revoked;

  /** Before the first revision: nobody may do anything. */
  private PermissionSnapshot(String cluster) {
    this.cluster = cluster;
    revision = 0;
    users = CopyOnChangeMap.empty();
    grants = GrantIndex.EMPTY;
    edges = WindowEdges.NONE;
    invalid = CopyOnChangeMap.empty();
    keys = CopyOnChangeMap.empty();
    revoked = CopyOnChangeMap.empty();
  }

  private PermissionSnapshot(
      PermissionSnapshot before, long revision, JsonNode set, JsonNode gone) {
    cluster = before.cluster;
    this.revision = revision;
    users =
        before.users.with(
            read(set, "users", user -> Fields.text(user, "name"), UserRights::parse),
            names(gone, "users"));
    List<Long> goneGrants = new ArrayList<>();
    Fields.list(gone, "grants").forEach(id -> goneGrants.add(id.asLong(-1)));
    Map<Long, Grant> putGrants =
        read(set, "grants", grant -> Fields.number(grant, "id"), Grant::parse);
    grants = before.grants.with(putGrants, goneGrants);
    edges = before.edges.with(putGrants.values(), grants::forEach);
    invalid =
        before.invalid.with(
            read(set, "invalid", JsonNode::asText, name -> true), names(gone, "invalid"));
    keys =
        before.keys.with(
            read(set, "keys", key -> Fields.text(key, "kid"), key -> key), names(gone, "keys"));
    revoked =
        before.revoked.with(
            read(
                set,
                "revoked",
                token -> Fields.text(token, "jti"),
                token -> Fields.number(token, "exp")),
            names(gone, "revoked"));
  }

  /**
   * @param json the center's answer to GET /snapshot, or what {@link #toJson()} wrote
   * @throws IllegalArgumentException with a sentence, when it is not such a snapshot
   */
  public static PermissionSnapshot parse(JsonNode json) {
    if (json == null || !json.isObject()) {
      throw new IllegalArgumentException("The snapshot is not a JSON object.");
    }
    long format = Fields.numberOr(json, "format", FORMAT);
    if (format != FORMAT) {
      throw new IllegalArgumentException(
          "Snapshot format " + format + " is unknown; this plugin reads format " + FORMAT + ".");
    }
    PermissionSnapshot empty = new PermissionSnapshot(Fields.text(json, "cluster"));
    return new PermissionSnapshot(empty, Fields.number(json, "revision"), json, NOTHING);
  }

  /**
   * The snapshot after a delta; this one when the delta is old.
   *
   * @throws SnapshotGapException when a delta before it was missed
   * @throws IllegalArgumentException with a sentence, when it is not a delta
   */
  public PermissionSnapshot apply(JsonNode delta) throws SnapshotGapException {
    long after = Fields.number(delta, "after");
    long next = Fields.number(delta, "revision");
    if (next <= revision) {
      return this;
    }
    if (after > revision) {
      throw new SnapshotGapException(after, revision);
    }
    return new PermissionSnapshot(this, next, delta.path("set"), delta.path("gone"));
  }

  /** Whom and what a delta can concern, seen from these rights before it. */
  public Touched touchedBy(JsonNode delta) {
    return Touched.by(delta, grants::roleOf);
  }

  /** The same JSON as the center's, lists in a stable order. */
  public JsonNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("format", FORMAT).put("cluster", cluster).put("revision", revision);
    ArrayNode userList = json.putArray("users");
    sorted(users).values().forEach(user -> userList.add(user.toJson()));
    Map<Long, Grant> byId = new TreeMap<>();
    grants.forEach(grant -> byId.put(grant.id(), grant));
    ArrayNode grantList = json.putArray("grants");
    byId.values().forEach(grant -> grantList.add(grant.toJson()));
    ArrayNode invalidList = json.putArray("invalid");
    sorted(invalid).keySet().forEach(invalidList::add);
    json.putArray("keys").addAll(sorted(keys).values());
    ArrayNode revokedList = json.putArray("revoked");
    sorted(revoked).forEach((jti, exp) -> revokedList.addObject().put("jti", jti).put("exp", exp));
    return json;
  }

  public long revision() {
    return revision;
  }

  public String cluster() {
    return cluster;
  }

  /** The user of this exact name, or null. */
  public UserRights user(String name) {
    return name == null ? null : users.get(name);
  }

  /** The grants of a role; empty for an unknown one. */
  public RoleRights role(Long role) {
    return grants.role(role);
  }

  /**
   * The first moment after {@code millis} at which a window may open or close; Long.MAX_VALUE when
   * there is none. Epoch ms.
   */
  public long nextEdge(long millis) {
    return edges.after(millis);
  }

  /** True when this very tenant, namespace or topic was declared invalid. */
  public boolean isInvalid(String name) {
    return invalid.get(name) != null;
  }

  public boolean isRevoked(String jti) {
    return jti != null && revoked.get(jti) != null;
  }

  /** The public key of this id as a JWK, or null. */
  public JsonNode key(String kid) {
    return kid == null ? null : keys.get(kid);
  }

  private static <K, V> Map<K, V> read(
      JsonNode json, String list, Function<JsonNode, K> key, Function<JsonNode, V> value) {
    Map<K, V> found = new HashMap<>();
    for (JsonNode entry : Fields.list(json, list)) {
      found.put(key.apply(entry), value.apply(entry));
    }
    return found;
  }

  private static List<String> names(JsonNode gone, String list) {
    List<String> names = new ArrayList<>();
    Fields.list(gone, list).forEach(name -> names.add(name.asText()));
    return names;
  }

  private static <V> Map<String, V> sorted(CopyOnChangeMap<String, V> all) {
    Map<String, V> sorted = new TreeMap<>();
    all.forEach(sorted::put);
    return sorted;
  }
}
