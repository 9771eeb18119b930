package io.github.pulsarusercenter.adminapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.BrokerRights;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.permissions.CenterCalls;
import io.github.pulsarusercenter.permissions.OwnChanges;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.common.policies.data.TenantInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The HTTP call, the metadata and the center are fakes; the rest is real. */
class TenantAdministratorsTest {
  @TempDir Path directory;
  private final List<String> granted = new ArrayList<>();
  private final Map<String, TenantInfo> stored =
      new HashMap<>(Map.of("acme", TenantInfo.builder().adminRoles(Set.of("before")).build()));
  private IOException away;
  private TenantAdministrators administrators;

  @BeforeEach
  void begin() {
    BrokerRights brokerRights = new BrokerRights(directory, "root");
    brokerRights.put(
        """
            {"cluster":"test","revision":1,"keys":[{"kid":"k"}],
             "users":[{"name":"lord","roles":[1]},{"name":"reader","roles":[2]},{"name":"px","roles":[]}],
             "grants":[{"id":1,"role":1,"name":"acme","type":2,"auth":[104]},
                       {"id":2,"role":2,"name":"acme","type":2,"auth":[103]}]}
            """);
    administrators =
        new TenantAdministrators(
            brokerRights.answers,
            new ProxyRules(() -> Set.of("px"), () -> Set.of("root")),
            () -> Set.of("root"),
            "test",
            tenant -> CompletableFuture.completedFuture(Optional.ofNullable(stored.get(tenant))),
            (tenant, creates, users, only, actor) -> {
              if (away != null) {
                throw away;
              }
              String alone = only == null ? "" : " only " + only;
              granted.add(
                  (creates ? "new " : "")
                      + tenant
                      + " "
                      + users
                      + alone
                      + " by "
                      + actor.principal());
              ObjectNode answer = new ObjectMapper().createObjectNode().put("revision", 1);
              answer.putArray("owners").add("owner");
              return answer;
            },
            new CenterCalls(Runnable::run),
            new OwnChanges(brokerRights.rights::revision, Runnable::run));
  }

  private static FakeCall call(
      String method, String path, String role, String original, String... roles) {
    String named = String.join("\",\"", roles);
    String body = "{\"adminRoles\":[\"%s\"],\"x\":1}".formatted(named).replace("\"\"", "");
    return new FakeCall(method, path, body, role, original);
  }

  private String update(String role, String original, String... roles) throws IOException {
    return call("POST", "/admin/v2/tenants/acme", role, original, roles).outcome(administrators);
  }

  @Test
  void newAdministratorsAreGrantedAndNotStored() throws IOException {
    String expected = "on with {\"adminRoles\":[\"before\",\"root\"],\"x\":1}";
    assertEquals(expected, update("lord", null, "bea", "before", "root", "alice"));
    assertEquals(
        List.of("acme [alice, bea, before] only [alice, bea, before, root] by lord"), granted);
  }

  @Test
  void anOwnerWhoNeedsNoGrantIsStored() throws IOException {
    String expected = "on with {\"adminRoles\":[\"owner\"],\"x\":1}";
    assertEquals(expected, update("lord", null, "owner", "alice"));
    FakeCall fresh = call("PUT", "/admin/v2/tenants/fresh", "root", null, "owner", "alice");
    assertEquals(expected, fresh.outcome(administrators));
  }

  @Test
  void anUpdateWithAnEmptyListTakesAdministeringFromAll() throws IOException {
    assertEquals("on with {\"adminRoles\":[],\"x\":1}", update("lord", null));
    assertEquals(List.of("acme [] only [] by lord"), granted);
    assertTrue(update("reader", null).startsWith("403 "));
  }

  @Test
  void aNewTenantIsMadeWithItsAdministrators() throws IOException {
    FakeCall call = call("PUT", "/admin/v2/tenants/fresh", "root", null, "alice", "root");
    assertEquals("on with {\"adminRoles\":[\"root\"],\"x\":1}", call.outcome(administrators));
    assertEquals(List.of("new fresh [alice] by root"), granted);
  }

  @Test
  void aCallThatSaysNothingOfAdministratorsChangesNone() throws IOException {
    String path = "/admin/v2/tenants/acme";
    for (String body : List.of("{}", "{\"adminRoles\":null}", "no JSON")) {
      FakeCall call = new FakeCall("POST", path, body, "lord", null);
      assertEquals("as it was", call.outcome(administrators));
    }
    assertEquals("as it was", call("PUT", path, "root", null).outcome(administrators));
    assertEquals("as it was", call("PUT", path, "root", null, "root").outcome(administrators));
  }

  @Test
  void theCentersOwnCallsWriteTheStoredListAndTakeNothing() throws IOException {
    FakeCall nobody = call("POST", "/admin/v2/tenants/acme", "lord", null);
    nobody.storedLists = true;
    assertEquals("as it was", nobody.outcome(administrators));
    FakeCall more = call("POST", "/admin/v2/tenants/acme", "lord", null, "before", "alice");
    more.storedLists = true;
    assertEquals("on with {\"adminRoles\":[\"before\"],\"x\":1}", more.outcome(administrators));
    assertEquals(List.of("acme [alice] by lord"), granted);
  }

  @ParameterizedTest
  @CsvSource({
    "reader, , 403",
    "nobody, , 403",
    ", , 401",
    "px, , 401",
    "px, px, 401",
    "px, __websocket_dummy_original_principle, 401",
    "px, reader, 403",
    "reader, lord, 401",
    "lord, reader, 401",
  })
  void otherCallersAreRefused(String role, String original, int status) throws IOException {
    String end = update(role, original, "alice");
    assertTrue(end.startsWith(status + " "), end);
    assertEquals(List.of(), granted);
  }

  @Test
  void aBodyThatTheBrokerDoesNotShowIsRefused() throws IOException {
    FakeCall call = call("POST", "/admin/v2/tenants/acme", "lord", null, "alice");
    call.hidden = true;
    String end = call.outcome(administrators);
    assertTrue(end.startsWith("415 "), end);
    assertEquals(List.of(), granted);
  }

  @Test
  void behindAProxyTheOriginalPrincipalIsTheCaller() throws IOException {
    update("px", "lord", "alice");
    update("lord", "lord", "bea");
    assertEquals(
        List.of("acme [alice] only [alice] by lord", "acme [bea] only [bea] by lord"), granted);
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, /admin/v2/tenants/acme, 409",
    "POST, /admin/v2/tenants/other, 404",
    "POST, /admin/v2/tenants/acme;a=b, 409",
    "POST, /admin/v2//tenants/acme, 409",
    "POST, /admin/properties/acme, 409",
    "POST, /admin/v2/tenants/%61cme, 409",
    "POST, /%61dmin/v2/tenants/acme, 409",
    "POST, /admin/v2/t%65nants/acme, 409",
    "POST, /admin;x/v2/tenants/acme, 409",
    "POST, /x/../admin/v2/tenants/acme, 409",
    "POST, /admin/v2/tenants/%zz, 409",
  })
  void refusedAndAmbiguousCallsGrantNothing(String method, String path, int status)
      throws IOException {
    String end = call(method, path, "root", null, "alice").outcome(administrators);
    assertTrue(end.startsWith(status + " "), end);
    assertEquals(List.of(), granted);
  }

  @Test
  void anUnreachableCenterIsReportedAndNothingChanges() throws IOException {
    away = new IOException(new ConnectException("refused"));
    String end = update("lord", null, "alice");
    assertTrue(end.startsWith("503 ") && end.contains("nothing was changed"), end);
    away = new IOException("time-out");
    end = update("lord", null, "alice");
    assertTrue(end.startsWith("503 ") && end.contains("may still happen"), end);
  }

  @Test
  void otherCallsAreNotTouched() throws IOException {
    for (String path : List.of("/admin/v2/tenants", "/admin/v2/namespaces/acme/x", "/metrics")) {
      assertEquals("as it was", call("PUT", path, null, null, "alice").outcome(administrators));
    }
    assertEquals(
        "as it was",
        call("GET", "/admin/v2/tenants/acme", null, null, "a").outcome(administrators));
    assertFalse(TenantAdministrators.mayName("DELETE", "/admin/v2/tenants/acme"));
  }
}
