package io.github.pulsarusercenter.adminapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.BrokerRights;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.permissions.CenterCalls;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP call and the center are fakes; the rest is real. */
class AnswersAboutRightsTest {
  private static final String TENANT = "/admin/v2/tenants/acme";
  private static final String NAMESPACE = "/admin/v2/namespaces/acme/orders";
  private static final String STORED =
      "{\"adminRoles\":[\"before\",\"root\"],\"allowedClusters\":[\"c\"]}";

  @TempDir Path directory;
  private final List<String> questions = new ArrayList<>();
  private String said = "{}";
  private IOException away;
  private AnswersAboutRights answers;

  @BeforeEach
  void begin() {
    BrokerRights brokerRights = new BrokerRights(directory, "root");
    answers =
        new AnswersAboutRights(
            brokerRights.answers,
            new ProxyRules(() -> Set.of("px"), () -> Set.of("root")),
            () -> Set.of("root"),
            Set.of("broker"),
            (type, name, caller) -> {
              questions.add(type + " " + name + " for " + caller.principal());
              if (away != null) {
                throw away;
              }
              return new ObjectMapper().readTree(said);
            },
            new CenterCalls(Runnable::run));
  }

  private String get(String path, String role, String original, String answer) throws IOException {
    FakeCall call = new FakeCall("GET", path, "", role, original);
    assertEquals("as it was", call.outcome(answers));
    return call.answered(answer);
  }

  @Test
  void aTenantNamesWhoAdministersItAtTheCenterAndSuperUsers() throws IOException {
    said = "{\"permissions\":{},\"administrators\":[\"bea\",\"alice\"]}";
    assertEquals(
        "{\"adminRoles\":[\"alice\",\"bea\",\"root\"],\"allowedClusters\":[\"c\"]}",
        get(TENANT, "lord", null, STORED));
    assertEquals(List.of("tenant acme for lord"), questions);
    said = "{\"administrators\":[\"bea\"],\"owners\":[\"before\",\"unnamed\"]}";
    assertTrue(get(TENANT, "lord", null, STORED).contains("[\"bea\",\"before\",\"root\"]"));
    said = "{\"permissions\":{},\"administrators\":null}";
    assertEquals(STORED, get(TENANT, "px", "reader", STORED));
    assertEquals("tenant acme for reader", questions.get(2));
  }

  @Test
  void aNamespaceHasThePermissionsOfTheCenterAndItsOtherPolicies() throws IOException {
    said =
        """
        {"permissions":{"bob":["produce"]},"topics":{"persistent://acme/orders/x":{"eve":["consume"]}},
         "subscriptions":{"s":["bob"]}}
        """;
    String stored =
        "{\"auth_policies\":{\"namespace_auth\":{\"before\":[\"consume\"]},\"more\":1},\"bundles\":{}}";
    assertEquals(
        new ObjectMapper()
            .readTree(
                """
                {"auth_policies":{"namespace_auth":{"bob":["produce"]},
                  "destination_auth":{"persistent://acme/orders/x":{"eve":["consume"]}},
                  "subscription_auth_roles":{"s":["bob"]},"more":1},"bundles":{}}
                """),
        new ObjectMapper().readTree(get(NAMESPACE + "/", "lord", null, stored)));
    assertEquals(List.of("namespace acme/orders for lord"), questions);
  }

  @Test
  void nothingIsHeldOnAPlaceThatTheCenterDoesNotKnow() throws IOException {
    away = new CenterException(404, "not_found", "knows no tenant acme");
    assertEquals(
        "{\"adminRoles\":[\"root\"],\"allowedClusters\":[\"c\"]}", get(TENANT, "x", null, STORED));
    String none =
        get(NAMESPACE, "x", null, "{\"auth_policies\":{\"namespace_auth\":{\"before\":[]}}}");
    assertTrue(none.contains("\"namespace_auth\":{}") && none.contains("\"destination_auth\":{}"));
  }

  @ParameterizedTest
  @CsvSource({"403, lord", "422, lord", "500, broker"})
  void withoutTheCentersWordTheAnswerIsTheBrokers(int status, String role) throws IOException {
    away = new CenterException(status, "x", "no");
    assertEquals(STORED, get(TENANT, role, null, STORED));
    String policies = "{\"auth_policies\":{\"namespace_auth\":{\"before\":[]}}}";
    assertEquals(policies, get(NAMESPACE, role, null, policies));
  }

  @Test
  void anAnswerWithoutTheTruthIsNone() throws IOException {
    away = new IOException(new ConnectException("refused"));
    assertTrue(get(TENANT, "lord", null, STORED).startsWith("503 "));
    assertEquals(STORED, get(TENANT, "broker", null, STORED));
    assertTrue(get(TENANT, "px", "px", STORED).startsWith("401 "));
  }

  @Test
  void theCentersOwnCallsReadWhatIsStored() throws IOException {
    FakeCall call = new FakeCall("GET", TENANT, "", "lord", null);
    call.storedLists = true;
    assertEquals("as it was", call.outcome(answers));
    assertNull(call.answered(STORED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/tenants",
        "/admin/v2/namespaces/acme",
        "/admin/v2/namespaces/acme/orders/permissions",
        "/admin/v2/tenants/%61cme",
        "/admin/namespaces/acme/c/orders",
      })
  void otherAnswersAreNotHeld(String path) throws IOException {
    assertNull(get(path, "lord", null, "x"));
    assertNull(new FakeCall("PUT", TENANT, "", "lord", null).answered("x"));
  }

  @Test
  void aListInThePlaceOfATenantStaysAsItIs() throws IOException {
    assertEquals("[\"acme\"]", get("/admin/v2/tenants/..", "lord", null, "[\"acme\"]"));
    assertEquals(List.of(), questions);
  }
}
