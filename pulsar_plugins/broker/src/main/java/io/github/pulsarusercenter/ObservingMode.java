package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.questions.BrokerCalls;
import io.github.pulsarusercenter.questions.BrokerRequest;
import io.github.pulsarusercenter.questions.GrantCalls;
import io.github.pulsarusercenter.questions.WebSocketConsumer;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * The broker's native provider answers everything and makes the grants. What the center's rights
 * would have answered is recorded.
 */
final class ObservingMode implements AuthorizationMode {
  private final AuthorizationProvider nativeProvider;
  private final BrokerCalls calls;
  private final Answers answers;
  private final ProxyRules proxies;

  /**
   * @throws IOException with a sentence that says what to set, when there is no native provider; or
   *     thrown by it
   */
  ObservingMode(
      BrokerCalls calls,
      PluginRuntime runtime,
      ServiceConfiguration conf,
      PulsarResources resources)
      throws IOException {
    this.calls = calls;
    answers = runtime.answers(conf::getSuperUserRoles);
    proxies = new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles);
    nativeProvider = NativeProvider.load(runtime.settings().nativeProvider(), conf, resources);
  }

  @Override
  public CompletableFuture<Boolean> answer(BrokerRequest request) {
    CompletableFuture<Boolean> answer = request.nativeCall().apply(nativeProvider);
    return observe(request.call(), request.role(), request.data(), answer);
  }

  @Override
  public CompletableFuture<Boolean> superUser(BrokerRequest request) {
    CompletableFuture<Boolean> answer = request.nativeCall().apply(nativeProvider);
    return answers.observe(request.call(), request.role(), request.data(), answer);
  }

  @Override
  public CompletableFuture<Boolean> tenantAdmin(BrokerRequest request, String tenant) {
    String principal = proxies.administrator(request.role(), request.data());
    CompletableFuture<Boolean> answer = request.nativeCall().apply(nativeProvider);
    return answers.observe(request.call(), principal, request.data(), answer);
  }

  @Override
  public CompletableFuture<Boolean> produce(
      TopicName topic, String role, AuthenticationDataSource data) {
    BrokerCall call = calls.use(topic, TopicOperation.PRODUCE, null);
    return observe(call, role, data, nativeProvider.canProduceAsync(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> consume(
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
  public CompletableFuture<Boolean> lookUp(
      TopicName topic, String role, AuthenticationDataSource data) {
    BrokerCall call = calls.use(topic, TopicOperation.LOOKUP, null);
    return observe(call, role, data, nativeProvider.canLookupAsync(topic, role, data));
  }

  @Override
  public CompletableFuture<Boolean> topic(
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
  public <T> CompletableFuture<T> permissions(
      Function<GrantCalls, CompletableFuture<T>> centerCall,
      Function<AuthorizationProvider, CompletableFuture<T>> nativeCall) {
    return nativeCall.apply(nativeProvider);
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
    return proxies.passes(role, data) ? answer : answers.observe(call, role, data, answer);
  }
}
