package io.github.pulsarusercenter.adminapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** The body of {@code tenants create} and {@code update}: clusters and administrators. */
record TenantBody(JsonNode tenant) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ROLES = "adminRoles";

  /** A body that is not JSON names nobody; the broker refuses it itself. */
  static TenantBody of(byte[] body) {
    return new TenantBody(json(body));
  }

  /** The body; null as JSON when it is no JSON. */
  static JsonNode json(byte[] body) {
    try {
      JsonNode read = JSON.readTree(body);
      return read == null ? JSON.nullNode() : read;
    } catch (IOException e) {
      return JSON.nullNode();
    }
  }

  /** Whether it has a list of administrators, be it empty. */
  boolean hasList() {
    return tenant.path(ROLES).isArray();
  }

  /** The named administrators, except {@code besides}. */
  Set<String> named(Collection<String> except) {
    Set<String> names = new TreeSet<>();
    tenant.path(ROLES).forEach(role -> names.add(role.asText()));
    names.removeAll(except);
    return names;
  }

  /** The body for the broker, without these names. */
  byte[] without(Collection<String> names) {
    JsonNode remaining = tenant.deepCopy();
    if (remaining.path(ROLES) instanceof ArrayNode roles) {
      for (int i = roles.size() - 1; i >= 0; i--) {
        if (names.contains(roles.get(i).asText())) {
          roles.remove(i);
        }
      }
    }
    return remaining.toString().getBytes(UTF_8);
  }
}
