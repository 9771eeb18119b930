package io.github.pulsarusercenter;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataCommand;
import org.apache.pulsar.broker.authentication.AuthenticationState;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.api.AuthData;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.AuthAction;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider as the broker uses it, with a center that is a fake and everything else real. */
class UserCenterAuthorizationProviderTest {
  private static final TopicName ORDERS = TopicName.get("persistent://acme/orders/created");
  private static final NamespaceName NAMESPACE = NamespaceName.get("acme/orders");

  @TempDir Path directory;
  private FakeCenter center;
  private ServiceConfiguration conf;
  private UserCenterAuthorizationProvider provider;

  @BeforeEach
  void start() throws Exception {
    center = new FakeCenter();
    center.snapshot = Snapshots.json(5);
    Path credential = directory.resolve("credential");
    Files.writeString(credential, FakeCenter.CREDENTIAL);
    conf = new ServiceConfiguration();
    conf.setClusterName("test");
    conf.setSuperUserRoles(Set.of("broker"));
    conf.setProxyRoles(Set.of("proxy", "root"));
    conf.getProperties().setProperty("userCenterUrl", center.url());
    conf.getProperties().setProperty("userCenterCredentialFile", credential.toString());
    conf.getProperties().setProperty("userCenterIssuer", "https://center");
    conf.getProperties().setProperty("userCenterSnapshotFile", directory + "/s.json");
    conf.getProperties().setProperty("userCenterEventsDirectory", directory + "/events");
    provider = new UserCenterAuthorizationProvider();
    provider.initialize(conf, null);
    eventually("snapshot", () -> may("alice", TopicOperation.PRODUCE));
  }

  @AfterEach
  void stop() throws IOException {
    provider.close();
    center.close();
  }

  private boolean may(String role, TopicOperation operation) {
    return provider.allowTopicOperationAsync(ORDERS, role, operation, null).join();
  }

  @Test
  void answersAtOnce() {
    CompletableFuture<Boolean> answer = provider.canProduceAsync(ORDERS, "alice", null);
    assertTrue(answer.isDone());
    assertTrue(answer.join());
    assertTrue(provider.canConsumeAsync(ORDERS, "alice", null, "s").join());
    assertTrue(provider.canLookupAsync(ORDERS, "alice", null).join());
    TopicName partition = ORDERS.getPartition(3);
    assertTrue(provider.canProduceAsync(partition, "alice", null).join());
  }

  @Test
  void aBrokerThatDoesNotAskUsIsNotTakenForOneThatEnforces() throws Exception {
    // authorizationEnabled is off here; with Pulsar's own provider it would be the same.
    eventually(
        "a heartbeat", () -> center.bodies.stream().anyMatch(body -> body.contains("\"boot\"")));
    assertFalse(center.bodies.toString().contains("\"mode\":\"enforce\""));
    assertTrue(center.bodies.toString().contains("\"mode\":\"observe\""));
  }

  @Test
  void deniesWhoeverHoldsNothing() {
    assertFalse(may("dora", TopicOperation.PRODUCE));
    assertFalse(may("bob", TopicOperation.PRODUCE));
    assertFalse(may("nobody", TopicOperation.LOOKUP));
    assertFalse(may(null, TopicOperation.LOOKUP));
    assertFalse(may("alice", TopicOperation.TERMINATE));
  }

  @Test
  void superUsersOfTheBrokerAreGrantedInsideEveryMethod() {
    assertTrue(may("broker", TopicOperation.TERMINATE));
    assertTrue(
        provider
            .allowTenantOperationAsync(null, "broker", TenantOperation.LIST_TENANTS, null)
            .join());
    assertTrue(
        provider
            .allowNamespacePolicyOperationAsync(
                NAMESPACE, PolicyName.TTL, PolicyOperation.WRITE, "broker", null)
            .join());
    assertTrue(provider.isSuperUser("broker", null, conf).join());
    assertTrue(provider.isTenantAdmin("acme", "broker", null, null).join());
    assertFalse(provider.isSuperUser("alice", null, conf).join());
  }

  @Test
  void namesWithAClusterInThemAreRefusedToEverybody() {
    conf.setProxyRoles(Set.of());
    NamespaceName old = NamespaceName.get("acme", "test", "orders");
    for (PolicyOperation operation : PolicyOperation.values()) {
      assertFalse(
          provider
              .allowNamespacePolicyOperationAsync(old, PolicyName.TTL, operation, "root", null)
              .join());
      assertTrue(
          provider
              .allowNamespacePolicyOperationAsync(
                  NAMESPACE, PolicyName.TTL, operation, "root", null)
              .join());
    }
  }

  @Test
  void aPolicyOfNoNamespaceIsForSuperUsers() {
    PolicyName policy = PolicyName.ANTI_AFFINITY;
    PolicyOperation read = PolicyOperation.READ;
    assertTrue(
        provider.allowNamespacePolicyOperationAsync(null, policy, read, "broker", null).join());
    assertFalse(
        provider.allowNamespacePolicyOperationAsync(null, policy, read, "alice", null).join());
  }

  @Test
  void aProxyPassesBecauseTheOriginalPrincipalDecides() {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", 5000);
    AuthenticationDataCommand connection = new AuthenticationDataCommand("token", address, null);
    assertTrue(provider.canProduceAsync(ORDERS, "proxy", connection).join());
    assertFalse(may("proxy", TopicOperation.PRODUCE), "nobody else is asked about");
    assertFalse(provider.isSuperUser("proxy", null, conf).join());
  }

  @Test
  void aProxysOwnRightsDoNotMakeItsClientsTenantAdmins() {
    // Pulsar asks isTenantAdmin about the proxy's role alone; root holds everything itself.
    AdminCall byAlice =
        new AdminCall("POST", "/admin/v2/persistent/acme/orders/t/permissions/x", "alice");
    assertFalse(provider.isTenantAdmin("acme", "root", null, byAlice).join());
    assertFalse(provider.isTenantAdmin("acme", "root", null, null).join());
  }

  @Test
  void theTopicOfADeletionComesFromThePath() {
    AdminCall call = new AdminCall("DELETE", "/admin/v2/persistent/acme/orders/created", null);
    NamespaceOperation delete = NamespaceOperation.DELETE_TOPIC;
    center.delta(
        "{\"after\":5,\"revision\":6,\"set\":{\"grants\":[{\"id\":9,\"role\":1,\"type\":4,\"name\":"
            + "\"persistent://acme/orders/created\",\"auth\":[301],\"from\":null,\"until\":null}]}}",
        6);
    assertEventually(
        () -> provider.allowNamespaceOperationAsync(NAMESPACE, "alice", delete, call).join());
    assertFalse(provider.allowNamespaceOperationAsync(NAMESPACE, "alice", delete, null).join());
  }

  @Test
  void grantsGoToTheCenterInTheNameOfTheCaller() throws Exception {
    AdminCall call =
        new AdminCall("POST", "/admin/v2/namespaces/acme/orders/permissions/dora", null);
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
    AdminCall toDora = new AdminCall("POST", path + "dora", null);
    AdminCall toEve = new AdminCall("POST", path + "eve", null);
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "root", grant, toDora).join());
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "broker", grant, toEve).join());
    provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null).get();
    assertTrue(center.bodies.get(center.calls.indexOf("/permissions")).contains("\"root\""));
    assertTrue(provider.allowNamespaceOperationAsync(NAMESPACE, "broker", grant, toDora).join());
    assertRefused(
        409, provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null));
  }

  @Test
  void whoWasDeniedIsNotTheCaller() {
    AdminCall call =
        new AdminCall("POST", "/admin/v2/namespaces/acme/orders/permissions/dora", null);
    NamespaceOperation grant = NamespaceOperation.GRANT_PERMISSION;
    assertFalse(provider.allowNamespaceOperationAsync(NAMESPACE, "dora", grant, call).join());
    assertRefused(
        409, provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null));
  }

  @Test
  void aProxyIsNotTheCaller() {
    conf.setProxyRoles(Set.of("root"));
    AdminCall call =
        new AdminCall("POST", "/admin/v2/namespaces/acme/orders/permissions/dora", "broker");
    NamespaceOperation grant = NamespaceOperation.GRANT_PERMISSION;
    provider.allowNamespaceOperationAsync(NAMESPACE, "root", grant, call).join();
    provider.isSuperUser("root", call, conf).join();
    assertRefused(
        409, provider.grantPermissionAsync(NAMESPACE, Set.of(AuthAction.produce), "dora", null));
  }

  @Test
  void subscriptionsHaveNoPermissionsOfTheirOwn() throws Exception {
    assertTrue(provider.getSubscriptionPermissionsAsync(NAMESPACE).get().isEmpty());
    assertRefused(
        405, provider.grantSubscriptionPermissionAsync(NAMESPACE, "s", Set.of("dora"), null));
    assertRefused(405, provider.revokeSubscriptionPermissionAsync(NAMESPACE, "s", "dora", null));
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

  @Test
  void everyAnswerLeavesAnEvent() throws Exception {
    may("alice", TopicOperation.PRODUCE);
    may("dora", TopicOperation.PRODUCE);
    provider.close();
    String events;
    try (var files = Files.list(directory.resolve("events"))) {
      events = files.map(UserCenterAuthorizationProviderTest::text).collect(Collectors.joining());
    }
    assertTrue(events.contains("\"user\":\"alice\""), events);
    assertTrue(events.contains("\"res\":\"test/acme/orders/created\""), events);
    assertTrue(events.contains("\"grants\":[7],\"roles\":[1]"), events);
    assertTrue(events.contains("\"code\":\"NO_GRANT\""), events);
  }

  @Test
  void missingAddressesAndDataAreTolerated() throws Exception {
    UserCenterTokenAuthenticationProvider tokens = new UserCenterTokenAuthenticationProvider();
    tokens.initialize(conf);
    AuthData junk = AuthData.of("no token".getBytes(StandardCharsets.UTF_8));
    AuthenticationState state = tokens.newAuthState(junk, null, null);
    assertThrows(ExecutionException.class, () -> state.authenticateAsync(junk).get());
    assertThrows(ExecutionException.class, () -> tokens.authenticateAsync(null).get());
    assertFalse(state.isExpired());
    assertFalse(state.getAuthDataSource().hasDataFromHttp());
    tokens.close();
  }

  @Test
  void aWrongSettingStopsTheBroker() {
    conf.getProperties().setProperty("userCenterHeartbeatSeconds", "often");
    UserCenterAuthorizationProvider other = new UserCenterAuthorizationProvider();
    IOException failure = assertThrows(IOException.class, () -> other.initialize(conf, null));
    assertTrue(failure.getMessage().contains("userCenterHeartbeatSeconds is 'often'"));
  }

  private static void assertEventually(java.util.function.BooleanSupplier condition) {
    try {
      eventually("allowed", condition);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
