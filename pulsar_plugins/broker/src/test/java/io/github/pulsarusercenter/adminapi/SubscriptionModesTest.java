package io.github.pulsarusercenter.adminapi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.BrokerRights;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.permissions.CenterCalls;
import io.github.pulsarusercenter.permissions.OwnChanges;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.pulsar.common.intercept.InterceptException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP call and the center are fakes; the rest is real. */
class SubscriptionModesTest {
  private static final String PATH = "/admin/v2/namespaces/acme/orders/subscriptionAuthMode";

  @TempDir Path directory;
  private final List<String> set = new ArrayList<>();
  private IOException away;
  private SubscriptionModes modes;

  @BeforeEach
  void begin() {
    BrokerRights brokerRights = new BrokerRights(directory, "root");
    brokerRights.put(
        """
            {"cluster":"test","revision":1,"keys":[{"kid":"k"}],
             "users":[{"name":"keeper","roles":[1]},{"name":"reader","roles":[2]},{"name":"px","roles":[]}],
             "grants":[{"id":1,"role":1,"name":"acme/orders","type":3,"auth":[204]},
                       {"id":2,"role":2,"name":"acme","type":2,"auth":[103]}]}
            """);
    modes =
        new SubscriptionModes(
            brokerRights.answers,
            new ProxyRules(() -> Set.of("px"), () -> Set.of("root")),
            (namespace, mode, by) -> {
              if (away != null) {
                throw away;
              }
              set.add(namespace + " " + mode + " by " + by.principal());
              return 1;
            },
            new CenterCalls(Runnable::run),
            new OwnChanges(brokerRights.rights::revision, Runnable::run));
  }

  private String post(String path, String body, String role, String original) throws IOException {
    return new FakeCall("POST", path, body, role, original).outcome(modes);
  }

  @Test
  void theCenterTakesTheModeBeforeTheBrokerStoresIt() throws IOException {
    assertEquals("on with \"Prefix\"", post(PATH, "\"Prefix\"", "keeper", null));
    assertEquals("on with \"None\"", post(PATH, "\"None\"", "px", "keeper"));
    assertEquals("on with \"None\"", post(PATH + "/", "\"None\"", "root", null));
    assertEquals(
        List.of(
            "acme/orders Prefix by keeper",
            "acme/orders None by keeper",
            "acme/orders None by root"),
        set);
  }

  @ParameterizedTest
  @CsvSource({
    "reader, , 403",
    "nobody, , 403",
    ", , 401",
    "px, , 401",
    "px, reader, 403",
    "reader, keeper, 401",
  })
  void otherCallersAreRefused(String role, String original, int status) throws IOException {
    String end = post(PATH, "\"None\"", role, original);
    assertTrue(end.startsWith(status + " "), end);
    assertEquals(List.of(), set);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "1", "\"prefix\"", "\"Suffix\"", "{}", "[\"Prefix\"]", "Prefix"})
  void anUnknownModeIsRefused(String body) throws IOException {
    String end = post(PATH, body, "keeper", null);
    assertTrue(end.startsWith("400 "), end);
    assertEquals(List.of(), set);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/namespaces/acme/orders/subscriptionAuthMode;a=b",
        "/admin/v2/namespaces/acme/orders/subscriptionAuth%4Dode",
        "/admin/v2/namespaces/acme/%6Frders/subscriptionAuthMode",
        "/admin/v2//namespaces/acme/orders/subscriptionAuthMode",
        "/admin;x/v2/namespaces/acme/orders/subscriptionAuthMode",
        "/x/../admin/v2/namespaces/acme/orders/subscriptionAuthMode",
        "/admin/namespaces/acme/test/orders/subscriptionAuthMode",
      })
  void anAmbiguousPathIsRefused(String path) throws IOException {
    String end = post(path, "\"None\"", "root", null);
    assertTrue(end.startsWith("409 "), end);
    assertEquals(List.of(), set);
    assertThrows(InterceptException.class, () -> SubscriptionModes.refuse("POST", path));
  }

  @Test
  void aBodyThatTheBrokerMayHideIsRefused() throws IOException {
    FakeCall hidden = new FakeCall("POST", PATH, "\"None\"", "keeper", null);
    hidden.hidden = true;
    FakeCall disguised = new FakeCall("POST", PATH, "\"None\"", "keeper", null);
    disguised.contentType = "application/json; x=\"multipart\"";
    for (FakeCall call : List.of(hidden, disguised)) {
      String end = call.outcome(modes);
      assertTrue(end.startsWith("415 "), end);
    }
    assertEquals(List.of(), set);
  }

  @Test
  void anUnreachableCenterIsReportedAndNothingIsStored() throws IOException {
    away = new IOException(new ConnectException("refused"));
    String end = post(PATH, "\"Prefix\"", "keeper", null);
    assertTrue(end.startsWith("503 ") && end.contains("nothing was changed"), end);
  }

  @Test
  void otherCallsAreNotTouched() throws IOException {
    assertEquals("as it was", new FakeCall("GET", PATH, "", null, null).outcome(modes));
    assertEquals("as it was", post("/admin/v2/namespaces/acme/orders/messageTTL", "1", null, null));
    String topic = "/admin/v2/persistent/acme/orders/subscriptionAuthMode/unload";
    assertEquals("as it was", post(topic, "", null, null));
    assertDoesNotThrow(() -> SubscriptionModes.refuse("GET", PATH));
  }
}
