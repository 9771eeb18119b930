package io.github.pulsarusercenter.questions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.pulsarusercenter.AdminCallData;
import io.github.pulsarusercenter.permissions.PermissionCall;
import io.github.pulsarusercenter.permissions.PermissionCall.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionPathTest {
  private static PermissionCall of(String method, String path) {
    return PermissionPath.of(new AdminCallData(method, path));
  }

  @Test
  void namespaces() {
    String place = "/admin/v2/namespaces/acme/orders/permissions";
    assertEquals(
        new PermissionCall(Verb.GRANT, "acme", "acme/orders", "bob"), of("POST", place + "/bob"));
    assertEquals(
        new PermissionCall(Verb.REVOKE, "acme", "acme/orders", "a.b"),
        of("DELETE", place + "/a.b"));
    assertEquals(new PermissionCall(Verb.LIST, "acme", "acme/orders", null), of("GET", place));
  }

  @Test
  void subscriptionsOfNamespaces() {
    String place = "/admin/v2/namespaces/acme/orders/permissions";
    assertEquals(
        new PermissionCall(Verb.GRANT, "acme", "acme/orders", "subscription/billing"),
        of("POST", place + "/subscription/billing"));
    assertEquals(
        new PermissionCall(Verb.REVOKE, "acme", "acme/orders", "subscription/billing"),
        of("DELETE", place + "/billing/bob"));
    assertEquals(
        new PermissionCall(Verb.REVOKE, "acme", "acme/orders", "subscription/subscription"),
        of("DELETE", place + "/subscription/bob"));
    assertEquals(PermissionCall.ANY, of("GET", place + "/subscription"));
  }

  @Test
  void topicsAndTheirPartitions() {
    String place = "/admin/v2/persistent/acme/orders/t-partition-3/permissions";
    String topic = "persistent://acme/orders/t";
    assertEquals(new PermissionCall(Verb.GRANT, "acme", topic, "bob"), of("POST", place + "/bob"));
    assertEquals(new PermissionCall(Verb.LIST, "acme", topic, null), of("GET", place));
    assertEquals(
        new PermissionCall(Verb.REVOKE, "acme", "topic://acme/orders/t", "bob"),
        of("DELETE", "/admin/v2/scalable/acme/orders/t/permissions/bob"));
  }

  @Test
  void aTopicMayBeEncoded() {
    String place = "/admin/v2/persistent/acme/orders/permissions%20%E6%97%A5/";
    assertEquals(
        new PermissionCall(Verb.GRANT, "acme", "persistent://acme/orders/permissions 日", "bob"),
        of("POST", place + "permissions/bob"));
    assertEquals(PermissionCall.ANY, of("POST", place + "%70ermissions/bob"));
    assertNull(of("GET", "/admin/v2/persistent/acme/orders/a%20b/stats"));
  }

  @ParameterizedTest
  @CsvSource({"grantPermissionsOnTopics,GRANT", "revokePermissionsOnTopics,REVOKE"})
  void manyTopicsAreInTheBody(String word, Verb verb) {
    assertEquals(
        new PermissionCall(verb, null, null, null), of("POST", "/admin/v2/namespaces/" + word));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/admin/v2/namespaces/acme/orders/permissions;a=b/bob",
        "/admin/v2/namespaces/acme/orders/%70ermissions/bob",
        "/admin/v2/namespaces/acme/orders/permissions/b%6fb",
        "/admin/v2/namespaces/acme//orders/permissions/bob",
        "/admin/v2/namespaces/acme/x/../orders/permissions/bob",
        "/admin/v2/namespaces/acme/orders/permissions/subscription/%73",
        "/admin/v2/namespaces/acme/orders/permissions/other/s",
        "/admin/v2/namespaces/acme/orders/permissions/subscription/s/t",
        "/admin/v2/namespaces/acme/orders/permissions",
        "/admin/namespaces/acme/c/orders/permissions/bob",
        "/admin/v2/persistent/acme/orders/a%2Fb/permissions/bob",
      })
  void anAmbiguousPathMayBeAnything(String path) {
    assertEquals(PermissionCall.ANY, of("POST", path));
  }

  @Test
  void anUnknownCallMayBeAnything() {
    assertEquals(PermissionCall.ANY, PermissionPath.of(null));
    assertEquals(PermissionCall.ANY, of(null, null));
    assertEquals(PermissionCall.ANY, of("PUT", "/admin/v2/namespaces/a/b/permissions/bob"));
  }

  @Test
  void aPlainPathAboutSomethingElseIsNot() {
    assertNull(of("GET", "/admin/v2/persistent/acme/orders/t/stats"));
    assertNull(of("DELETE", "/admin/v2/persistent/acme/orders/t/truncate"));
    assertNull(of("POST", "/admin/v3/functions/acme/orders/f"));
  }
}
