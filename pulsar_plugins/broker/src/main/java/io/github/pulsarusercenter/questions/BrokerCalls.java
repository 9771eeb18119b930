package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.BrokerOperation;
import org.apache.pulsar.common.policies.data.ClusterOperation;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantInfo;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;

/** What each method of the broker's provider asks. */
public record BrokerCalls(Targets targets) {
  public BrokerRequest superUser(
      String role, AuthenticationDataSource data, ServiceConfiguration configuration) {
    BrokerCall call = superUser("SUPER_USER");
    return new BrokerRequest(
        call, role, data, provider -> provider.isSuperUser(role, data, configuration));
  }

  public BrokerRequest tenantAdmin(
      String tenant, String role, TenantInfo info, AuthenticationDataSource data) {
    TenantAdminCall asks = TenantAdminCall.of(tenant, SignInData.of(data));
    BrokerCall call = new BrokerCall(asks.question(), "TENANT_ADMIN", asks.on());
    return new BrokerRequest(
        call, role, data, provider -> provider.isTenantAdmin(tenant, role, info, data));
  }

  public BrokerRequest function(
      NamespaceName namespace, String role, AuthenticationDataSource data) {
    ResourceName on = targets.namespace(namespace);
    BrokerCall call = new BrokerCall(BrokerQuestions.FUNCTION, "FUNCTION", on);
    return new BrokerRequest(
        call, role, data, provider -> provider.allowFunctionOpsAsync(namespace, role, data));
  }

  public BrokerRequest source(NamespaceName namespace, String role, AuthenticationDataSource data) {
    ResourceName on = targets.namespace(namespace);
    BrokerCall call = new BrokerCall(BrokerQuestions.SOURCE, "SOURCE", on);
    return new BrokerRequest(
        call, role, data, provider -> provider.allowSourceOpsAsync(namespace, role, data));
  }

  public BrokerRequest sink(NamespaceName namespace, String role, AuthenticationDataSource data) {
    ResourceName on = targets.namespace(namespace);
    BrokerCall call = new BrokerCall(BrokerQuestions.SINK, "SINK", on);
    return new BrokerRequest(
        call, role, data, provider -> provider.allowSinkOpsAsync(namespace, role, data));
  }

  public BrokerRequest tenant(
      String tenant, String role, TenantOperation operation, AuthenticationDataSource data) {
    Question question = BrokerQuestions.TENANT.get(operation);
    ResourceName on = targets.tenantOperation(tenant, operation, SignInData.of(data));
    return new BrokerRequest(
        new BrokerCall(question, operation.name(), on),
        role,
        data,
        provider -> provider.allowTenantOperationAsync(tenant, role, operation, data));
  }

  public BrokerRequest namespace(
      NamespaceName namespace,
      String role,
      NamespaceOperation operation,
      AuthenticationDataSource data) {
    Question question = BrokerQuestions.NAMESPACE.get(operation);
    ResourceName on = targets.namespaceOperation(namespace, operation, SignInData.of(data));
    String subscription = NamespaceSubscription.of(operation, data).name();
    return new BrokerRequest(
        new BrokerCall(question, operation.name(), on, subscription),
        role,
        data,
        provider -> provider.allowNamespaceOperationAsync(namespace, role, operation, data));
  }

  public BrokerRequest namespacePolicy(
      NamespaceName namespace,
      PolicyName policy,
      PolicyOperation operation,
      String role,
      AuthenticationDataSource data) {
    String name = BrokerQuestions.policy(policy, operation);
    // 4.0.8 passes no namespace when it lists an anti-affinity group, whose namespaces may belong
    // to any tenant.
    BrokerCall call =
        namespace == null
            ? superUser(name)
            : new BrokerCall(
                BrokerQuestions.NAMESPACE_POLICY.get(operation),
                name,
                targets.namespace(namespace));
    return new BrokerRequest(
        call,
        role,
        data,
        provider ->
            provider.allowNamespacePolicyOperationAsync(namespace, policy, operation, role, data));
  }

  public BrokerRequest topicPolicy(
      TopicName topic,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    boolean ofBrokerConf =
        policy == PolicyName.OFFLOAD
            && operation == PolicyOperation.READ
            && HttpTarget.mayAskForApplied(SignInData.of(data));
    Question question =
        ofBrokerConf
            ? BrokerQuestions.APPLIED_OFFLOAD
            : BrokerQuestions.TOPIC_POLICY.get(operation);
    String name = ofBrokerConf ? question.name() : BrokerQuestions.policy(policy, operation);
    return new BrokerRequest(
        new BrokerCall(question, name, targets.topic(topic)),
        role,
        data,
        provider -> provider.allowTopicPolicyOperationAsync(topic, role, policy, operation, data));
  }

  /** A topic that there is not yet, and that the broker would create because it is used. */
  public BrokerRequest autoCreation(TopicName topic, String role, AuthenticationDataSource data) {
    return new BrokerRequest(
        new BrokerCall(BrokerQuestions.AUTO_CREATE, "AUTO_CREATE", targets.topic(topic)),
        role,
        data,
        provider -> Since5.allowTopicAutoCreation(provider, topic, role, data));
  }

  public BrokerRequest broker(
      String cluster,
      String broker,
      BrokerOperation operation,
      String role,
      AuthenticationDataSource data) {
    Question question = BrokerQuestions.Since402.BROKER.get(operation);
    return new BrokerRequest(
        new BrokerCall(question, operation.name(), targets.cluster(cluster)),
        role,
        data,
        provider -> provider.allowBrokerOperationAsync(cluster, broker, operation, role, data));
  }

  public BrokerRequest cluster(
      String cluster, ClusterOperation operation, String role, AuthenticationDataSource data) {
    Question question = BrokerQuestions.Since402.CLUSTER.get(operation);
    return new BrokerRequest(
        new BrokerCall(question, operation.name(), targets.cluster(cluster)),
        role,
        data,
        provider -> provider.allowClusterOperationAsync(cluster, operation, role, data));
  }

  public BrokerRequest clusterPolicy(
      String cluster,
      String role,
      PolicyName policy,
      PolicyOperation operation,
      AuthenticationDataSource data) {
    Question question = BrokerQuestions.CLUSTER_POLICY.get(operation);
    String name = BrokerQuestions.policy(policy, operation);
    return new BrokerRequest(
        new BrokerCall(question, name, targets.cluster(cluster)),
        role,
        data,
        provider ->
            provider.allowClusterPolicyOperationAsync(cluster, role, policy, operation, data));
  }

  /** An operation that takes a super user here. */
  public BrokerCall superUser(String operation) {
    return new BrokerCall(BrokerQuestions.SUPER_USER, operation, targets.cluster(null));
  }

  /** The topic's own question, also on the topic that every user may look up. */
  public BrokerCall use(TopicName topic, TopicOperation operation, String subscription) {
    return new BrokerCall(
        BrokerQuestions.TOPIC.get(operation), operation.name(), targets.topic(topic), subscription);
  }

  /** Any operation on a topic; the data may name a subscription. */
  public BrokerCall topic(
      TopicName topic, TopicOperation operation, AuthenticationDataSource data) {
    String subscription = data != null && data.hasSubscription() ? data.getSubscription() : null;
    return topic(topic, operation, subscription, data);
  }

  /** Any operation on a topic. */
  public BrokerCall topic(
      TopicName topic,
      TopicOperation operation,
      String subscription,
      AuthenticationDataSource data) {
    ResourceName on = targets.topic(topic);
    Question question = BrokerQuestions.TOPIC.get(operation);
    if (question.isOpenOn(on) && !HttpTarget.isLookUpOfAClient(data)) {
      // Pulsar asks only for LOOKUP before it lists the slow transactions of all users. Tried on
      // 4.0.8.
      question = BrokerQuestions.TOPIC.get(TopicOperation.GET_STATS);
    }
    return new BrokerCall(question, operation.name(), on, subscription);
  }
}
