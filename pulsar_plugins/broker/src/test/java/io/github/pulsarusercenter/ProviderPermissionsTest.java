package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.policies.data.AuthAction;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.junit.jupiter.api.Test;

/**
 * Permissions that are granted and listed through the broker: at the center, in the caller's name.
 */
class ProviderPermissionsTest extends ProviderSetUp {
  private static final AuthenticationDataSource BY_ANOTHER_PROVIDER =
      new AuthenticationDataSource() {
        @Override
        public boolean hasDataFromHttp() {
          return true;
        }
      };

  @Test
  void grantsGoToTheCenterInTheNameOfTheCaller() throws Exception {
    AdminCallData call =
        new AdminCallData("POST", "/admin/v2/namespaces/acme/orders/permissions/dora", null);
    NamespaceOperation grant = NamespaceOperation.GRANT_PERMISSION;
    conf.setProxyRoles(Set.of());
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "root", grant, call).join());
    provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null).get();
    String body = center.bodies.get(center.calls.indexOf("/permissions"));
    assertTrue(body.contains("\"actor\":\"root\""), body);
    assertTrue(body.contains("\"user\":\"dora\""), body);
    assertTrue(body.contains("[\"produce\"]"), body);
  }

  @Test
  void twoPeopleWhoDoTheSameAtTheSameTimeAreRefused() throws Exception {
    conf.setProxyRoles(Set.of());
    NamespaceOperation grant = NamespaceOperation.GRANT_PERMISSION;
    String path = "/admin/v2/namespaces/acme/orders/permissions/";
    AdminCallData toDora = new AdminCallData("POST", path + "dora", null);
    AdminCallData toEve = new AdminCallData("POST", path + "eve", null);
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "root", grant, toDora).join());
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "broker", grant, toEve).join());
    provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null).get();
    assertTrue(center.bodies.get(center.calls.indexOf("/permissions")).contains("\"root\""));
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "broker", grant, toDora).join());
    assertRefused(
        409, provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null));
  }

  @Test
  void theBrokersOwnClientGrantsNothing() throws Exception {
    conf.setProxyRoles(Set.of());
    conf.setSuperUserRoles(Set.of("broker.test", "somebody"));
    AdminCallData call =
        new AdminCallData("POST", "/admin/v2/namespaces/acme/orders/permissions/dora", null);
    NamespaceOperation grant = NamespaceOperation.GRANT_PERMISSION;
    Set<AuthAction> produce = Set.of(AuthAction.produce);
    assertTrue(provider.isSuperUser("broker.test", BY_ANOTHER_PROVIDER, conf).join());
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "root", grant, call).join());
    provider.grantPermissionAsync(NAMESPACE, produce, "dora", null).get();
    assertTrue(center.bodies.get(center.calls.indexOf("/permissions")).contains("\"root\""));
    assertTrue(provider.isSuperUser("somebody", BY_ANOTHER_PROVIDER, conf).join());
    assertRefused(409, provider.grantPermissionAsync(NAMESPACE, produce, "dora", null));
  }

  @Test
  void aDeniedUserIsNotTheCaller() {
    AdminCallData call =
        new AdminCallData("POST", "/admin/v2/namespaces/acme/orders/permissions/dora", null);
    NamespaceOperation grant = NamespaceOperation.GRANT_PERMISSION;
    assertFalse(provider.allowNamespaceOperationAsync(NAMESPACE, "dora", grant, call).join());
    assertRefused(
        409, provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null));
  }

  @Test
  void aProxyIsNotTheCaller() {
    conf.setProxyRoles(Set.of("root"));
    AdminCallData call =
        new AdminCallData("POST", "/admin/v2/namespaces/acme/orders/permissions/dora", "broker");
    NamespaceOperation grant = NamespaceOperation.GRANT_PERMISSION;
    provider.allowNamespaceOperationAsync(NAMESPACE, "root", grant, call).join();
    provider.isSuperUser("root", call, conf).join();
    assertRefused(
        409, provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null));
  }

  @Test
  void permissionsOfSubscriptionsAreRulesOfTheCenter() throws Exception {
    AdminCallData call =
        new AdminCallData(
            "POST", "/admin/v2/namespaces/acme/orders/permissions/subscription/s", null);
    NamespaceOperation grant = NamespaceOperation.GRANT_PERMISSION;
    conf.setProxyRoles(Set.of());
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "root", grant, call).join());
    provider.grantSubscriptionPermissionAsync(NAMESPACE, "s", Set.of("dora"), null).get();
    String body = center.bodies.get(center.calls.indexOf("/permissions"));
    assertTrue(body.contains("\"action\":\"grant_subscription\""), body);
    assertTrue(body.contains("\"actor\":\"root\""), body);
    assertTrue(body.contains("\"subscription\":\"s\""), body);
    assertTrue(body.contains("\"users\":[\"dora\"]"), body);
    assertTrue(provider.getSubscriptionPermissionsAsync(NAMESPACE).get().isEmpty());
  }

  @Test
  void aRuleOfAnUnknownCallerIsRefused() throws Exception {
    assertRefused(
        409, provider.grantSubscriptionPermissionAsync(NAMESPACE, "s", Set.of("dora"), null));
    assertRefused(409, provider.revokeSubscriptionPermissionAsync(NAMESPACE, "s", "dora", null));
  }

  private static void assertRefused(int status, CompletableFuture<Void> answer) {
    ExecutionException failure = assertThrows(ExecutionException.class, answer::get);
    assertEquals(status, ((RestException) failure.getCause()).getResponse().getStatus());
  }

  @Test
  void aGrantOfAnUnknownCallerIsRefused() {
    CompletableFuture<Void> answer =
        provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null);
    ExecutionException failure = assertThrows(ExecutionException.class, answer::get);
    assertTrue(failure.getCause() instanceof RestException);
    assertFalse(center.calls.contains("/permissions"));
  }

  @Test
  void listsWhatTheCenterSays() throws Exception {
    center.permissionsAnswer = "{\"permissions\":{\"alice\":[\"produce\",\"future\"]}}";
    assertEquals(
        Set.of(AuthAction.produce), provider.getPermissionsAsync(NAMESPACE).get().get("alice"));
  }
}
