package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.decision.Question;
import io.github.pulsarusercenter.decision.ResourceName;
import io.github.pulsarusercenter.permissions.PermissionCalls;
import io.github.pulsarusercenter.revocation.PolicyTouch;
import io.github.pulsarusercenter.snapshot.ClusterFloor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
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
 * Every question of the broker becomes one decision on the snapshot in memory: no I/O, no lock.
 *
 * <p>Proxies: the broker asks about the proxy's role and the original principal separately and
 * demands both. A role of proxyRoles passes, because the original principal decides ({@link
 * ProxyRules} says when). The one question where Pulsar takes the proxy's own answer alone, {@code
 * isTenantAdmin}, is answered for the original principal instead.
 *
 * <p>With userCenterMode=observe the broker's native provider answers everything, grants included;
 * what we would have answered is recorded beside it.
 */
public final class UserCenterAuthorizationProvider implements AuthorizationProvider {
  private static final CompletableFuture<Boolean> YES = CompletableFuture.completedFuture(true);
  private static final CompletableFuture<Boolean> NO = CompletableFuture.completedFuture(false);

  private PluginRuntime runtime;
  private Targets targets;
  private Answers answers;
  private ProxyRules proxies;
  private GrantCalls grants;
  private PolicyTouch fallback;

  /** Answers while we only observe; null when we answer. */
  private AuthorizationProvider observed;

  /** How the native provider is asked the same question. */
  private interface Same extends Function<AuthorizationProvider, CompletableFuture<Boolean>> {}

  @Override
  public void initialize(ServiceConfiguration conf, PulsarResources resources) throws IOException {
    runtime = PluginRuntime.acquire(conf);
    targets = new Targets(runtime.settings().cluster(), conf.getClusterName());
    answers = runtime.answers(conf::getSuperUserRoles);
    proxies = new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles);
    grants =
        new GrantCalls(
            new PermissionCalls(runtime.client(), runtime.threads()), runtime.monotonicMillis());
    if (runtime.isObserving()) {
      observed = NativeProvider.load(runtime.settings().nativeProvider(), conf, resources);
    } else if (resources != null) {
      fallback =
          new PolicyTouch(
              runtime.rights(),
              answers,
              namespace ->
                  resources.getNamespaceResources().setPoliciesAsync(namespace, same -> same),
              () -> !runtime.watchesConnections());
      runtime.everySecond(fallback::recheck);
      resources
          .getLocalMetadataStore()
          .ifPresent(store -> runtime.enforced().keep(new ClusterFloor(store)));
    }
  }

  @Override
  public CompletableFuture<Boolean> isSuperUser(
      String role, AuthenticationDataSource data, ServiceConfiguration configuration) {
    ResourceName here = targets.cluster(null);
    if (observed != null) {
      CompletableFuture<Boolean> answer = observed.isSuperUser(role, data, configuration);
      return answers.observe(
          BrokerQuestions.SUPER_USER, "SUPER_USER", here, role, null, data, answer);
    }
    boolean yes = answers.allows(BrokerQuestions.SUPER_USER, "SUPER_USER", here, role, null, data);
    // Behind a proxy Pulsar asks about both; the original principal is the one who acts.
    if (yes && !proxies.isProxy(role)) {
      grants.administers(null, role, data);
    }
    return yes ? YES : NO;
  }

  /** Only brokers before 4.0 have this variant; its default would not ask the center. */
  public CompletableFuture<Boolean> isSuperUser(String role, ServiceConfiguration configuration) {
    return isSuperUser(role, null, configuration);
  }

  @Override
  public CompletableFuture<Boolean> isTenantAdmin(
      String tenant, String role, TenantInfo info, AuthenticationDataSource data) {
    String asking = proxies.isProxy(role) ? ProxyRules.originalPrincipal(data) : role;
    TenantAdminCall call = TenantAdminCall.of(tenant, SignInData.of(data));
    if (observed != null) {
      CompletableFuture<Boolean> answer = observed.isTenantAdmin(tenant, role, info, data);
      return answers.observe(
          call.question(), "TENANT_ADMIN", call.on(), asking, null, data, answer);
    }
    boolean yes = answers.allows(call.question(), "TENANT_ADMIN", call.on(), asking, null, data);
    if (yes) {
      grants.administers(tenant, asking, data);
    }
    return yes ? YES : NO;
  }

  @Override
  public CompletableFuture<Boolean> canProduceAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return observed == null
        ? allowTopicOperationAsync(topic, role, TopicOperation.PRODUCE, data)
        : ask(
            BrokerQuestions.TOPIC.get(TopicOperation.PRODUCE),
            "PRODUCE",
            targets.topic(topic),
            role,
            null,
            data,
            same -> same.canProduceAsync(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> canConsumeAsync(
      TopicName topic, String role, AuthenticationDataSource data, String subscription) {
    Question question = BrokerQuestions.TOPIC.get(TopicOperation.CONSUME);
    return ask(
        question,
        "CONSUME",
        targets.topic(topic),
        role,
        subscription,
        data,
        same -> same.canConsumeAsync(topic, role, data, subscription));
  }

  @Override
  public CompletableFuture<Boolean> canLookupAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return observed == null
        ? allowTopicOperationAsync(topic, role, TopicOperation.LOOKUP, data)
        : ask(
            BrokerQuestions.TOPIC.get(TopicOperation.LOOKUP),
            "LOOKUP",
            targets.topic(topic),
            role,
            null,
            data,
            same -> same.canLookupAsync(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowFunctionOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return ask(
        BrokerQuestions.FUNCTION,
        "FUNCTION",
        targets.namespace(namespace),
        role,
        null,
        data,
        same -> same.allowFunctionOpsAsync(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowSourceOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return ask(
        BrokerQuestions.SOURCE,
        "SOURCE",
        targets.namespace(namespace),
        role,
        null,
        data,
        same -> same.allowSourceOpsAsync(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowSinkOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    return ask(
        BrokerQuestions.SINK,
        "SINK",
        targets.namespace(namespace),
        role,
        null,
        data,
        same -> same.allowSinkOpsAsync(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTenantOperationAsync(
      String tenant, String role, TenantOperation operation, AuthenticationDataSource data) {
    Question question = BrokerQuestions.TENANT.get(operation);
    ResourceName on = targets.tenantOperation(tenant, operation, SignInData.of(data));
    return ask(
        question,
        operation.name(),
        on,
        role,
        null,
        data,
        same -> same.allowTenantOperationAsync(tenant, role, operation, data));
  }

  @Override
  public CompletableFuture<Boolean> allowNamespaceOperationAsync(
      NamespaceName namespace,
      String role,
      NamespaceOperation operation,
      AuthenticationDataSource data) {
    Question question = BrokerQuestions.NAMESPACE.get(operation);
    ResourceName on = targets.namespaceOperation(namespace, operation, SignInData.of(data));
    if (observed != null || proxies.passes(role, data)) {
      return ask(
          question,
          operation.name(),
          on,
          role,
          null,
          data,
          same -> same.allowNamespaceOperationAsync(namespace, role, operation, data));
    }
    boolean yes = answers.allows(question, operation.name(), on, role, null, data);
    if (yes) {
      grants.allowed(namespace, operation, role, data);
    }
    return yes ? YES : NO;
  }

  @Override
  public CompletableFuture<Boolean> allowNamespacePolicyOperationAsync(
      NamespaceName namespace,
      PolicyName policy,
      PolicyOperation operation,
      String role,
      AuthenticationDataSource data) {
    String op = BrokerQuestions.policy(policy, operation);
    // 4.0.8 names none for the namespaces of an anti-affinity group, which are those of any tenant.
    boolean any = namespace == null;
    return ask(
        any ? BrokerQuestions.SUPER_USER : BrokerQuestions.NAMESPACE_POLICY.get(operation),
        op,
        any ? targets.cluster(null) : targets.namespace(namespace),
        role,
        null,
        data,
        same -> same.allowNamespacePolicyOperationAsync(namespace, policy, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTopicOperationAsync(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    Question question = BrokerQuestions.TOPIC.get(operation);
    String subscription = data != null && data.hasSubscription() ? data.getSubscription() : null;
    ResourceName on = targets.topic(topic);
    if (fallback != null) {
      fallback.asked(operation, question, topic, on, role, subscription);
    }
    CompletableFuture<Boolean> answer =
        ask(
            question,
            operation.name(),
            on,
            role,
            subscription,
            data,
            same -> same.allowTopicOperationAsync(topic, role, operation, data));
    if (answer == YES && role != null) {
      runtime.visitors().allowed(data, role);
    }
    return answer;
  }

  @Override
  public CompletableFuture<Boolean> allowTopicPolicyOperationAsync(
      TopicName topic,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    Question question = BrokerQuestions.TOPIC_POLICY.get(operation);
    String op = BrokerQuestions.policy(policy, operation);
    return ask(
        question,
        op,
        targets.topic(topic),
        role,
        null,
        data,
        same -> same.allowTopicPolicyOperationAsync(topic, role, policy, operation, data));
  }

  @Override
  public CompletableFuture<Boolean> allowBrokerOperationAsync(
      String cluster,
      String broker,
      BrokerOperation operation,
      String role,
      AuthenticationDataSource data) {
    return ask(
        BrokerQuestions.Since402.BROKER.get(operation),
        operation.name(),
        targets.cluster(cluster),
        role,
        null,
        data,
        same -> same.allowBrokerOperationAsync(cluster, broker, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowClusterOperationAsync(
      String cluster, ClusterOperation operation, String role, AuthenticationDataSource data) {
    return ask(
        BrokerQuestions.Since402.CLUSTER.get(operation),
        operation.name(),
        targets.cluster(cluster),
        role,
        null,
        data,
        same -> same.allowClusterOperationAsync(cluster, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowClusterPolicyOperationAsync(
      String cluster,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    Question question = BrokerQuestions.CLUSTER_POLICY.get(operation);
    String op = BrokerQuestions.policy(policy, operation);
    return ask(
        question,
        op,
        targets.cluster(cluster),
        role,
        null,
        data,
        same -> same.allowClusterPolicyOperationAsync(cluster, role, policy, operation, data));
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      NamespaceName namespace, Set<AuthAction> actions, String role, String authDataJson) {
    return observed != null
        ? observed.grantPermissionAsync(namespace, actions, role, authDataJson)
        : grants.grant(namespace, actions, role);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      TopicName topic, Set<AuthAction> actions, String role, String authDataJson) {
    return observed != null
        ? observed.grantPermissionAsync(topic, actions, role, authDataJson)
        : grants.grant(topic, actions, role);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(List<GrantTopicPermissionOptions> options) {
    return observed != null ? observed.grantPermissionAsync(options) : grants.grant(options);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(NamespaceName namespace, String role) {
    return observed != null
        ? observed.revokePermissionAsync(namespace, role)
        : grants.revoke(namespace, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(TopicName topic, String role) {
    return observed != null
        ? observed.revokePermissionAsync(topic, role)
        : grants.revoke(topic, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(List<RevokeTopicPermissionOptions> options) {
    return observed != null ? observed.revokePermissionAsync(options) : grants.revoke(options);
  }

  @Override
  public CompletableFuture<Void> grantSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, Set<String> roles, String authDataJson) {
    return observed != null
        ? observed.grantSubscriptionPermissionAsync(namespace, subscription, roles, authDataJson)
        : GrantCalls.noSubscriptionGrants();
  }

  @Override
  public CompletableFuture<Void> revokeSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, String role, String authDataJson) {
    return observed != null
        ? observed.revokeSubscriptionPermissionAsync(namespace, subscription, role, authDataJson)
        : GrantCalls.noSubscriptionGrants();
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(TopicName topic) {
    return observed != null ? observed.getPermissionsAsync(topic) : grants.list(topic);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(
      NamespaceName namespace) {
    return observed != null ? observed.getPermissionsAsync(namespace) : grants.list(namespace);
  }

  @Override
  public CompletableFuture<Map<String, Set<String>>> getSubscriptionPermissionsAsync(
      NamespaceName namespace) {
    return observed != null
        ? observed.getSubscriptionPermissionsAsync(namespace)
        : CompletableFuture.completedFuture(Map.of());
  }

  /** A deleted topic's grants are the center's business: it knows when a topic is gone for good. */
  @Override
  public CompletableFuture<Void> removePermissionsAsync(TopicName topic) {
    return observed != null
        ? observed.removePermissionsAsync(topic)
        : CompletableFuture.completedFuture(null);
  }

  @Override
  public void close() throws IOException {
    if (observed != null) {
      observed.close();
    }
    if (fallback != null) {
      fallback.close();
    }
    if (runtime != null) {
      runtime.release();
      runtime = null;
    }
  }

  private CompletableFuture<Boolean> ask(
      Question question,
      String op,
      ResourceName on,
      String role,
      String subscription,
      AuthenticationDataSource data,
      Same same) {
    if (observed != null) {
      CompletableFuture<Boolean> answer = same.apply(observed);
      return proxies.passes(role, data)
          ? answer
          : answers.observe(question, op, on, role, subscription, data, answer);
    }
    if (proxies.passes(role, data)) {
      return pass();
    }
    String asking = ProxyRules.behindStandIn(role, data);
    return answers.allows(question, op, on, asking, subscription, data) ? YES : NO;
  }

  private static CompletableFuture<Boolean> pass() {
    PluginMetrics.proxyPassed();
    return YES;
  }
}
