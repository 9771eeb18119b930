package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.permissions.DeletedTopics;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.permissions.PermissionCalls;
import io.github.pulsarusercenter.questions.BrokerCalls;
import io.github.pulsarusercenter.questions.GrantCalls;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.revocation.PolicyRewrite;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.settings.OwnRole;
import io.github.pulsarusercenter.snapshot.current.ClusterFloor;
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
 * Each call goes to the provider that enforces the center's rights, or to the one that observes.
 *
 * <p>Proxies: the broker asks about the proxy's role and the original principal separately and
 * demands both. A role of proxyRoles passes, because the original principal decides ({@link
 * ProxyRules} says when). Pulsar asks {@code isTenantAdmin} about the proxy's role only; the plugin
 * answers it for the original principal.
 *
 * <p>With userCenterMode=observe the broker's native provider answers everything and makes the
 * grants. The plugin records what it would have answered.
 */
public final class UserCenterAuthorizationProvider implements AuthorizationProvider {
  PluginRuntime runtime;
  private AuthorizationProvider delegate;

  @Override
  public void initialize(ServiceConfiguration conf, PulsarResources resources) throws IOException {
    runtime = PluginRuntime.acquire(conf);
    BrokerCalls calls =
        new BrokerCalls(new Targets(runtime.settings().cluster(), conf.getClusterName()));
    Answers answers = runtime.answers(conf::getSuperUserRoles);
    ProxyRules proxies = new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles);
    // Also while observing, so that no right comes back when the plugin begins to decide.
    DeletedTopics deletedTopics = DeletedTopics.follow(runtime.deletions(), resources);
    if (runtime.isObserving()) {
      AuthorizationProvider nativeProvider =
          NativeProvider.load(runtime.settings().nativeProvider(), conf, resources);
      delegate = new ObservingProvider(nativeProvider, calls, answers, proxies, deletedTopics);
      return;
    }
    GrantCalls grants = grantCalls(conf);
    PolicyRewrite fallback = resources == null ? null : policyRewrite(answers, resources);
    delegate =
        new EnforcingProvider(
            calls,
            answers,
            proxies,
            runtime::watchesConnections,
            grants,
            deletedTopics,
            runtime.httpUsers(),
            fallback);
    if (resources != null) {
      runtime.everySecond(fallback::recheck);
      resources
          .getLocalMetadataStore()
          .ifPresent(store -> runtime.enforced().recordIn(new ClusterFloor(store)));
    }
  }

  private GrantCalls grantCalls(ServiceConfiguration conf) {
    OwnChanges enforced = new OwnChanges(runtime.rights()::revision, runtime.threads());
    return new GrantCalls(
        new PermissionCalls(runtime.client(), runtime.threads(), enforced),
        OwnRole.of(conf, runtime.settings().cluster()),
        runtime.monotonicMillis());
  }

  private PolicyRewrite policyRewrite(Answers answers, PulsarResources resources) {
    return new PolicyRewrite(
        runtime.rights(),
        answers,
        namespace ->
            resources.getNamespaceResources().setPoliciesAsync(namespace, policies -> policies),
        () -> !runtime.watchesConnections());
  }

  /**
   * Only brokers before 4.0 have this overload. Pulsar's default for it does not know the center's
   * rights.
   */
  public CompletableFuture<Boolean> isSuperUser(String role, ServiceConfiguration configuration) {
    return isSuperUser(role, null, configuration);
  }

  @Override
  public CompletableFuture<Boolean> isSuperUser(
      String role, AuthenticationDataSource data, ServiceConfiguration configuration) {
    return delegate.isSuperUser(role, data, configuration);
  }

  @Override
  public CompletableFuture<Boolean> isTenantAdmin(
      String tenant, String role, TenantInfo info, AuthenticationDataSource data) {
    return delegate.isTenantAdmin(tenant, role, info, data);
  }

  @Override
  public CompletableFuture<Boolean> canProduceAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return delegate.canProduceAsync(topic, role, data);
  }

  @Override
  public CompletableFuture<Boolean> canConsumeAsync(
      TopicName topic, String role, AuthenticationDataSource data, String subscription) {
    return delegate.canConsumeAsync(topic, role, data, subscription);
  }

  @Override
  public CompletableFuture<Boolean> canLookupAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return delegate.canLookupAsync(topic, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowTopicOperationAsync(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    return delegate.allowTopicOperationAsync(topic, role, operation, data);
  }

  @Override
  public CompletableFuture<Boolean> allowFunctionOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return delegate.allowFunctionOpsAsync(namespace, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowSourceOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return delegate.allowSourceOpsAsync(namespace, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowSinkOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return delegate.allowSinkOpsAsync(namespace, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowTenantOperationAsync(
      String tenant, String role, TenantOperation operation, AuthenticationDataSource data) {
    return delegate.allowTenantOperationAsync(tenant, role, operation, data);
  }

  @Override
  public CompletableFuture<Boolean> allowNamespaceOperationAsync(
      NamespaceName namespace,
      String role,
      NamespaceOperation operation,
      AuthenticationDataSource data) {
    return delegate.allowNamespaceOperationAsync(namespace, role, operation, data);
  }

  @Override
  public CompletableFuture<Boolean> allowNamespacePolicyOperationAsync(
      NamespaceName namespace,
      PolicyName policy,
      PolicyOperation operation,
      String role,
      AuthenticationDataSource data) {
    return delegate.allowNamespacePolicyOperationAsync(namespace, policy, operation, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowTopicPolicyOperationAsync(
      TopicName topic,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    return delegate.allowTopicPolicyOperationAsync(topic, role, policy, operation, data);
  }

  @Override
  public CompletableFuture<Boolean> allowBrokerOperationAsync(
      String cluster,
      String broker,
      BrokerOperation operation,
      String role,
      AuthenticationDataSource data) {
    return delegate.allowBrokerOperationAsync(cluster, broker, operation, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowClusterOperationAsync(
      String cluster, ClusterOperation operation, String role, AuthenticationDataSource data) {
    return delegate.allowClusterOperationAsync(cluster, operation, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowClusterPolicyOperationAsync(
      String cluster,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    return delegate.allowClusterPolicyOperationAsync(cluster, role, policy, operation, data);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      NamespaceName namespace, Set<AuthAction> actions, String role, String authDataJson) {
    return delegate.grantPermissionAsync(namespace, actions, role, authDataJson);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      TopicName topic, Set<AuthAction> actions, String role, String authDataJson) {
    return delegate.grantPermissionAsync(topic, actions, role, authDataJson);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(List<GrantTopicPermissionOptions> options) {
    return delegate.grantPermissionAsync(options);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(NamespaceName namespace, String role) {
    return delegate.revokePermissionAsync(namespace, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(TopicName topic, String role) {
    return delegate.revokePermissionAsync(topic, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(List<RevokeTopicPermissionOptions> options) {
    return delegate.revokePermissionAsync(options);
  }

  @Override
  public CompletableFuture<Void> grantSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, Set<String> roles, String authDataJson) {
    return delegate.grantSubscriptionPermissionAsync(namespace, subscription, roles, authDataJson);
  }

  @Override
  public CompletableFuture<Void> revokeSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, String role, String authDataJson) {
    return delegate.revokeSubscriptionPermissionAsync(namespace, subscription, role, authDataJson);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(TopicName topic) {
    return delegate.getPermissionsAsync(topic);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(
      NamespaceName namespace) {
    return delegate.getPermissionsAsync(namespace);
  }

  @Override
  public CompletableFuture<Map<String, Set<String>>> getSubscriptionPermissionsAsync(
      NamespaceName namespace) {
    return delegate.getSubscriptionPermissionsAsync(namespace);
  }

  /**
   * Called by Pulsar from 4.0 on just before it removes a topic that nobody is connected to any
   * more.
   */
  @Override
  public CompletableFuture<Void> removePermissionsAsync(TopicName topic) {
    return delegate.removePermissionsAsync(topic);
  }

  @Override
  public void close() throws IOException {
    if (delegate != null) {
      delegate.close();
    }
    if (runtime != null) {
      runtime.release();
      runtime = null;
    }
  }
}
