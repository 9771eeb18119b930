package io.github.pulsarusercenter.tenants;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** What {@code tenants create} and {@code update} send: clusters, and who is to administer. */
final class TenantBody {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ROLES = "adminRoles";

  private final JsonNode tenant;

  private TenantBody(JsonNode tenant) {
    this.tenant = tenant;
  }

  /** What is no JSON names nobody; the broker refuses it itself. */
  static TenantBody of(byte[] body) throws IOException {
    try {
      JsonNode read = JSON.readTree(body);
      return new TenantBody(read == null ? JSON.nullNode() : read);
    } catch (JsonProcessingException e) {
      return new TenantBody(JSON.nullNode());
    }
  }

  /** Who is to administer, besides these. */
  Set<String> named(Collection<String> besides) {
    Set<String> names = new TreeSet<>();
    tenant.path(ROLES).forEach(role -> names.add(role.asText()));
    names.removeAll(besides);
    return names;
  }

  /** The same without these, as the broker is to store it. */
  byte[] without(Collection<String> names) throws IOException {
    JsonNode left = tenant.deepCopy();
    if (left.path(ROLES) instanceof ArrayNode roles) {
      for (int i = roles.size() - 1; i >= 0; i--) {
        if (names.contains(roles.get(i).asText())) {
          roles.remove(i);
        }
      }
    }
    return JSON.writeValueAsBytes(left);
  }
}
