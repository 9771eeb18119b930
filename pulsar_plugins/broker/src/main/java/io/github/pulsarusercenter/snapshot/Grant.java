package io.github.pulsarusercenter.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.decision.Authorities;
import io.github.pulsarusercenter.decision.ResourceName;

/** Authorities of one role on one resource, while its window is open. */
public final class Grant {
  private final long id;
  private final long role;
  private final int type;
  private final String name;
  private final long[] authorities;
  private final long from;
  private final long until;
  private final int usable;

  private Grant(JsonNode json) {
    id = Fields.number(json, "id");
    role = Fields.number(json, "role");
    type = (int) Fields.number(json, "type");
    name = Fields.text(json, "name");
    JsonNode ids = Fields.list(json, "auth");
    authorities = new long[ids.size()];
    for (int i = 0; i < authorities.length; i++) {
      authorities[i] = ids.get(i).asLong(-1);
    }
    from = Fields.numberOr(json, "from", Long.MIN_VALUE);
    until = Fields.numberOr(json, "until", Long.MAX_VALUE);
    usable = isCanonical() ? Authorities.usable(type, authorities) : 0;
  }

  static Grant parse(JsonNode json) {
    return new Grant(json);
  }

  public long id() {
    return id;
  }

  public long role() {
    return role;
  }

  /** The resource's type number. */
  public int type() {
    return type;
  }

  /** The resource's name. */
  public String name() {
    return name;
  }

  /** Epoch ms; counts from then on. Long.MIN_VALUE: no start. */
  public long from() {
    return from;
  }

  /** Epoch ms; no longer counts then. Long.MAX_VALUE: no end. */
  public long until() {
    return until;
  }

  /** The authorities that count, as bits of {@link Authorities}; 0 when none does. */
  public int usable() {
    return usable;
  }

  /** True when it is on something inside the namespace, tenant, cluster or root given. */
  public boolean isInside(ResourceName place, String cluster) {
    if (type <= place.type()) {
      return false;
    }
    return switch (place.type()) {
      case ResourceName.ROOT -> true;
      case ResourceName.CLUSTER -> place.name().equals(cluster);
      default -> {
        int start = type == ResourceName.TOPIC ? name.indexOf("://") + 3 : 0;
        int end = start + place.name().length();
        yield name.startsWith(place.name(), start) && name.charAt(end) == '/';
      }
    };
  }

  /** Another spelling of a name (a partition, say) never counts: it must not widen a right. */
  private boolean isCanonical() {
    return type >= ResourceName.ROOT
        && type <= ResourceName.TOPIC
        && ResourceName.of(type, name).name().equals(name);
  }

  ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", id).put("role", role).put("type", type).put("name", name);
    ArrayNode ids = json.putArray("auth");
    for (long authority : authorities) {
      ids.add(authority);
    }
    json.put("from", from == Long.MIN_VALUE ? null : from);
    json.put("until", until == Long.MAX_VALUE ? null : until);
    return json;
  }
}
