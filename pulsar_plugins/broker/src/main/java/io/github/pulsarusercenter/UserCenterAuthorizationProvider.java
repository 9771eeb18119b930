package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.SubscribedSchemas;
import io.github.pulsarusercenter.permissions.DeletedTopics;
import io.github.pulsarusercenter.questions.BrokerCalls;
import io.github.pulsarusercenter.questions.BrokerRequest;
import io.github.pulsarusercenter.questions.Since5;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.client.admin.GrantTopicPermissionOptions;
import org.apache.pulsar.client.admin.RevokeTopicPermissionOptions;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.AuthAction;
import org.apache.pulsar.common.policies.data.BrokerOperation;
import org.apache.pulsar.common.policies.data.ClusterOperation;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantInfo;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * Answers every question of the broker by one decision on the snapshot in memory: no I/O, no lock.
 * With userCenterMode=observe the broker's native provider answers, and the plugin records what it
 * would have answered.
 */
public final class UserCenterAuthorizationProvider implements AuthorizationProvider {
  PluginRuntime runtime;
  private BrokerCalls calls;
  private DeletedTopics deletedTopics;
  private AuthorizationMode mode;

  @Override
  public void initialize(ServiceConfiguration conf, PulsarResources resources) throws IOException {
    runtime = PluginRuntime.acquire(conf);
    calls = new BrokerCalls(new Targets(runtime.settings().cluster(), conf.getClusterName()));
    // Also while observing, so that no right comes back when the plugin begins to decide.
    deletedTopics = DeletedTopics.follow(runtime.placeReports(), resources);
    mode =
        runtime.isObserving()
            ? new ObservingMode(calls, runtime, conf, resources)
            : new EnforcingMode(calls, runtime, conf, resources);
  }

  @Override
  public CompletableFuture<Boolean> isSuperUser(
      String role, AuthenticationDataSource data, ServiceConfiguration configuration) {
    return mode.superUser(calls.superUser(role, data, configuration));
  }

  @Override
  public CompletableFuture<Boolean> isTenantAdmin(
      String tenant, String role, TenantInfo info, AuthenticationDataSource data) {
    return mode.tenantAdmin(calls.tenantAdmin(tenant, role, info, data), tenant);
  }

  @Override
  public CompletableFuture<Boolean> canProduceAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return mode.produce(topic, role, data);
  }

  @Override
  public CompletableFuture<Boolean> canConsumeAsync(
      TopicName topic, String role, AuthenticationDataSource data, String subscription) {
    return mode.consume(topic, role, data, subscription);
  }

  @Override
  public CompletableFuture<Boolean> canLookupAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return mode.lookUp(topic, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowTopicOperationAsync(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    CompletableFuture<Boolean> answer = mode.topic(topic, role, operation, data);
    return operation == TopicOperation.CONSUME
        ? SubscribedSchemas.compare(topic, role, answer)
        : answer;
  }

  /** An override from Pulsar 5.0 on, which asks it before a topic is created by being used. */
  public CompletableFuture<Boolean> allowTopicAutoCreationAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return mode.answer(calls.autoCreation(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowFunctionOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return mode.answer(calls.function(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowSourceOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return mode.answer(calls.source(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowSinkOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return mode.answer(calls.sink(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTenantOperationAsync(
      String tenant, String role, TenantOperation operation, AuthenticationDataSource data) {
    return mode.tenant(calls.tenant(tenant, role, operation, data), operation);
  }

  @Override
  public CompletableFuture<Boolean> allowNamespaceOperationAsync(
      NamespaceName namespace,
      String role,
      NamespaceOperation operation,
      AuthenticationDataSource data) {
    BrokerRequest request = calls.namespace(namespace, role, operation, data);
    return mode.namespace(request, namespace, operation);
  }

  @Override
  public CompletableFuture<Boolean> allowNamespacePolicyOperationAsync(
      NamespaceName namespace,
      PolicyName policy,
      PolicyOperation operation,
      String role,
      AuthenticationDataSource data) {
    BrokerRequest request = calls.namespacePolicy(namespace, policy, operation, role, data);
    return mode.namespacePolicy(request, policy, operation);
  }

  @Override
  public CompletableFuture<Boolean> allowTopicPolicyOperationAsync(
      TopicName topic,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    BrokerRequest request = calls.topicPolicy(topic, role, policy, operation, data);
    return mode.topicPolicy(request, policy, operation);
  }

  @Override
  public CompletableFuture<Boolean> allowBrokerOperationAsync(
      String cluster,
      String broker,
      BrokerOperation operation,
      String role,
      AuthenticationDataSource data) {
    return mode.answer(calls.broker(cluster, broker, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowClusterOperationAsync(
      String cluster, ClusterOperation operation, String role, AuthenticationDataSource data) {
    return mode.answer(calls.cluster(cluster, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowClusterPolicyOperationAsync(
      String cluster,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    return mode.answer(calls.clusterPolicy(cluster, role, policy, operation, data));
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      NamespaceName namespace, Set<AuthAction> actions, String role, String authDataJson) {
    return mode.permissions(
        grants -> grants.grant(namespace, actions, role),
        provider -> provider.grantPermissionAsync(namespace, actions, role, authDataJson));
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      TopicName topic, Set<AuthAction> actions, String role, String authDataJson) {
    return mode.permissions(
        grants -> grants.grant(topic, actions, role),
        provider -> provider.grantPermissionAsync(topic, actions, role, authDataJson));
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(List<GrantTopicPermissionOptions> options) {
    return mode.permissions(
        grants -> grants.grant(options), provider -> provider.grantPermissionAsync(options));
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(NamespaceName namespace, String role) {
    return mode.permissions(
        grants -> grants.revoke(namespace, role),
        provider -> provider.revokePermissionAsync(namespace, role));
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(TopicName topic, String role) {
    return mode.permissions(
        grants -> grants.revoke(topic, role),
        provider -> provider.revokePermissionAsync(topic, role));
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(List<RevokeTopicPermissionOptions> options) {
    return mode.permissions(
        grants -> grants.revoke(options), provider -> provider.revokePermissionAsync(options));
  }

  @Override
  public CompletableFuture<Void> grantSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, Set<String> roles, String authDataJson) {
    return mode.permissions(
        grants -> grants.grantSubscription(namespace, subscription, roles),
        provider ->
            provider.grantSubscriptionPermissionAsync(
                namespace, subscription, roles, authDataJson));
  }

  @Override
  public CompletableFuture<Void> revokeSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, String role, String authDataJson) {
    return mode.permissions(
        grants -> grants.revokeSubscription(namespace, subscription, role),
        provider ->
            provider.revokeSubscriptionPermissionAsync(
                namespace, subscription, role, authDataJson));
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(TopicName topic) {
    return mode.permissions(
        grants -> grants.list(topic), provider -> provider.getPermissionsAsync(topic));
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(
      NamespaceName namespace) {
    return mode.permissions(
        grants -> grants.list(namespace), provider -> provider.getPermissionsAsync(namespace));
  }

  @Override
  public CompletableFuture<Map<String, Set<String>>> getSubscriptionPermissionsAsync(
      NamespaceName namespace) {
    return mode.permissions(
        grants -> grants.listSubscriptions(namespace),
        provider -> provider.getSubscriptionPermissionsAsync(namespace));
  }

  /** Pulsar from 4.0 on calls this just before it removes a topic that nobody uses any more. */
  @Override
  public CompletableFuture<Void> removePermissionsAsync(TopicName topic) {
    CompletableFuture<Void> reported = deletedTopics.report(topic);
    return mode.permissions(
        grants -> reported,
        provider -> reported.thenCompose(done -> provider.removePermissionsAsync(topic)));
  }

  /**
   * An override from Pulsar 5.0 on, called when a topic becomes a scalable one. Only the center
   * gives rights, and there they go by the name: nothing is copied.
   */
  public CompletableFuture<Void> copyPermissionsAsync(TopicName from, TopicName to) {
    return mode.permissions(
        grants -> CompletableFuture.completedFuture(null),
        provider -> Since5.copyPermissions(provider, from, to));
  }

  @Override
  public void close() throws IOException {
    if (mode != null) {
      mode.close();
    }
    if (runtime != null) {
      runtime.release();
      runtime = null;
    }
  }
}
