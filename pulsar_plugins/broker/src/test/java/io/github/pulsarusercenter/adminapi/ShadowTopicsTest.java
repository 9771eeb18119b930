package io.github.pulsarusercenter.adminapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.BrokerRights;
import io.github.pulsarusercenter.authentication.ProxyRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.apache.pulsar.common.intercept.InterceptException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The HTTP call is a fake; the rest is real. */
class ShadowTopicsTest {
  private static final String TOPIC = "/admin/v2/persistent/acme/orders/mine";
  private static final String SOURCE = "{\"PULSAR.SHADOW_SOURCE\":\"persistent://victim/v/t\"}";
  private static final String AS_IT_WAS = "as it was";

  @TempDir Path directory;
  private ShadowTopics shadows;

  @BeforeEach
  void begin() {
    BrokerRights brokerRights = new BrokerRights(directory, "root");
    brokerRights.put(
        """
            {"cluster":"test","revision":1,"keys":[{"kid":"k"}],
             "users":[{"name":"reader","roles":[1]},{"name":"maker","roles":[2]},
                      {"name":"some","roles":[3]},{"name":"writer","roles":[4]},{"name":"px","roles":[]}],
             "grants":[{"id":1,"role":1,"name":"victim","type":2,"auth":[103]},
                       {"id":2,"role":2,"name":"acme","type":2,"auth":[102,103,104,300,303,304]},
                       {"id":3,"role":3,"name":"victim","type":2,"auth":[103],
                        "limits":{"subscriptions":["billing"]}},
                       {"id":4,"role":4,"name":"victim","type":2,"auth":[102]}]}
            """);
    shadows =
        new ShadowTopics(
            brokerRights.answers, new ProxyRules(() -> Set.of("px"), () -> Set.of("root")));
  }

  private String put(String path, String body, String role, String original) throws IOException {
    return new FakeCall("PUT", path, body, role, original).outcome(shadows);
  }

  private void refused(int status, String end) {
    assertTrue(end.startsWith(status + " "), end);
  }

  @ParameterizedTest
  @CsvSource({
    "reader, , 0",
    "root, , 0",
    "px, reader, 0",
    "maker, , 403",
    "some, , 403",
    "writer, , 403",
    "nobody, , 403",
    ", , 401",
    "px, , 401",
    "px, maker, 403",
    "maker, reader, 401",
  })
  void readersOfTheSourceMakeAShadow(String role, String original, int status) throws IOException {
    String end = put(TOPIC, SOURCE, role, original);
    assertTrue(end.startsWith(status == 0 ? AS_IT_WAS : status + " "), end);
  }

  @Test
  void aRefusalSaysWhy() throws IOException {
    String end = put(TOPIC, SOURCE, "maker", null);
    assertTrue(end.contains("you may not read the source persistent://victim/v/t."), end);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        TOPIC,
        TOPIC + "/properties",
        TOPIC + "/partitions",
        TOPIC + ";a=b",
        "/admin/v2//persistent/acme/orders/mine",
        "/admin/v2/non-persistent/acme/orders/mine",
        "/admin/v2/p%65rsistent/acme/orders/mine",
        "/admin;x/v2/persistent/acme/orders/mine",
        "/x/../admin/v2/persistent/acme/orders/mine",
        "/admin/persistent/acme/test/orders/mine",
        "/admin/v2/persistent/acme/orders/m%zz",
      })
  void everyPathIsLookedAt(String path) throws IOException {
    refused(403, put(path, SOURCE, "maker", null));
    assertThrows(
        InterceptException.class, () -> ShadowTopics.refuse("PUT", path, SOURCE.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'partitions':1,'properties':{'PULSAR.SHADOW_SOURCE':'persistent://victim/v/t'}}",
        "{'PULSAR.\\u0053HADOW_SOURCE':'persistent://victim/v/t'}",
        "{'PULSAR.SHADOW_SOURCE':'persistent://victim/v/t','PULSAR.SHADOW_SOURCE':'acme/a/b'}",
        "{'PULSAR.SHADOW_SOURCE':'persistent://acme/a/b','PULSAR.SHADOW_SOURCE':'victim/v/t'}",
        "{'PULSAR.SHADOW_SOURCE':'victim/v/t-partition-3'}",
        "{'PULSAR.SHADOW_SOURCE':'persistent://victim/cluster/v/t'}",
        "{'PULSAR.SHADOW_SOURCE':'persistent://acme/orders/__change_events'}",
        "{'PULSAR.SHADOW_SOURCE':'short'}",
        "{} {'PULSAR.SHADOW_SOURCE':'persistent://victim/v/t'}",
      })
  void noWayOfWritingHidesTheSource(String body) throws IOException {
    refused(403, put(TOPIC, body.replace('\'', '"'), "maker", null));
  }

  /** The broker may read such a value in a way of its own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "['persistent://victim/v/t']",
        "{'a':'persistent://acme/a/b'}",
        "null",
        "4",
        "4.5",
        "true",
        "[",
        "",
      })
  void aSourceThatIsNoTextIsRefused(String value) throws IOException {
    for (String wrapped : new String[] {"%s", "{'properties':%s}"}) {
      String source = "{'PULSAR.SHADOW_SOURCE':" + value + "}";
      String body = wrapped.formatted(source).replace('\'', '"');
      refused(400, put(TOPIC, body, "root", null));
      var refused =
          assertThrows(
              InterceptException.class,
              () -> ShadowTopics.refuse("PUT", TOPIC, body.getBytes(UTF_8)));
      assertEquals(400, refused.getErrorCode());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "4", "{}", "{\"a\":\"b\"}", "{\"partitions\":2}"})
  void callsThatNameNoneAreNotTouched(String body) throws IOException {
    assertEquals(AS_IT_WAS, put(TOPIC, body, null, null));
    assertDoesNotThrow(() -> ShadowTopics.refuse("PUT", TOPIC, body.getBytes(UTF_8)));
  }

  @Test
  void otherCallsAreNotTouched() throws IOException {
    assertEquals(AS_IT_WAS, new FakeCall("GET", TOPIC, SOURCE, null, null).outcome(shadows));
    assertEquals(AS_IT_WAS, put("/admin/v2/namespaces/acme/orders/property/a/b", "", null, null));
    String own = SOURCE.replace("victim/v/t", "acme/orders/theirs");
    assertEquals(AS_IT_WAS, put(TOPIC, own, "maker", null));
  }

  @Test
  void aBodyThatTheBrokerMayHideOrReadOtherwiseIsRefused() throws IOException {
    FakeCall hidden = new FakeCall("PUT", TOPIC, SOURCE, "reader", null);
    hidden.hidden = true;
    FakeCall disguised = new FakeCall("PUT", TOPIC, SOURCE, "reader", null);
    disguised.contentType = "application/octet-stream+json";
    refused(415, hidden.outcome(shadows));
    refused(415, disguised.outcome(shadows));
    refused(400, put(TOPIC, "{'a':1}", "reader", null));
    refused(400, put(TOPIC, "{} \u001f\u008b", "reader", null));
    assertThrows(
        InterceptException.class, () -> ShadowTopics.refuse("PUT", TOPIC, "{".getBytes(UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/shadowTopics", "/shadowTopics/", "/shadow%54opics", ";x/shadowTopics"})
  void copyingATopicTakesWritingToItsShadows(String end) throws IOException {
    String path = TOPIC + end;
    String list = "[\"persistent://acme/orders/one\",\"persistent://victim/v/t\"]";
    refused(403, put(path, list, "maker", null));
    refused(403, put(path, list, "reader", null));
    assertEquals(AS_IT_WAS, put(path, "[\"persistent://victim/v/t\"]", "writer", null));
    assertEquals(AS_IT_WAS, put(path, "[\"persistent://acme/orders/one\"]", "maker", null));
    assertEquals(AS_IT_WAS, put(path, list, "root", null));
    assertThrows(
        InterceptException.class, () -> ShadowTopics.refuse("PUT", path, list.getBytes(UTF_8)));
  }
}
