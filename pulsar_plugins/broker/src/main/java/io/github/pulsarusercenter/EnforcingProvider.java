package io.github.pulsarusercenter;

import io.github.pulsarusercenter.adminapi.HiddenBody;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.RecentHttpUsers;
import io.github.pulsarusercenter.permissions.DeletedTopics;
import io.github.pulsarusercenter.questions.BrokerCall;
import io.github.pulsarusercenter.questions.BrokerCalls;
import io.github.pulsarusercenter.questions.GrantCalls;
import io.github.pulsarusercenter.questions.NamespaceSubscription;
import io.github.pulsarusercenter.revocation.PolicyRewrite;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
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
 * The center's rights decide. The permission calls of pulsar-admin become grants at the center, in
 * the caller's name.
 */
final class EnforcingProvider implements AuthorizationProvider {
  private final BrokerCalls calls;
  private final Answers answers;
  private final ProxyRules proxies;
  private final GrantCalls grants;
  private final DeletedTopics deletedTopics;
  private final PolicyRewrite fallback;
  private final Enforcement enforcement;
  private final TopicEnforcement topics;

  /**
   * @param intercepting whether the plugin's interceptor sees the calls of the admin API
   * @param fallback ends open uses in a broker without our interceptor; null where it is not needed
   */
  EnforcingProvider(
      BrokerCalls calls,
      Answers answers,
      ProxyRules proxies,
      BooleanSupplier intercepting,
      GrantCalls grants,
      DeletedTopics deletedTopics,
      RecentHttpUsers httpUsers,
      PolicyRewrite fallback) {
    this.calls = calls;
    this.answers = answers;
    this.proxies = proxies;
    this.grants = grants;
    this.deletedTopics = deletedTopics;
    this.fallback = fallback;
    enforcement = new Enforcement(answers, proxies, intercepting);
    topics = new TopicEnforcement(calls, enforcement, answers, proxies, httpUsers, fallback);
  }

  @Override
  public CompletableFuture<Boolean> isSuperUser(
      String role, AuthenticationDataSource data, ServiceConfiguration configuration) {
    boolean allowed = enforcement.allows(calls.superUser(), role, data);
    // Behind a proxy Pulsar asks about the proxy and the original principal. The original principal
    // acts.
    if (allowed && !proxies.isProxy(role)) {
      grants.noteAdministrator(null, role, data);
    }
    return allowed ? Enforcement.YES : Enforcement.NO;
  }

  @Override
  public CompletableFuture<Boolean> isTenantAdmin(
      String tenant, String role, TenantInfo info, AuthenticationDataSource data) {
    String principal = proxies.administrator(role, data);
    boolean allowed = enforcement.allows(calls.tenantAdmin(tenant, data), principal, data);
    if (allowed) {
      grants.noteAdministrator(tenant, principal, data);
    }
    return allowed ? Enforcement.YES : Enforcement.NO;
  }

  @Override
  public CompletableFuture<Boolean> canProduceAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return topics.operation(topic, role, TopicOperation.PRODUCE, data);
  }

  @Override
  public CompletableFuture<Boolean> canConsumeAsync(
      TopicName topic, String role, AuthenticationDataSource data, String subscription) {
    return topics.consume(topic, role, data, subscription);
  }

  @Override
  public CompletableFuture<Boolean> canLookupAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return topics.lookUp(topic, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowTopicOperationAsync(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    return topics.operation(topic, role, operation, data);
  }

  @Override
  public CompletableFuture<Boolean> allowFunctionOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return enforcement.answer(calls.function(namespace), role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowSourceOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return enforcement.answer(calls.source(namespace), role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowSinkOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return enforcement.answer(calls.sink(namespace), role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowTenantOperationAsync(
      String tenant, String role, TenantOperation operation, AuthenticationDataSource data) {
    BrokerCall call = calls.tenant(tenant, operation, data);
    if (HiddenBody.of(operation, data)) {
      String principal = ProxyRules.actingPrincipal(role, data);
      answers.recordRefusal(call.question(), call.operation(), call.resource(), principal, data);
      return Enforcement.NO;
    }
    return enforcement.answer(call, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowNamespaceOperationAsync(
      NamespaceName namespace,
      String role,
      NamespaceOperation operation,
      AuthenticationDataSource data) {
    BrokerCall call = calls.namespace(namespace, operation, data);
    if (proxies.passes(role, data)) {
      return Enforcement.pass();
    }
    boolean hidden =
        operation == NamespaceOperation.CREATE_TOPIC && enforcement.mayNameSource(data);
    if (hidden || !NamespaceSubscription.of(operation, data).certain()) {
      return enforcement.answer(calls.superUser(operation.name()), role, data);
    }
    boolean allowed = enforcement.allows(call, role, data);
    if (allowed) {
      grants.noteAllowed(namespace, operation, role, data);
    }
    return allowed ? Enforcement.YES : Enforcement.NO;
  }

  @Override
  public CompletableFuture<Boolean> allowNamespacePolicyOperationAsync(
      NamespaceName namespace,
      PolicyName policy,
      PolicyOperation operation,
      String role,
      AuthenticationDataSource data) {
    return enforcement.isModeThatNobodyPassesOn(policy, operation, data)
        ? Enforcement.NO
        : enforcement.answer(calls.namespacePolicy(namespace, policy, operation), role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowTopicPolicyOperationAsync(
      TopicName topic,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    BrokerCall call = calls.topicPolicy(topic, policy, operation, data);
    boolean hidden =
        policy == PolicyName.SHADOW_TOPIC
            && operation == PolicyOperation.WRITE
            && enforcement.mayNameSource(data);
    return enforcement.answer(hidden ? calls.superUser(call.operation()) : call, role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowBrokerOperationAsync(
      String cluster,
      String broker,
      BrokerOperation operation,
      String role,
      AuthenticationDataSource data) {
    return enforcement.answer(calls.broker(cluster, operation), role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowClusterOperationAsync(
      String cluster, ClusterOperation operation, String role, AuthenticationDataSource data) {
    return enforcement.answer(calls.cluster(cluster, operation), role, data);
  }

  @Override
  public CompletableFuture<Boolean> allowClusterPolicyOperationAsync(
      String cluster,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    return enforcement.answer(calls.clusterPolicy(cluster, policy, operation), role, data);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      NamespaceName namespace, Set<AuthAction> actions, String role, String authDataJson) {
    return grants.grant(namespace, actions, role);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      TopicName topic, Set<AuthAction> actions, String role, String authDataJson) {
    return grants.grant(topic, actions, role);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(List<GrantTopicPermissionOptions> options) {
    return grants.grant(options);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(NamespaceName namespace, String role) {
    return grants.revoke(namespace, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(TopicName topic, String role) {
    return grants.revoke(topic, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(List<RevokeTopicPermissionOptions> options) {
    return grants.revoke(options);
  }

  @Override
  public CompletableFuture<Void> grantSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, Set<String> roles, String authDataJson) {
    return grants.grantSubscription(namespace, subscription, roles);
  }

  @Override
  public CompletableFuture<Void> revokeSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, String role, String authDataJson) {
    return grants.revokeSubscription(namespace, subscription, role);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(TopicName topic) {
    return grants.list(topic);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(
      NamespaceName namespace) {
    return grants.list(namespace);
  }

  @Override
  public CompletableFuture<Map<String, Set<String>>> getSubscriptionPermissionsAsync(
      NamespaceName namespace) {
    return grants.listSubscriptions(namespace);
  }

  @Override
  public CompletableFuture<Void> removePermissionsAsync(TopicName topic) {
    return deletedTopics.report(topic);
  }

  @Override
  public void close() {
    if (fallback != null) {
      fallback.close();
    }
  }
}
