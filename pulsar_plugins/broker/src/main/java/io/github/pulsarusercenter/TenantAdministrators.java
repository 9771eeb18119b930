package io.github.pulsarusercenter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.pulsar.broker.web.RequestWrapper;
import org.apache.pulsar.common.intercept.InterceptException;

/**
 * Refuses to make somebody the administrator of a tenant in Pulsar's own metadata: our providers do
 * not look there, so it would be stored, shown, and of no effect. Pulsar gives its authorization
 * provider no way to say so.
 */
final class TenantAdministrators {
  /** The whole body, which stays there for the broker to read. */
  interface Body {
    byte[] read() throws IOException;
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Also what could be read as a tenant's path: better one call more is looked at. */
  private static final Pattern TENANT = Pattern.compile("/+admin(/+v2/+tenants|/+properties)/.+");

  private final Supplier<Set<String>> superUsers;

  /**
   * @param superUsers broker.conf's superUserRoles as of now; they need nothing, and Pulsar names
   *     them itself when it makes its own tenants
   */
  TenantAdministrators(Supplier<Set<String>> superUsers) {
    this.superUsers = superUsers;
  }

  /** Fails when the call would make somebody administrator of a tenant. */
  void refuse(String method, String path, Body body) throws InterceptException, IOException {
    boolean changes = "PUT".equals(method) || "POST".equals(method);
    if (!changes || path == null || !TENANT.matcher(path).matches()) {
      return;
    }
    for (JsonNode role : roles(body)) {
      if (!superUsers.get().contains(role.asText())) {
        throw new InterceptException(
            409,
            "Administrators of a tenant are made in the user center (authority 104 on the tenant);"
                + " in Pulsar they would have no effect. Nothing was changed: do it without"
                + " --admin-roles.");
      }
    }
  }

  /**
   * The body of a call as an interceptor is given it. Its stream may be read only once from 4.2 on,
   * and belongs to the broker.
   */
  static byte[] kept(Object request) throws IOException {
    return request instanceof RequestWrapper wrapper ? wrapper.getBody() : new byte[0];
  }

  private static JsonNode roles(Body body) throws IOException {
    try {
      JsonNode tenant = JSON.readTree(body.read());
      return tenant == null ? JSON.createArrayNode() : tenant.path("adminRoles");
    } catch (JsonProcessingException e) {
      // What is no JSON the broker refuses itself.
      return JSON.createArrayNode();
    }
  }
}
