package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.questions.BrokerQuestions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.junit.jupiter.api.Test;

/**
 * A forgotten override falls back to a default that fails, which would look like an outage to one
 * command.
 */
class EveryBrokerQuestionIsAnsweredTest {
  private static final int METHODS_OF_4_0_8 = 30;

  @Test
  void everyMethodOfTheInterfaceIsDeclared() {
    List<String> forgotten = new ArrayList<>();
    List<Method> methods =
        Arrays.stream(AuthorizationProvider.class.getMethods())
            .filter(method -> !Modifier.isStatic(method.getModifiers()))
            .filter(method -> !method.isAnnotationPresent(Deprecated.class))
            .toList();
    for (Method method : methods) {
      try {
        UserCenterAuthorizationProvider.class.getDeclaredMethod(
            method.getName(), method.getParameterTypes());
      } catch (NoSuchMethodException e) {
        forgotten.add(method.getName());
      }
    }
    assertEquals(List.of(), forgotten);
    assertEquals(METHODS_OF_4_0_8, methods.size());
  }

  @Test
  void everyConstantHasAQuestion() {
    Stream.of(
            BrokerQuestions.TOPIC,
            BrokerQuestions.NAMESPACE,
            BrokerQuestions.TENANT,
            BrokerQuestions.Since402.CLUSTER,
            BrokerQuestions.Since402.BROKER,
            BrokerQuestions.CLUSTER_POLICY,
            BrokerQuestions.NAMESPACE_POLICY,
            BrokerQuestions.TOPIC_POLICY)
        .map(Map::entrySet)
        .flatMap(java.util.Set::stream)
        .forEach(
            entry -> assertTrue(entry.getValue().known(), "no question for " + entry.getKey()));
  }

  @Test
  void everyPolicyHasAName() {
    for (PolicyName policy : PolicyName.values()) {
      for (PolicyOperation operation : PolicyOperation.values()) {
        assertEquals(
            policy.name() + "_" + operation.name(), BrokerQuestions.policy(policy, operation));
      }
    }
  }

  @Test
  void theQuestionsWithoutConstantsExist() {
    assertTrue(BrokerQuestions.FUNCTION.known());
    assertTrue(BrokerQuestions.SOURCE.known());
    assertTrue(BrokerQuestions.SINK.known());
    assertTrue(BrokerQuestions.APPLIED_OFFLOAD.known());
    assertTrue(BrokerQuestions.TENANT_ADMIN.known());
    assertTrue(BrokerQuestions.SUPER_USER.known());
  }
}
