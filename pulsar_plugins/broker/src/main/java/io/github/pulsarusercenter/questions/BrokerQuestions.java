package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.vocabulary.Question;
import java.util.EnumMap;
import java.util.Map;
import org.apache.pulsar.common.policies.data.BrokerOperation;
import org.apache.pulsar.common.policies.data.ClusterOperation;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * Maps Pulsar's operations to our questions, once for every constant of this broker. A constant
 * that operations.json does not list becomes an unknown question, denied as UNKNOWN_OPERATION.
 */
public final class BrokerQuestions {
  public static final Map<TopicOperation, Question> TOPIC = of("topic", TopicOperation.class);
  public static final Map<NamespaceOperation, Question> NAMESPACE =
      of("namespace", NamespaceOperation.class);
  public static final Map<TenantOperation, Question> TENANT = of("tenant", TenantOperation.class);
  public static final Map<PolicyOperation, Question> CLUSTER_POLICY =
      of("clusterPolicy", PolicyOperation.class);
  public static final Map<PolicyOperation, Question> NAMESPACE_POLICY =
      of("namespacePolicy", PolicyOperation.class);
  public static final Map<PolicyOperation, Question> TOPIC_POLICY =
      of("topicPolicy", PolicyOperation.class);

  public static final Question FUNCTION = Question.of("functions:FUNCTION");
  public static final Question SOURCE = Question.of("functions:SOURCE");
  public static final Question SINK = Question.of("functions:SINK");
  public static final Question APPLIED_OFFLOAD = Question.of("topic:GET_APPLIED_OFFLOAD");
  public static final Question AUTO_CREATE = Question.of("topic:AUTO_CREATE");
  public static final Question TENANT_ADMIN = Question.of("tenantAdmin:ADMIN");
  public static final Question SUPER_USER = Question.of("superUser:SUPER_USER");

  private static final Map<PolicyName, Map<PolicyOperation, String>> POLICY_NAMES = policyNames();

  private BrokerQuestions() {}

  /**
   * Questions that brokers before 4.0.2 neither ask nor have the types for. A class of its own, so
   * that it is loaded only with the first such question.
   */
  public static final class Since402 {
    public static final Map<ClusterOperation, Question> CLUSTER =
        of("cluster", ClusterOperation.class);
    public static final Map<BrokerOperation, Question> BROKER = of("broker", BrokerOperation.class);

    private Since402() {}
  }

  /** The name of a policy question in events, such as TTL_WRITE. */
  public static String policy(PolicyName policy, PolicyOperation operation) {
    return POLICY_NAMES.get(policy).get(operation);
  }

  private static <E extends Enum<E>> Map<E, Question> of(String family, Class<E> constants) {
    Map<E, Question> questions = new EnumMap<>(constants);
    for (E constant : constants.getEnumConstants()) {
      questions.put(constant, Question.of(family + ":" + constant.name()));
    }
    return questions;
  }

  private static Map<PolicyName, Map<PolicyOperation, String>> policyNames() {
    Map<PolicyName, Map<PolicyOperation, String>> names = new EnumMap<>(PolicyName.class);
    for (PolicyName policy : PolicyName.values()) {
      Map<PolicyOperation, String> both = new EnumMap<>(PolicyOperation.class);
      for (PolicyOperation operation : PolicyOperation.values()) {
        both.put(operation, policy.name() + "_" + operation.name());
      }
      names.put(policy, both);
    }
    return names;
  }
}
