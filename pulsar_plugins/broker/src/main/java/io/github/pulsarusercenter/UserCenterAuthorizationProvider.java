package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.OldRetryTopics;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.permissions.PermissionCalls;
import io.github.pulsarusercenter.questions.BrokerQuestions;
import io.github.pulsarusercenter.questions.GrantCalls;
import io.github.pulsarusercenter.questions.HttpTarget;
import io.github.pulsarusercenter.questions.NamespaceSubscription;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.questions.TenantAdminCall;
import io.github.pulsarusercenter.questions.WebSocketConsumer;
import io.github.pulsarusercenter.revocation.PolicyRewrite;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.settings.OwnRole;
import io.github.pulsarusercenter.snapshot.current.ClusterFloor;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.TenantInfo;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * Answers every question of the broker by one decision on the snapshot in memory: no I/O, no lock.
 *
 * <p>Proxies: the broker asks about the proxy's role and the original principal separately and
 * demands both. A role of proxyRoles passes, because the original principal decides ({@link
 * ProxyRules} says when). Pulsar asks {@code isTenantAdmin} about the proxy's role only; the plugin
 * answers it for the original principal.
 *
 * <p>With userCenterMode=observe the broker's native provider answers everything and makes the
 * grants. The plugin records what it would have answered.
 */
public final class UserCenterAuthorizationProvider extends AdministrationProvider {
  private PluginRuntime runtime;
  private PolicyRewrite fallback;
  private OldRetryTopics oldRetryTopics;

  @Override
  public void initialize(ServiceConfiguration conf, PulsarResources resources) throws IOException {
    runtime = PluginRuntime.acquire(conf);
    targets = new Targets(runtime.settings().cluster(), conf.getClusterName());
    answers = runtime.answers(conf::getSuperUserRoles);
    oldRetryTopics = new OldRetryTopics(answers);
    proxies = new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles);
    intercepting = runtime::watchesConnections;
    grants =
        new GrantCalls(
            new PermissionCalls(
                runtime.client(),
                runtime.threads(),
                new OwnChanges(runtime.rights()::revision, runtime.threads())),
            OwnRole.of(conf, runtime.settings().cluster()),
            runtime.monotonicMillis());
    if (runtime.isObserving()) {
      observed = NativeProvider.load(runtime.settings().nativeProvider(), conf, resources);
    } else if (resources != null) {
      fallback =
          new PolicyRewrite(
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
    // Behind a proxy Pulsar asks about the proxy and the original principal. The original principal
    // acts.
    if (yes && !proxies.isProxy(role)) {
      grants.administers(null, role, data);
    }
    return yes ? YES : NO;
  }

  /**
   * Only brokers before 4.0 have this overload. Pulsar's default for it does not know the center's
   * rights.
   */
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
    WebSocketConsumer asked = WebSocketConsumer.of(topic, data, subscription);
    if (asked != null) {
      return consume(asked, topic, role, data);
    }
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
        ? topicOperation(topic, role, TopicOperation.LOOKUP, data)
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
  public CompletableFuture<Boolean> allowNamespaceOperationAsync(
      NamespaceName namespace,
      String role,
      NamespaceOperation operation,
      AuthenticationDataSource data) {
    Question question = BrokerQuestions.NAMESPACE.get(operation);
    ResourceName on = targets.namespaceOperation(namespace, operation, SignInData.of(data));
    NamespaceSubscription subscription = NamespaceSubscription.of(operation, data);
    if (observed != null || proxies.passes(role, data)) {
      return ask(
          question,
          operation.name(),
          on,
          role,
          subscription.name(),
          data,
          same -> same.allowNamespaceOperationAsync(namespace, role, operation, data));
    }
    boolean hidden = operation == NamespaceOperation.CREATE_TOPIC && mayNameSource(data);
    if (hidden || !subscription.certain()) {
      return askSuperUser(operation.name(), role, data);
    }
    boolean yes = answers.allows(question, operation.name(), on, role, subscription.name(), data);
    if (yes) {
      grants.allowed(namespace, operation, role, data);
    }
    return yes ? YES : NO;
  }

  @Override
  public CompletableFuture<Boolean> allowTopicOperationAsync(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    WebSocketConsumer asked =
        operation == TopicOperation.CONSUME ? WebSocketConsumer.of(topic, data, null) : null;
    if (asked != null) {
      return consume(asked, topic, role, data);
    }
    ResourceName on = targets.topic(topic);
    if (operation == TopicOperation.UPDATE_METADATA && mayNameSource(data)) {
      return askSuperUser(operation.name(), role, data);
    }
    if (observed == null && OldRetryTopics.mayBe(operation, on) && !proxies.passes(role, data)) {
      Question lookUp = BrokerQuestions.TOPIC.get(operation);
      String asking = ProxyRules.actingPrincipal(role, data);
      if (oldRetryTopics.isHiddenFrom(asking, lookUp, on, answers.origin(data))) {
        answers.recordExistenceProbe(lookUp, operation.name(), on, asking, data);
        return OldRetryTopics.noSuchTopic();
      }
    }
    return topicOperation(topic, role, operation, data);
  }

  /** A consumer of the WebSocket service writes its dead letters with the service's rights. */
  private CompletableFuture<Boolean> consume(
      WebSocketConsumer asked, TopicName topic, String role, AuthenticationDataSource data) {
    TopicOperation consume = TopicOperation.CONSUME;
    Same same = one -> one.allowTopicOperationAsync(topic, role, consume, data);
    if (!asked.certain()) {
      ResourceName here = targets.cluster(null);
      return ask(BrokerQuestions.SUPER_USER, consume.name(), here, role, null, data, same);
    }
    CompletableFuture<Boolean> answer =
        topicOperation(topic, role, consume, asked.subscription(), data);
    Question write = BrokerQuestions.TOPIC.get(TopicOperation.PRODUCE);
    for (TopicName written : asked.deadLetters()) {
      if (observed == null && answer == NO) {
        return NO;
      }
      CompletableFuture<Boolean> soFar = answer;
      answer = ask(write, write.name(), targets.topic(written), role, null, data, one -> soFar);
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
            : fallback.asked(operation, question, topic, on, role, subscription, data);
    CompletableFuture<Boolean> answer =
        ask(
            question,
            operation.name(),
            on,
            role,
            subscription,
            data,
            same -> same.allowTopicOperationAsync(topic, role, operation, data));
    if (whenDenied != null && answer == NO) {
      whenDenied.run();
    }
    if (answer == YES && role != null) {
      runtime.httpUsers().allowed(data, role);
    }
    return answer;
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
}
