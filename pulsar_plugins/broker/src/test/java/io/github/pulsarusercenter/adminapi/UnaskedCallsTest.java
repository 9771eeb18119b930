package io.github.pulsarusercenter.adminapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.BrokerRights;
import io.github.pulsarusercenter.authentication.ProxyRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP call is a fake; the rest is real. */
class UnaskedCallsTest {
  private static final String PASSES = "as it was";

  @TempDir Path directory;
  private UnaskedCalls calls;

  @BeforeEach
  void begin() {
    BrokerRights brokerRights = new BrokerRights(directory, "root");
    brokerRights.put(
        """
            {"cluster":"test","revision":1,"keys":[{"kid":"k"}],
             "users":[{"name":"reader","roles":[1]},{"name":"owner","roles":[2]},
                      {"name":"some","roles":[3]},{"name":"px","roles":[]}],
             "grants":[{"id":1,"role":1,"name":"acme","type":2,"auth":[103]},
                       {"id":2,"role":2,"name":"acme","type":2,"auth":[104]},
                       {"id":3,"role":3,"name":"acme","type":2,"auth":[103],
                        "limits":{"subscriptions":["billing"]}}]}
            """);
    calls =
        new UnaskedCalls(
            brokerRights.answers, new ProxyRules(() -> Set.of("px"), () -> Set.of("root")), "test");
  }

  private String outcome(String method, String path, String role, String original)
      throws IOException {
    return new FakeCall(method, path, "", role, original).outcome(calls);
  }

  private void denied(String path, String role) throws IOException {
    String end = outcome("GET", path, role, null);
    assertTrue(end.startsWith("403 "), path + " " + end);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v3/transactions/coordinators",
        "/admin/v3/transactions/coordinatorInternalStats/0",
        "/admin/v3/transactions/transactionMetadata/1/2",
        "/admin/v3/transactions",
        "/admin//v3/transactions/coordinators",
        "/admin/v3/x/../transactions/coordinators",
        "/admin/v3;a=b/transactions/coordinators",
        "/admin/v3/tr%61nsactions/coordinators",
        "/admin/v3/transactions;a=%2F../coordinators",
        "/admin/v3/transactions/coordinators;%2F..%2F..",
        "/admin/v3/transactions/transactionBufferStats/acme/orders/mine;%2F..%2F..%2F..%2F..%2F..",
        "/admin/v3/transactions/pendingAckStats/acme/orders/mine/a%2F..%2F..%2F..%2F..%2F..%2F..",
        "/admin/v3/transactions/pendingAckStats/acme/orders/mine/a%0Ab",
        "/admin/v2/non-persistent/acme/orders/mine;%2F..%2F../entryFilters",
        "/admin/v2/non-persistent/acme/orders/a%0Ab/entryFilters",
        "/admin/v3/functions;%2F../connectors",
        "/admin/v3/transactions/transactionBufferStats/acme/orders/mine/../../../victim/v/t",
        "/admin/v3/transactions/transactionBufferStats/acme/orders/a%2Fb",
        "/admin/v3/functions/connectors",
        "/admin/v2/functions/connectors",
        "/admin/v3/packages/function/acme/orders/mine/..%2F..%2Fother%2F1",
        "/admin/v3/packages/function/acme/orders/mine/%2e%2e%5Cother",
        "/admin/v3/packages;/function/acme/orders/mine/..%2Fother",
        "/admin/v3/p%61ckages/function/acme/orders/mine/..%2Fother",
        "/admin/v3/packages/function/acme/orders/mine/%252e%252e/metadata",
        "/admin/v3/m%zz",
      })
  void onlySuperUsers(String path) throws IOException {
    denied(path, "owner");
    denied(path, "nobody");
    assertEquals(PASSES, outcome("GET", path, "root", null));
  }

  @ParameterizedTest
  @CsvSource({
    "transactionBufferStats/acme/orders/mine",
    "transactionBufferInternalStats/acme/orders/mine-partition-0",
    "transactionInBufferStats/acme/orders/mine/1/2",
    "pendingAckStats/acme/orders/mine/billing",
    "pendingAckInternalStats/acme/orders/mine/billing",
    "positionStatsInPendingAck/acme/orders/mine/billing/1/2",
    "transactionInPendingAckStats/acme/orders/mine/billing/1/2",
  })
  void statisticsOfATopicAreForWhoMaySeeThem(String path) throws IOException {
    String whole = "/admin/v3/transactions/" + path;
    assertEquals(PASSES, outcome("GET", whole, "owner", null));
    assertEquals(PASSES, outcome("GET", whole, "reader", null));
    assertEquals(PASSES, outcome("GET", whole, "px", "reader"));
    denied(whole, "nobody");
    denied(whole.replace("acme", "victim"), "owner");
  }

  @Test
  void filtersOfATopicAreForWhoAdministersIt() throws IOException {
    String path = "/admin/v2/non-persistent/acme/orders/mine/entryFilters";
    for (String method : Set.of("GET", "POST", "DELETE")) {
      assertEquals(PASSES, outcome(method, path, "owner", null));
      assertTrue(outcome(method, path, "nobody", null).startsWith("403 "));
    }
    assertTrue(outcome("POST", path, "reader", null).startsWith("403 "));
    assertTrue(outcome("GET", path, null, null).startsWith("401 "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/persistent/acme/transactions/mine/stats",
        "/admin/v2/persistent/acme/packages/a%2Fb/stats",
        "/admin/v2/persistent/acme/orders/mine/entryFilters",
        "/admin/v2/namespaces/acme/orders/entryFilters",
        "/admin/v3/functions/acme/connectors",
        "/admin/v3/packages/function/acme/orders/mine/1.0",
        "/admin/v3/packages/function/acme/orders",
        "/lookup/v2/topic/persistent/acme/orders/mine",
      })
  void othersAreLeftToTheBroker(String path) throws IOException {
    assertEquals(PASSES, outcome("GET", path, "nobody", null));
  }
}
