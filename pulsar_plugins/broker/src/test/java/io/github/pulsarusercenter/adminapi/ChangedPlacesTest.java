package io.github.pulsarusercenter.adminapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.ReportedPlace;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which calls make or remove a place, and in whose name it is reported. */
class ChangedPlacesTest {
  private ReportedPlace place;
  private boolean removed;
  private Caller caller;
  private final ChangedPlaces changed =
      new ChangedPlaces(
          new ProxyRules(() -> Set.of("proxy"), Set::of),
          (reported, isRemoved, who) -> {
            place = reported;
            removed = isRemoved;
            caller = who;
            return CompletableFuture.completedFuture(null);
          });

  @ParameterizedTest
  @CsvSource({
    "/admin/v2/tenants/acme,tenant,acme",
    "/admin/v2/tenants/acme/,tenant,acme",
    "/admin/v2/namespaces/acme/orders,namespace,acme/orders",
    "/admin/v2/persistent/acme/orders/made,topic,persistent://acme/orders/made",
    "/admin/v2/persistent/acme/orders/made/partitions,topic,persistent://acme/orders/made",
    "/admin/v2/persistent/acme/orders/made/,topic,persistent://acme/orders/made",
    "/admin/v2/scalable/acme/orders/made,topic,topic://acme/orders/made",
    "/admin/v2/non-persistent/acme/orders/a%3Ab,topic,non-persistent://acme/orders/a:b",
  })
  void creationsAndRemovalsAreReported(String path, String type, String name) {
    for (String method : List.of("PUT", "DELETE")) {
      reported(method, path, "alice", null);
      assertEquals(new ReportedPlace(type, name), place);
      assertEquals(method.equals("DELETE"), removed);
      assertEquals("alice", caller.principal());
    }
  }

  @Test
  void aMigrationIsReportedAsThat() {
    reported("POST", "/admin/v2/scalable/acme/orders/a%3Ab/migrate", "alice", null);
    assertEquals(new ReportedPlace("topic", "topic://acme/orders/a:b", true), place);
    assertEquals("alice", caller.principal());
  }

  @ParameterizedTest
  @CsvSource({
    "POST,/admin/v2/tenants/acme",
    "DELETE,/admin/v2/persistent/acme/orders/made/subscription/shop",
    "DELETE,/admin/v2/namespaces/acme/orders/permissions/bob",
    "PUT,/admin/v2/scalable/acme/orders/made/migrate",
    "POST,/admin/v2/scalable/acme/orders/made",
    "POST,/admin/v2/persistent/acme/orders/made/migrate",
    "POST,/admin/v2/scalable/acme/orders/made/migrate/",
    "PUT,/admin/v2/namespaces/acme/orders/properties",
    "PUT,/admin/v2/namespaces/acme",
    "PUT,/admin/v2/persistent/acme/orders/made/subscription/shop",
    "PUT,/admin/v2/persistent/acme/orders/made;x",
    "PUT,/admin/v2/scalable/acme/orders/made/subscriptions/shop",
    "PUT,/admin/v2//tenants/acme",
    "PUT,/admin/v2/clusters/standalone",
    "PUT,/admin/persistent/acme/standalone/orders/made",
  })
  void otherCallsAreNot(String method, String path) {
    assertNull(changed.reportOf(new FakeCall(method, path, "", "alice", null)));
  }

  @Test
  void aProxyActsForSomebody() {
    reported("PUT", "/admin/v2/tenants/acme", "proxy", "alice");
    assertEquals("alice", caller.principal());
    assertNull(caller.proof());
  }

  @Test
  void nobodyIsNamedWithoutCertainty() {
    reported("PUT", "/admin/v2/tenants/acme", "proxy", null);
    assertNull(caller.principal());
  }

  private void reported(String method, String path, String role, String original) {
    changed.reportOf(new FakeCall(method, path, "", role, original)).get().join();
  }
}
