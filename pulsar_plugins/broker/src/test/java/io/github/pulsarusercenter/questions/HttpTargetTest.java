package io.github.pulsarusercenter.questions;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTargetTest {
  private record CallData(String method, String path, String query) implements SignInData {
    CallData(String method, String path) {
      this(method, path, null);
    }

    @Override
    public Credential credential() {
      return null;
    }

    @Override
    public void setCredential(Credential credential) {}

    @Override
    public String ip() {
      return null;
    }

    @Override
    public String session() {
      return null;
    }
  }

  private static String topic(String method, String path) {
    return HttpTarget.deletedTopic(new CallData(method, path), "acme/orders");
  }

  @Test
  void readsTheTopicFromThePath() {
    assertEquals(
        "persistent://acme/orders/created",
        topic("DELETE", "/admin/v2/persistent/acme/orders/created"));
    assertEquals(
        "non-persistent://acme/orders/a=b",
        topic("DELETE", "/admin/v2/non-persistent/acme/orders/a%3Db/partitions"));
    assertEquals(
        "topic://acme/orders/created", topic("DELETE", "/admin/v2/scalable/acme/orders/created"));
  }

  @ParameterizedTest
  @CsvSource({
    "a%20b,a b",
    "a%3Bb,a;b",
    "a%3Fb%23c,a?b#c",
    "a%5Cb,a\\b",
    "%E6%97%A5,日",
    "%F0%9F%98%80,😀",
    "e%CC%81,e\u0301",
    "~a!,~a!",
    "...,..."
  })
  void anEncodedTopicIsDecodedOnce(String sent, String name) {
    String path = "/admin/v2/persistent/acme/orders/" + sent;
    assertEquals("persistent://acme/orders/" + name, topic("DELETE", path));
    String[] part = HttpTarget.segments(new CallData("POST", path + "/permissions/bob"));
    assertArrayEquals(
        new String[] {"persistent", "acme", "orders", name, "permissions", "bob"}, part);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/persistent/acme/orders/a%25b",
        "/admin/v2/persistent/acme/orders/a%2Bb",
        "/admin/v2/persistent/acme/orders/%ff",
        "/admin/v2/persistent/acme/orders/a%00b",
        "/admin/v2/persistent/acme/orders/%2e%2e",
        "/admin/v2/persistent/acme/orders/é",
        "/admin/v2/persistent/acme/other/created",
        "/admin/v2/scalable/acme/other/created",
        "/admin/v2/scalable/acme/orders/created/subscriptions",
        "/admin/v2/topic/acme/orders/created",
        "/admin/v2/segments/acme/orders/created",
        "/admin/v2/persistent/acme/orders/created/subscription/s",
        "/admin/v2/persistent/acme/orders/created;x=y",
        "/admin/v2/persistent/acme/orders//created",
        "/admin/v2/persistent/acme/orders/a%2Fb",
        "/admin/v2/persistent/acme/orders/a%252Fb",
        "/admin/v2/persistent/acme/orders/a+b",
        "/admin/v2/persistent/acme/orders/%zz",
        "/admin/v2/persistent/acme/orders/",
        "/admin/v2/persistent/acme/orders",
        "/admin/persistent/acme/c/orders/created",
      })
  void doubtfulPathsNameNoTopic(String path) {
    assertNull(topic("DELETE", path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PUT /admin/v2/persistent/acme/orders/created",
        "PUT /admin/v2/persistent/acme/orders/created/partitions",
        "POST /admin/v2/persistent/acme/orders/created/createMissedPartitions",
      })
  void readsTheTopicThatIsCreated(String call) {
    String[] word = call.split(" ");
    String found = HttpTarget.createdTopic(new CallData(word[0], word[1]), "acme/orders");
    assertEquals("persistent://acme/orders/created", found);
  }

  @Test
  void readsTheScalableTopicThatIsCreated() {
    CallData call = new CallData("PUT", "/admin/v2/scalable/acme/orders/created");
    assertEquals("topic://acme/orders/created", HttpTarget.createdTopic(call, "acme/orders"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /admin/v2/persistent/acme/orders/created",
        "PUT /admin/v2/persistent/acme/other/created",
        "PUT /admin/v2/persistent/acme/orders/created/subscription/s",
        "PUT /admin/v2/persistent/acme/orders/created/createMissedPartitions",
        "PUT /admin/v2/persistent/acme/orders/created;x=y",
        "POST /admin/v2/persistent/acme/orders/created/partitions",
        "POST /admin/v2/persistent/acme/other/created/createMissedPartitions",
      })
  void otherCallsCreateNoNamedTopic(String call) {
    String[] word = call.split(" ");
    assertNull(HttpTarget.createdTopic(new CallData(word[0], word[1]), "acme/orders"));
  }

  @Test
  void onlyADeletionNamesATopic() {
    assertNull(topic("POST", "/admin/v2/persistent/acme/orders/created"));
    assertNull(HttpTarget.deletedTopic(null, "acme/orders"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "applied=true",
        "applied",
        "applied=False",
        "applied=false&applied=true",
        "applied=false&applied=false",
        "applied=false;applied=true",
        "%61pplied=true",
        "applied=false&%61pplied=true"
      })
  void aPolicyInForceMayBeMeant(String query) {
    assertTrue(
        HttpTarget.mayAskForApplied(new CallData("GET", "/admin/v2/persistent/a/b/c", query)));
  }

  @Test
  void aPolicyOfTheTopicItselfIsMeant() {
    assertFalse(HttpTarget.mayAskForApplied(new CallData("GET", "/admin/v2/persistent/a/b/c")));
    CallData global = new CallData("GET", "/admin/v2/persistent/a/b/c", "isGlobal=true");
    assertFalse(HttpTarget.mayAskForApplied(global));
    CallData asTheAdminClientAsks =
        new CallData("GET", "/admin/v2/persistent/a/b/c", "applied=false&isGlobal=false");
    assertFalse(HttpTarget.mayAskForApplied(asTheAdminClientAsks));
    assertTrue(HttpTarget.mayAskForApplied(null), "an unknown call may be any");
  }

  @Test
  void readsTheNamespaceFromThePath() {
    CallData call = new CallData("DELETE", "/admin/v2/namespaces/acme/orders");
    assertEquals("acme/orders", HttpTarget.deletedNamespace(call, "acme"));
    assertNull(HttpTarget.deletedNamespace(call, "other"));
    CallData longer = new CallData("DELETE", "/admin/v2/namespaces/acme/orders/permissions/bob");
    assertNull(HttpTarget.deletedNamespace(longer, "acme"));
    CallData creation = new CallData("PUT", "/admin/v2/namespaces/acme/orders");
    assertEquals("acme/orders", HttpTarget.createdNamespace(creation, "acme"));
    assertNull(HttpTarget.createdNamespace(creation, "other"));
    assertNull(HttpTarget.createdNamespace(call, "acme"));
  }
}
