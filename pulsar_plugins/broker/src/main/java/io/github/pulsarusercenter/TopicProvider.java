package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.OldRetryTopics;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.RecentHttpUsers;
import io.github.pulsarusercenter.questions.BrokerQuestions;
import io.github.pulsarusercenter.questions.HttpTarget;
import io.github.pulsarusercenter.questions.WebSocketConsumer;
import io.github.pulsarusercenter.revocation.PolicyRewrite;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;

/** Questions about topics: producing, consuming, looking up and all other operations. */
abstract class TopicProvider extends AdministrationProvider {
  OldRetryTopics oldRetryTopics;
  RecentHttpUsers httpUsers;

  /** Ends open uses in a broker without our interceptor; null where it is not needed. */
  PolicyRewrite fallback;

  @Override
  public CompletableFuture<Boolean> canProduceAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return nativeProvider == null
        ? allowTopicOperationAsync(topic, role, TopicOperation.PRODUCE, data)
        : ask(
            BrokerQuestions.TOPIC.get(TopicOperation.PRODUCE),
            "PRODUCE",
            targets.topic(topic),
            role,
            null,
            data,
            provider -> provider.canProduceAsync(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> canConsumeAsync(
      TopicName topic, String role, AuthenticationDataSource data, String subscription) {
    WebSocketConsumer consumer = WebSocketConsumer.of(topic, data, subscription);
    if (consumer != null) {
      return consume(consumer, topic, role, data);
    }
    Question question = BrokerQuestions.TOPIC.get(TopicOperation.CONSUME);
    return ask(
        question,
        "CONSUME",
        targets.topic(topic),
        role,
        subscription,
        data,
        provider -> provider.canConsumeAsync(topic, role, data, subscription));
  }

  @Override
  public CompletableFuture<Boolean> canLookupAsync(
      TopicName topic, String role, AuthenticationDataSource data) {
    return nativeProvider == null
        ? topicOperation(topic, role, TopicOperation.LOOKUP, data)
        : ask(
            BrokerQuestions.TOPIC.get(TopicOperation.LOOKUP),
            "LOOKUP",
            targets.topic(topic),
            role,
            null,
            data,
            provider -> provider.canLookupAsync(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> allowTopicOperationAsync(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    WebSocketConsumer consumer =
        operation == TopicOperation.CONSUME ? WebSocketConsumer.of(topic, data, null) : null;
    if (consumer != null) {
      return consume(consumer, topic, role, data);
    }
    ResourceName on = targets.topic(topic);
    if (operation == TopicOperation.UPDATE_METADATA && mayNameSource(data)) {
      return askSuperUser(operation.name(), role, data);
    }
    if (nativeProvider == null
        && OldRetryTopics.mayBe(operation, on)
        && !proxies.passes(role, data)) {
      Question lookUp = BrokerQuestions.TOPIC.get(operation);
      String principal = ProxyRules.actingPrincipal(role, data);
      if (oldRetryTopics.isHiddenFrom(principal, lookUp, on, answers.origin(data))) {
        answers.recordExistenceProbe(lookUp, operation.name(), on, principal, data);
        return OldRetryTopics.noSuchTopic();
      }
    }
    return topicOperation(topic, role, operation, data);
  }

  /** A consumer of the WebSocket service writes its dead letters with the service's rights. */
  private CompletableFuture<Boolean> consume(
      WebSocketConsumer consumer, TopicName topic, String role, AuthenticationDataSource data) {
    TopicOperation consume = TopicOperation.CONSUME;
    NativeCall nativeCall =
        provider -> provider.allowTopicOperationAsync(topic, role, consume, data);
    if (!consumer.certain()) {
      ResourceName cluster = targets.cluster(null);
      return ask(BrokerQuestions.SUPER_USER, consume.name(), cluster, role, null, data, nativeCall);
    }
    CompletableFuture<Boolean> answer =
        topicOperation(topic, role, consume, consumer.subscription(), data);
    Question write = BrokerQuestions.TOPIC.get(TopicOperation.PRODUCE);
    for (TopicName deadLetterTopic : consumer.deadLetters()) {
      if (nativeProvider == null && answer == NO) {
        return NO;
      }
      CompletableFuture<Boolean> soFar = answer;
      answer =
          ask(
              write,
              write.name(),
              targets.topic(deadLetterTopic),
              role,
              null,
              data,
              provider -> soFar);
    }
    return answer;
  }

  private CompletableFuture<Boolean> topicOperation(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    String subscription = data != null && data.hasSubscription() ? data.getSubscription() : null;
    return topicOperation(topic, role, operation, subscription, data);
  }

  private CompletableFuture<Boolean> topicOperation(
      TopicName topic,
      String role,
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
    Runnable whenDenied =
        fallback == null
            ? null
            : fallback.remember(operation, question, topic, on, role, subscription, data);
    CompletableFuture<Boolean> answer =
        ask(
            question,
            operation.name(),
            on,
            role,
            subscription,
            data,
            provider -> provider.allowTopicOperationAsync(topic, role, operation, data));
    if (whenDenied != null && answer == NO) {
      whenDenied.run();
    }
    if (answer == YES && role != null) {
      httpUsers.allowed(data, role);
    }
    return answer;
  }
}
