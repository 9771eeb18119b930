package io.github.pulsarusercenter.questions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.pulsarusercenter.AdminCallData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TenantAdminCallTest {
  @ParameterizedTest
  @CsvSource({
    "GET,persistent/acme/orders/t/permissions,topic:GET_PERMISSION,persistent://acme/orders/t",
    "GET,scalable/acme/orders/t/permissions,topic:GET_PERMISSION,topic://acme/orders/t",
    "POST,scalable/acme/orders/t/permissions/b,topic:GRANT_PERMISSION,topic://acme/orders/t",
    "POST,persistent/acme/orders/t/permissions/b,topic:GRANT_PERMISSION,persistent://acme/orders/t",
    "DELETE,persistent/acme/orders/t-partition-0/permissions/b,topic:REVOKE_PERMISSION,"
        + "persistent://acme/orders/t",
    "DELETE,non-persistent/acme/orders/t/truncate,topicPolicy:WRITE,non-persistent://acme/orders/t",
    "GET,persistent/acme/orders/t/maxMessageSize,topicPolicy:READ,persistent://acme/orders/t",
    "POST,persistent/acme/orders/t/maxMessageSize,topicPolicy:WRITE,persistent://acme/orders/t",
    "DELETE,schemas/acme/orders/t/schema,topicPolicy:WRITE,persistent://acme/orders/t",
    "GET,namespaces/acme/orders/properties,namespacePolicy:READ,acme/orders",
    "PUT,namespaces/acme/orders/property/a/b,namespacePolicy:WRITE,acme/orders",
  })
  void aCallOnOneThingIsAboutThatThing(String method, String path, String question, String on) {
    TenantAdminCall call =
        TenantAdminCall.of("acme", new AdminCallData(method, "/admin/v2/" + path));
    assertEquals(question, call.question().id());
    assertEquals(on, call.on().name());
  }

  @ParameterizedTest
  @CsvSource({
    "functions,FUNCTION",
    "sources,SOURCE",
    "source,SOURCE",
    "sinks,SINK",
    "sink,SINK",
  })
  void functionsTakeTheRightToTheirKind(String kind, String question) {
    // Without a name at the end the call lists the functions.
    for (String end : new String[] {"", "/f", "/f/status"}) {
      AdminCallData data = new AdminCallData("GET", "/admin/v3/" + kind + "/acme/orders" + end);
      TenantAdminCall call = TenantAdminCall.of("acme", data);
      assertEquals("functions:" + question, call.question().id());
      assertEquals("acme/orders", call.on().name());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/persistent/other/orders/t/truncate",
        "/admin/v2/persistent/acme/orders/t;x/truncate",
        "/admin/v2/persistent/acme/orders/a%2Fb/truncate",
        "/admin/v2/persistent/acme/orders/../t/truncate",
        "/admin/v2/persistent/acme/orders//truncate",
        "/admin/v2/persistent/acme/orders/t/partitions",
        "/admin/v2/namespaces/acme/orders/messageTTL",
        "/admin/v2/namespaces/acme/orders",
        "/admin/persistent/acme/c/orders/t/truncate",
      })
  void everythingElseIsAboutTheTenant(String path) {
    TenantAdminCall call = TenantAdminCall.of("acme", new AdminCallData("DELETE", path));
    assertEquals("tenantAdmin:ADMIN", call.question().id());
    assertEquals("acme", call.on().name());
  }

  @Test
  void withoutACallItIsAboutTheTenant() {
    assertEquals("acme", TenantAdminCall.of("acme", null).on().name());
  }
}
