package io.github.pulsarusercenter;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.pulsar.broker.authentication.AuthenticationDataCommand;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationState;
import org.apache.pulsar.common.api.AuthData;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.Test;

/** The provider's answers to the broker, and what it records. */
class UserCenterAuthorizationProviderTest extends ProviderSetUp {
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

  /** Asked by brokers from 5.0 on, beside the question about the use. */
  @Test
  void aTopicIsCreatedByBeingUsedWithTheRightToCreateIt() {
    TopicName deadLetters = TopicName.get(ORDERS + "-billing-DLQ");
    assertFalse(provider.allowTopicAutoCreationAsync(ORDERS, "alice", null).join());
    assertTrue(provider.allowTopicAutoCreationAsync(deadLetters, "alice", null).join());
    assertTrue(provider.copyPermissionsAsync(ORDERS, deadLetters).isDone());
  }

  @Test
  void aBrokerWithAnotherProviderIsReportedAsObserving() throws Exception {
    // authorizationEnabled is off here. With Pulsar's own provider configured the result would be
    // the same.
    eventually(
        "a heartbeat", () -> center.bodies.stream().anyMatch(body -> body.contains("\"boot\"")));
    assertFalse(center.bodies.toString().contains("\"mode\":\"enforce\""));
    assertTrue(center.bodies.toString().contains("\"mode\":\"observe\""));
  }

  @Test
  void usersWithoutRightsAreDenied() {
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
  void aPolicyWithoutNamespaceIsForSuperUsers() {
    PolicyName policy = PolicyName.ANTI_AFFINITY;
    PolicyOperation read = PolicyOperation.READ;
    assertTrue(
        provider.allowNamespacePolicyOperationAsync(null, policy, read, "broker", null).join());
    assertFalse(
        provider.allowNamespacePolicyOperationAsync(null, policy, read, "alice", null).join());
  }

  @Test
  void theCoordinatorIsLookedUpByClientsAndNoStatisticsComeWithIt() {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", 5000);
    AuthenticationDataCommand connection = new AuthenticationDataCommand("token", address, null);
    String path = "/admin/v2/persistent/pulsar/system/transaction_coordinator_assign";
    assertTrue(findsCoordinator("dora", connection));
    assertTrue(findsCoordinator("dora", new AdminCallData("GET", path + "/partitions")));
    assertTrue(
        findsCoordinator(
            "dora", new AdminCallData("GET", path.replace("admin/v2", "lookup/v2/topic"))));
    assertFalse(findsCoordinator("bob", connection));
    for (String other : List.of(path + "/stats", "/admin/v3/transactions/slowTransactions/1")) {
      assertFalse(findsCoordinator("dora", new AdminCallData("GET", other)));
      assertTrue(findsCoordinator("root", new AdminCallData("GET", other)));
    }
    assertFalse(findsCoordinator("dora", null), "an unknown call may be any");
  }

  private boolean findsCoordinator(String who, AuthenticationDataSource data) {
    conf.setProxyRoles(Set.of());
    TopicName topic = TopicName.get("pulsar/system/transaction_coordinator_assign-partition-3");
    return provider.allowTopicOperationAsync(topic, who, TopicOperation.LOOKUP, data).join();
  }

  @Test
  void theOffloadPolicyInForceIsForSuperUsers() {
    conf.setProxyRoles(Set.of());
    assertTrue(readsOffload("root", "applied=true"));
    assertFalse(readsOffload("keeper", "applied=true"));
    assertFalse(readsOffload("keeper", "%61pplied=true"));
    assertTrue(readsOffload("keeper", "applied=false"));
    assertTrue(readsOffload("keeper", null));
    assertFalse(readsOffload("alice", null));
  }

  private boolean readsOffload(String who, String query) {
    AdminCallData call =
        new AdminCallData(
            "GET", "/admin/v2/persistent/acme/orders/created/offloadPolicies", null, query);
    return provider
        .allowTopicPolicyOperationAsync(ORDERS, who, PolicyName.OFFLOAD, PolicyOperation.READ, call)
        .join();
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
    // Pulsar asks isTenantAdmin about the proxy's role only; root has every right itself.
    AdminCallData byAlice =
        new AdminCallData("POST", "/admin/v2/persistent/acme/orders/t/permissions/x", "alice");
    assertFalse(provider.isTenantAdmin("acme", "root", null, byAlice).join());
    assertFalse(provider.isTenantAdmin("acme", "root", null, null).join());
  }

  @Test
  void theTopicOfADeletionComesFromThePath() {
    AdminCallData call =
        new AdminCallData("DELETE", "/admin/v2/persistent/acme/orders/created", null);
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
