package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.permissions.DeletedTopics;
import io.github.pulsarusercenter.questions.BrokerCall;
import io.github.pulsarusercenter.questions.BrokerCalls;
import io.github.pulsarusercenter.questions.WebSocketConsumer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
 * The broker's native provider answers everything and makes the grants. What the center's rights
 * would have answered is recorded.
 */
final class ObservingProvider implements AuthorizationProvider {
  private final AuthorizationProvider nativeProvider;
  private final BrokerCalls calls;
  private final Answers answers;
  private final ProxyRules proxies;
  private final DeletedTopics deletedTopics;

  ObservingProvider(
      AuthorizationProvider nativeProvider,
      BrokerCalls calls,
      Answers answers,
      ProxyRules proxies,
      DeletedTopics deletedTopics) {
    this.nativeProvider = nativeProvider;
    this.calls = calls;
    this.answers = answers;
    this.proxies = proxies;
    this.deletedTopics = deletedTopics;
  }

  @Override
  public CompletableFuture<Boolean> isSuperUser(
      String role, AuthenticationDataSource data, ServiceConfiguration configuration) {
    return record(
        calls.superUser(), role, data, nativeProvider.isSuperUser(role, data, configuration));
  }

  @Override
  public CompletableFuture<Boolean> isTenantAdmin(
      String tenant, String role, TenantInfo info, AuthenticationDataSource data) {
    String principal = proxies.administrator(role, data);
    return record(
        calls.tenantAdmin(tenant, data),
        principal,
        data,
        nativeProvider.isTenantAdmin(tenant, role, info, data));
  }

  @Override
  public CompletableFuture<Boolean> canProduceAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    BrokerCall call = calls.use(topic, TopicOperation.PRODUCE, null);
    return observe(call, role, data, nativeProvider.canProduceAsync(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> canConsumeAsync(
      TopicName topic, String role, AuthenticationDataSource data, String subscription) {
    WebSocketConsumer consumer = WebSocketConsumer.of(topic, data, subscription);
    return consumer != null
        ? consume(consumer, topic, role, data)
        : observe(
            calls.use(topic, TopicOperation.CONSUME, subscription),
            role,
            data,
            nativeProvider.canConsumeAsync(topic, role, data, subscription));
  }

  @Override
  public CompletableFuture<Boolean> canLookupAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    BrokerCall call = calls.use(topic, TopicOperation.LOOKUP, null);
    return observe(call, role, data, nativeProvider.canLookupAsync(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTopicOperationAsync(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    WebSocketConsumer consumer =
        operation == TopicOperation.CONSUME ? WebSocketConsumer.of(topic, data, null) : null;
    return consumer != null
        ? consume(consumer, topic, role, data)
        : observe(
            calls.topic(topic, operation, data),
            role,
            data,
            nativeProvider.allowTopicOperationAsync(topic, role, operation, data));
  }

  /** A consumer of the WebSocket service writes its dead letters with the service's rights. */
  private CompletableFuture<Boolean> consume(
      WebSocketConsumer consumer, TopicName topic, String role, AuthenticationDataSource data) {
    TopicOperation consume = TopicOperation.CONSUME;
    BrokerCall call =
        consumer.certain()
            ? calls.topic(topic, consume, consumer.subscription(), data)
            : calls.superUser(consume.name());
    CompletableFuture<Boolean> answer =
        observe(
            call, role, data, nativeProvider.allowTopicOperationAsync(topic, role, consume, data));
    for (TopicName deadLetterTopic : consumer.deadLetters()) {
      BrokerCall write = calls.use(deadLetterTopic, TopicOperation.PRODUCE, null);
      answer = observe(write, role, data, answer);
    }
    return answer;
  }

  @Override
  public CompletableFuture<Boolean> allowFunctionOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    BrokerCall call = calls.function(namespace);
    return observe(call, role, data, nativeProvider.allowFunctionOpsAsync(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowSourceOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    BrokerCall call = calls.source(namespace);
    return observe(call, role, data, nativeProvider.allowSourceOpsAsync(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowSinkOpsAsync(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    BrokerCall call = calls.sink(namespace);
    return observe(call, role, data, nativeProvider.allowSinkOpsAsync(namespace, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTenantOperationAsync(
      String tenant, String role, TenantOperation operation, AuthenticationDataSource data) {
    BrokerCall call = calls.tenant(tenant, operation, data);
    return observe(
        call, role, data, nativeProvider.allowTenantOperationAsync(tenant, role, operation, data));
  }

  @Override
  public CompletableFuture<Boolean> allowNamespaceOperationAsync(
      NamespaceName namespace,
      String role,
      NamespaceOperation operation,
      AuthenticationDataSource data) {
    return observe(
        calls.namespace(namespace, operation, data),
        role,
        data,
        nativeProvider.allowNamespaceOperationAsync(namespace, role, operation, data));
  }

  @Override
  public CompletableFuture<Boolean> allowNamespacePolicyOperationAsync(
      NamespaceName namespace,
      PolicyName policy,
      PolicyOperation operation,
      String role,
      AuthenticationDataSource data) {
    return observe(
        calls.namespacePolicy(namespace, policy, operation),
        role,
        data,
        nativeProvider.allowNamespacePolicyOperationAsync(
            namespace, policy, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTopicPolicyOperationAsync(
      TopicName topic,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    return observe(
        calls.topicPolicy(topic, policy, operation, data),
        role,
        data,
        nativeProvider.allowTopicPolicyOperationAsync(topic, role, policy, operation, data));
  }

  @Override
  public CompletableFuture<Boolean> allowBrokerOperationAsync(
      String cluster,
      String broker,
      BrokerOperation operation,
      String role,
      AuthenticationDataSource data) {
    return observe(
        calls.broker(cluster, operation),
        role,
        data,
        nativeProvider.allowBrokerOperationAsync(cluster, broker, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowClusterOperationAsync(
      String cluster, ClusterOperation operation, String role, AuthenticationDataSource data) {
    return observe(
        calls.cluster(cluster, operation),
        role,
        data,
        nativeProvider.allowClusterOperationAsync(cluster, operation, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowClusterPolicyOperationAsync(
      String cluster,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    return observe(
        calls.clusterPolicy(cluster, policy, operation),
        role,
        data,
        nativeProvider.allowClusterPolicyOperationAsync(cluster, role, policy, operation, data));
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      NamespaceName namespace, Set<AuthAction> actions, String role, String authDataJson) {
    return nativeProvider.grantPermissionAsync(namespace, actions, role, authDataJson);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      TopicName topic, Set<AuthAction> actions, String role, String authDataJson) {
    return nativeProvider.grantPermissionAsync(topic, actions, role, authDataJson);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(List<GrantTopicPermissionOptions> options) {
    return nativeProvider.grantPermissionAsync(options);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(NamespaceName namespace, String role) {
    return nativeProvider.revokePermissionAsync(namespace, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(TopicName topic, String role) {
    return nativeProvider.revokePermissionAsync(topic, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(List<RevokeTopicPermissionOptions> options) {
    return nativeProvider.revokePermissionAsync(options);
  }

  @Override
  public CompletableFuture<Void> grantSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, Set<String> roles, String authDataJson) {
    return nativeProvider.grantSubscriptionPermissionAsync(
        namespace, subscription, roles, authDataJson);
  }

  @Override
  public CompletableFuture<Void> revokeSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, String role, String authDataJson) {
    return nativeProvider.revokeSubscriptionPermissionAsync(
        namespace, subscription, role, authDataJson);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(TopicName topic) {
    return nativeProvider.getPermissionsAsync(topic);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(
      NamespaceName namespace) {
    return nativeProvider.getPermissionsAsync(namespace);
  }

  @Override
  public CompletableFuture<Map<String, Set<String>>> getSubscriptionPermissionsAsync(
      NamespaceName namespace) {
    return nativeProvider.getSubscriptionPermissionsAsync(namespace);
  }

  @Override
  public CompletableFuture<Void> removePermissionsAsync(TopicName topic) {
    return deletedTopics
        .report(topic)
        .thenCompose(done -> nativeProvider.removePermissionsAsync(topic));
  }

  @Override
  public void close() throws IOException {
    nativeProvider.close();
  }

  /** A proxy's role is not recorded where the original principal decides. */
  private CompletableFuture<Boolean> observe(
      BrokerCall call,
      String role,
      AuthenticationDataSource data,
      CompletableFuture<Boolean> answer) {
    return proxies.passes(role, data) ? answer : record(call, role, data, answer);
  }

  private CompletableFuture<Boolean> record(
      BrokerCall call,
      String principal,
      AuthenticationDataSource data,
      CompletableFuture<Boolean> answer) {
    return answers.observe(
        call.question(),
        call.operation(),
        call.resource(),
        principal,
        call.subscription(),
        data,
        answer);
  }
}
