package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.BrokerOperation;
import org.apache.pulsar.common.policies.data.ClusterOperation;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;

/** Question, operation, resource and subscription of each kind of call. */
public final class BrokerCalls {
  private final Targets targets;

  public BrokerCalls(Targets targets) {
    this.targets = targets;
  }

  public BrokerCall superUser() {
    return superUser("SUPER_USER");
  }

  /** An operation that takes a super user here. */
  public BrokerCall superUser(String operation) {
    return new BrokerCall(BrokerQuestions.SUPER_USER, operation, targets.cluster(null));
  }

  public BrokerCall tenantAdmin(String tenant, AuthenticationDataSource data) {
    TenantAdminCall call = TenantAdminCall.of(tenant, SignInData.of(data));
    return new BrokerCall(call.question(), "TENANT_ADMIN", call.on());
  }

  public BrokerCall function(NamespaceName namespace) {
    return new BrokerCall(BrokerQuestions.FUNCTION, "FUNCTION", targets.namespace(namespace));
  }

  public BrokerCall source(NamespaceName namespace) {
    return new BrokerCall(BrokerQuestions.SOURCE, "SOURCE", targets.namespace(namespace));
  }

  public BrokerCall sink(NamespaceName namespace) {
    return new BrokerCall(BrokerQuestions.SINK, "SINK", targets.namespace(namespace));
  }

  public BrokerCall tenant(
      String tenant, TenantOperation operation, AuthenticationDataSource data) {
    return new BrokerCall(
        BrokerQuestions.TENANT.get(operation),
        operation.name(),
        targets.tenantOperation(tenant, operation, SignInData.of(data)));
  }

  public BrokerCall namespace(
      NamespaceName namespace, NamespaceOperation operation, AuthenticationDataSource data) {
    return new BrokerCall(
        BrokerQuestions.NAMESPACE.get(operation),
        operation.name(),
        targets.namespaceOperation(namespace, operation, SignInData.of(data)),
        NamespaceSubscription.of(operation, data).name());
  }

  public BrokerCall namespacePolicy(
      NamespaceName namespace, PolicyName policy, PolicyOperation operation) {
    String name = BrokerQuestions.policy(policy, operation);
    // 4.0.8 passes no namespace when it lists an anti-affinity group, whose namespaces may belong
    // to any tenant.
    return namespace == null
        ? superUser(name)
        : new BrokerCall(
            BrokerQuestions.NAMESPACE_POLICY.get(operation), name, targets.namespace(namespace));
  }

  public BrokerCall topicPolicy(
      TopicName topic,
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
    return new BrokerCall(
        question,
        ofBrokerConf ? question.name() : BrokerQuestions.policy(policy, operation),
        targets.topic(topic));
  }

  public BrokerCall broker(String cluster, BrokerOperation operation) {
    return new BrokerCall(
        BrokerQuestions.Since402.BROKER.get(operation), operation.name(), targets.cluster(cluster));
  }

  public BrokerCall cluster(String cluster, ClusterOperation operation) {
    return new BrokerCall(
        BrokerQuestions.Since402.CLUSTER.get(operation),
        operation.name(),
        targets.cluster(cluster));
  }

  public BrokerCall clusterPolicy(String cluster, PolicyName policy, PolicyOperation operation) {
    return new BrokerCall(
        BrokerQuestions.CLUSTER_POLICY.get(operation),
        BrokerQuestions.policy(policy, operation),
        targets.cluster(cluster));
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
