package io.github.pulsarusercenter.adminapi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.pulsar.common.intercept.InterceptException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantRefusalTest {
  private final TenantRefusal refusal = new TenantRefusal(() -> Set.of("broker"));

  private void call(String method, String path, String body)
      throws InterceptException, IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    refusal.demandNoAdministrators(method, path, bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/tenants/acme",
        "/admin/v2/tenants//acme",
        "/admin/v2/tenants/acme;a=b",
        "/admin/properties/acme"
      })
  void makingAnAdministratorIsRefused(String path) {
    String body = "{\"adminRoles\":[\"broker\",\"alice\"],\"allowedClusters\":[\"one\"]}";
    for (String method : Set.of("PUT", "POST")) {
      InterceptException refusal =
          assertThrows(InterceptException.class, () -> call(method, path, body));
      assertEquals(409, refusal.getErrorCode());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"adminRoles\":[],\"allowedClusters\":[\"one\"]}",
        "{\"adminRoles\":null}",
        "{\"adminRoles\":[\"broker\"]}",
        "{}",
        "",
        "no json"
      })
  void aCallWithoutAdministratorsGoesOn(String body) {
    assertDoesNotThrow(() -> call("PUT", "/admin/v2/tenants/acme", body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/admin/v2/namespaces/acme/orders", "/admin/v2/tenants", "/metrics"})
  void otherCallsAreNotRead(String path) {
    assertDoesNotThrow(() -> call("PUT", path, "{\"adminRoles\":[\"alice\"]}"));
  }
}
