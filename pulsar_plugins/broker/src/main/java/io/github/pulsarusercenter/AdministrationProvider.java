package io.github.pulsarusercenter;

import io.github.pulsarusercenter.adminapi.HiddenBody;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.questions.BrokerQuestions;
import io.github.pulsarusercenter.questions.HttpTarget;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.BrokerOperation;
import org.apache.pulsar.common.policies.data.ClusterOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantOperation;

/** Questions about administration: clusters, brokers, tenants, policies, functions. */
abstract class AdministrationProvider extends PermissionProvider {
  static final CompletableFuture<Boolean> YES = CompletableFuture.completedFuture(true);
  static final CompletableFuture<Boolean> NO = CompletableFuture.completedFuture(false);
  Targets targets;
  Answers answers;
  ProxyRules proxies;

  /** Whether the plugin's interceptor sees the calls of the admin API. */
  BooleanSupplier intercepting;

  /** Asks the native provider the same question. */
  interface NativeCall extends Function<AuthorizationProvider, CompletableFuture<Boolean>> {}

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
        provider -> provider.allowFunctionOpsAsync(namespace, role, data));
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
        provider -> provider.allowSourceOpsAsync(namespace, role, data));
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
        provider -> provider.allowSinkOpsAsync(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTenantOperationAsync(
      String tenant, String role, TenantOperation operation, AuthenticationDataSource data) {
    Question question = BrokerQuestions.TENANT.get(operation);
    ResourceName on = targets.tenantOperation(tenant, operation, SignInData.of(data));
    if (nativeProvider == null && HiddenBody.of(operation, data)) {
      String principal = ProxyRules.actingPrincipal(role, data);
      answers.recordRefusal(question, operation.name(), on, principal, data);
      return NO;
    }
    return ask(
        question,
        operation.name(),
        on,
        role,
        null,
        data,
        provider -> provider.allowTenantOperationAsync(tenant, role, operation, data));
  }

  @Override
  public CompletableFuture<Boolean> allowNamespacePolicyOperationAsync(
      NamespaceName namespace,
      PolicyName policy,
      PolicyOperation operation,
      String role,
      AuthenticationDataSource data) {
    if (nativeProvider == null && isModeThatNobodyPassesOn(policy, operation, data)) {
      return NO;
    }
    String op = BrokerQuestions.policy(policy, operation);
    // 4.0.8 passes no namespace when it lists an anti-affinity group, whose namespaces may belong
    // to any tenant.
    boolean any = namespace == null;
    return ask(
        any ? BrokerQuestions.SUPER_USER : BrokerQuestions.NAMESPACE_POLICY.get(operation),
        op,
        any ? targets.cluster(null) : targets.namespace(namespace),
        role,
        null,
        data,
        provider ->
            provider.allowNamespacePolicyOperationAsync(namespace, policy, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTopicPolicyOperationAsync(
      TopicName topic,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    boolean ofBrokerConf =
        policy == PolicyName.OFFLOAD
            && operation == PolicyOperation.READ
            && HttpTarget.mayAskForApplied(SignInData.of(data));
    if (policy == PolicyName.SHADOW_TOPIC
        && operation == PolicyOperation.WRITE
        && mayNameSource(data)) {
      return askSuperUser(BrokerQuestions.policy(policy, operation), role, data);
    }
    Question question =
        ofBrokerConf
            ? BrokerQuestions.APPLIED_OFFLOAD
            : BrokerQuestions.TOPIC_POLICY.get(operation);
    return ask(
        question,
        ofBrokerConf ? question.name() : BrokerQuestions.policy(policy, operation),
        targets.topic(topic),
        role,
        null,
        data,
        provider -> provider.allowTopicPolicyOperationAsync(topic, role, policy, operation, data));
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
        provider -> provider.allowBrokerOperationAsync(cluster, broker, operation, role, data));
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
        provider -> provider.allowClusterOperationAsync(cluster, operation, role, data));
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
        provider ->
            provider.allowClusterPolicyOperationAsync(cluster, role, policy, operation, data));
  }

  /** Whether a call that makes or changes a topic may hide a source from {@code ShadowTopics}. */
  boolean mayNameSource(AuthenticationDataSource data) {
    return nativeProvider == null && HiddenBody.mayNameSource(intercepting.getAsBoolean(), data);
  }

  CompletableFuture<Boolean> askSuperUser(String op, String role, AuthenticationDataSource data) {
    return ask(BrokerQuestions.SUPER_USER, op, targets.cluster(null), role, null, data, null);
  }

  /** The broker would store the mode of subscriptions, and it would protect nothing. */
  private boolean isModeThatNobodyPassesOn(
      PolicyName policy, PolicyOperation operation, AuthenticationDataSource data) {
    return policy == PolicyName.SUBSCRIPTION_AUTH_MODE
        && operation == PolicyOperation.WRITE
        && (!intercepting.getAsBoolean() || HiddenBody.isFile(data));
  }

  CompletableFuture<Boolean> ask(
      Question question,
      String op,
      ResourceName on,
      String role,
      String subscription,
      AuthenticationDataSource data,
      NativeCall nativeCall) {
    if (nativeProvider != null) {
      CompletableFuture<Boolean> answer = nativeCall.apply(nativeProvider);
      return proxies.passes(role, data)
          ? answer
          : answers.observe(question, op, on, role, subscription, data, answer);
    }
    if (proxies.passes(role, data)) {
      return pass();
    }
    String principal = ProxyRules.actingPrincipal(role, data);
    return answers.allows(question, op, on, principal, subscription, data) ? YES : NO;
  }

  static CompletableFuture<Boolean> pass() {
    PluginMetrics.proxyPassed();
    return YES;
  }
}
