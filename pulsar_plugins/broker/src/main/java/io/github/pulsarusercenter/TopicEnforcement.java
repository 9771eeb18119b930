package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.answers.OldRetryTopics;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.RecentHttpUsers;
import io.github.pulsarusercenter.questions.BrokerCalls;
import io.github.pulsarusercenter.questions.WebSocketConsumer;
import io.github.pulsarusercenter.revocation.PolicyRewrite;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * Decides on topics: producing, consuming, looking up and all other operations.
 *
 * @param fallback ends open uses in a broker without our interceptor; null where it is not needed
 */
record TopicEnforcement(
    BrokerCalls calls,
    Enforcement enforcement,
    Answers answers,
    ProxyRules proxies,
    OldRetryTopics oldRetryTopics,
    RecentHttpUsers httpUsers,
    PolicyRewrite fallback) {
  CompletableFuture<Boolean> consume(
      TopicName topic, String role, AuthenticationDataSource data, String subscription) {
    WebSocketConsumer consumer = WebSocketConsumer.of(topic, data, subscription);
    return consumer != null
        ? consume(consumer, topic, role, data)
        : enforcement.answer(calls.use(topic, TopicOperation.CONSUME, subscription), role, data);
  }

  CompletableFuture<Boolean> lookUp(TopicName topic, String role, AuthenticationDataSource data) {
    TopicOperation lookUp = TopicOperation.LOOKUP;
    return answer(calls.topic(topic, lookUp, data), topic, role, lookUp, data);
  }

  CompletableFuture<Boolean> operation(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    WebSocketConsumer consumer =
        operation == TopicOperation.CONSUME ? WebSocketConsumer.of(topic, data, null) : null;
    if (consumer != null) {
      return consume(consumer, topic, role, data);
    }
    if (operation == TopicOperation.UPDATE_METADATA && enforcement.mayNameSource(data)) {
      return enforcement.answer(calls.superUser(operation.name()), role, data);
    }
    BrokerCall call = calls.topic(topic, operation, data);
    if (OldRetryTopics.mayBe(operation, call.resource()) && !proxies.passes(role, data)) {
      String principal = ProxyRules.actingPrincipal(role, data);
      if (oldRetryTopics.isHiddenFrom(
          principal, call.question(), call.resource(), answers.origin(data))) {
        answers.recordExistenceProbe(
            new BrokerCall(call.question(), call.operation(), call.resource()), principal, data);
        return OldRetryTopics.noSuchTopic();
      }
    }
    return answer(call, topic, role, operation, data);
  }

  /** A consumer of the WebSocket service writes its dead letters with the service's rights. */
  private CompletableFuture<Boolean> consume(
      WebSocketConsumer consumer, TopicName topic, String role, AuthenticationDataSource data) {
    TopicOperation consume = TopicOperation.CONSUME;
    if (!consumer.certain()) {
      return enforcement.answer(calls.superUser(consume.name()), role, data);
    }
    BrokerCall call = calls.topic(topic, consume, consumer.subscription(), data);
    CompletableFuture<Boolean> answer = answer(call, topic, role, consume, data);
    for (TopicName deadLetterTopic : consumer.deadLetters()) {
      if (answer == Enforcement.NO) {
        return answer;
      }
      BrokerCall write = calls.use(deadLetterTopic, TopicOperation.PRODUCE, null);
      answer = enforcement.answer(write, role, data);
    }
    return answer;
  }

  private CompletableFuture<Boolean> answer(
      BrokerCall call,
      TopicName topic,
      String role,
      TopicOperation operation,
      AuthenticationDataSource data) {
    Runnable whenDenied =
        fallback == null
            ? null
            : fallback.remember(
                operation,
                call.question(),
                topic,
                call.resource(),
                role,
                call.subscription(),
                data);
    CompletableFuture<Boolean> answer = enforcement.answer(call, role, data);
    if (whenDenied != null && answer == Enforcement.NO) {
      whenDenied.run();
    }
    if (answer == Enforcement.YES && role != null) {
      httpUsers.allowed(data, role);
    }
    return answer;
  }
}
