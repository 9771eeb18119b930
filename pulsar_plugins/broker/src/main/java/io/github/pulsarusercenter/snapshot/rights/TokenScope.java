package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a narrowed token may be used for: a part of what its user holds (decision 0085). The twin of
 * {@code app/access/token_scope.py}.
 *
 * <p>An entry of the claim is read as a grant, so an entry that is not understood covers nothing.
 */
public final class TokenScope {
  /** The claim (RFC 9396). */
  public static final String CLAIM = "authorization_details";

  private static final String TYPE = "pulsar_rights";
  private static final Set<String> NAMES =
      Set.of("type", "place", "identifier", "authorities", "locations", "prefix", "subscriptions");
  private static final long LARGEST = 1_000_000;
  private static final long ROLE = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<Part> parts;
  private volatile Rights last;

  /**
   * @param clusters where it counts; null: everywhere
   * @param grant as in a snapshot, still without an id
   */
  private record Part(List<String> clusters, ObjectNode grant) {}

  /** The rights of a principal with the token, and the snapshot that they were made for. */
  private record Rights(
      PermissionSnapshot around, String principal, PermissionSnapshot withToken) {}

  private TokenScope(List<Part> parts) {
    this.parts = parts;
  }

  /** The scope that a claim says; one that is not understood covers nothing. */
  public static TokenScope of(Object claim) {
    List<Part> parts = new ArrayList<>();
    if (claim instanceof List<?> entries) {
      for (Object entry : entries) {
        Part part = entry instanceof Map<?, ?> fields ? part(fields) : null;
        if (part != null) {
          parts.add(part);
        }
      }
    }
    return new TokenScope(List.copyOf(parts));
  }

  /**
   * The rights of a principal that holds only what the token may be used for, among the other users
   * and places of a snapshot.
   */
  public PermissionSnapshot asRights(String principal, PermissionSnapshot around) {
    Rights cached = last;
    if (cached == null || cached.around != around || !cached.principal.equals(principal)) {
      PermissionSnapshot own = PermissionSnapshot.parse(document(principal, around.cluster()));
      cached = new Rights(around, principal, new PermissionSnapshot(own, principal, around));
      last = cached;
    }
    return cached.withToken;
  }

  private ObjectNode document(String principal, String cluster) {
    ObjectNode document = JSON.createObjectNode().put("cluster", cluster).put("revision", 0);
    document.putArray("users").addObject().put("name", principal).putArray("roles").add(ROLE);
    ArrayNode grants = document.putArray("grants");
    for (Part part : parts) {
      if (part.clusters == null || part.clusters.contains(cluster)) {
        grants.add(part.grant.deepCopy().put("id", grants.size() + 1L));
      }
    }
    return document;
  }

  /** Null for an entry that is not understood. */
  private static Part part(Map<?, ?> entry) {
    if (!NAMES.containsAll(entry.keySet()) || !TYPE.equals(entry.get("type"))) {
      return null;
    }
    int place = entry.get("place") instanceof String name ? ResourceName.TYPES.indexOf(name) : -1;
    List<Long> authorities = numbers(entry.get("authorities"));
    if (place < 0 || !(entry.get("identifier") instanceof String name) || authorities == null) {
      return null;
    }
    boolean read =
        isTexts(entry, "locations")
            && isTexts(entry, "subscriptions")
            && (!entry.containsKey("prefix") || entry.get("prefix") instanceof String);
    if (!read) {
      return null;
    }
    ObjectNode grant = JSON.createObjectNode().put("role", ROLE).put("type", place);
    grant.put("name", name);
    boolean limited = entry.containsKey("prefix") || entry.containsKey("subscriptions");
    ObjectNode limits = limited ? grant.putObject("limits") : grant;
    authorities.forEach(limits.putArray("auth")::add);
    if (entry.get("prefix") instanceof String prefix) {
      limits.put("prefix", prefix);
    }
    if (entry.containsKey("subscriptions")) {
      texts(entry, "subscriptions").forEach(limits.putArray("subscriptions")::add);
    }
    return new Part(entry.containsKey("locations") ? texts(entry, "locations") : null, grant);
  }

  private static List<Long> numbers(Object claimed) {
    if (!(claimed instanceof List<?> list)) {
      return null;
    }
    List<Long> found = new ArrayList<>();
    for (Object number : list) {
      boolean whole = number instanceof Long || number instanceof Integer;
      if (!whole || ((Number) number).longValue() < 0 || ((Number) number).longValue() > LARGEST) {
        return null;
      }
      found.add(((Number) number).longValue());
    }
    return found;
  }

  private static boolean isTexts(Map<?, ?> entry, String field) {
    return !entry.containsKey(field)
        || (entry.get(field) instanceof List<?> list
            && list.stream().allMatch(text -> text instanceof String));
  }

  private static List<String> texts(Map<?, ?> entry, String field) {
    return ((List<?>) entry.get(field)).stream().map(String.class::cast).toList();
  }
}
