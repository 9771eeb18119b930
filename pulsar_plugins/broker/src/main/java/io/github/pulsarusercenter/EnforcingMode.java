package io.github.pulsarusercenter;

import io.github.pulsarusercenter.adminapi.HiddenBody;
import io.github.pulsarusercenter.answers.Answers;
import io.github.pulsarusercenter.answers.OldRetryTopics;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.permissions.AutoCreatedTopics;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.permissions.PermissionCalls;
import io.github.pulsarusercenter.questions.BrokerCalls;
import io.github.pulsarusercenter.questions.BrokerRequest;
import io.github.pulsarusercenter.questions.GrantCalls;
import io.github.pulsarusercenter.questions.NamespaceSubscription;
import io.github.pulsarusercenter.revocation.PolicyRewrite;
import io.github.pulsarusercenter.runtime.PluginRuntime;
import io.github.pulsarusercenter.settings.OwnRole;
import io.github.pulsarusercenter.snapshot.current.ClusterFloor;
import io.github.pulsarusercenter.vocabulary.BrokerCall;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.PolicyName;
import org.apache.pulsar.common.policies.data.PolicyOperation;
import org.apache.pulsar.common.policies.data.TenantOperation;
import org.apache.pulsar.common.policies.data.TopicOperation;

/**
 * The center's rights decide. The permission calls of pulsar-admin become grants at the center, in
 * the caller's name.
 */
final class EnforcingMode implements AuthorizationMode {
  private static final Question CREATE = Question.of("tenant:CREATE_TENANT");

  /** By name: brokers before 4.0.2 do not have the first. */
  private static final Set<String> READING = Set.of("GET_TENANT", "LIST_NAMESPACES");

  private final BrokerCalls calls;
  private final Answers answers;
  private final ProxyRules proxies;
  private final GrantCalls grants;

  /** Ends open uses in a broker without our interceptor; null without metadata. */
  private final PolicyRewrite fallback;

  private final Enforcement enforcement;
  private final TopicEnforcement topics;
  private final PulsarResources resources;
  private final ResourceName cluster;

  EnforcingMode(
      BrokerCalls calls,
      PluginRuntime runtime,
      ServiceConfiguration conf,
      PulsarResources resources) {
    this.calls = calls;
    this.resources = resources;
    cluster = ResourceName.cluster(runtime.settings().cluster());
    answers = runtime.answers(conf::getSuperUserRoles);
    proxies = new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles);
    grants = grantCalls(runtime, conf, resources);
    fallback = resources == null ? null : policyRewrite(runtime, resources, answers);
    enforcement = new Enforcement(answers, proxies, runtime::watchesConnections);
    topics =
        new TopicEnforcement(
            calls,
            enforcement,
            answers,
            proxies,
            new OldRetryTopics(answers),
            runtime.httpUsers(),
            fallback);
    if (resources != null) {
      runtime.everySecond(fallback::recheck);
      resources
          .getLocalMetadataStore()
          .ifPresent(store -> runtime.enforced().recordIn(new ClusterFloor(store)));
    }
  }

  private static GrantCalls grantCalls(
      PluginRuntime runtime, ServiceConfiguration conf, PulsarResources resources) {
    OwnChanges enforced = new OwnChanges(runtime.rights()::revision, runtime.threads());
    return new GrantCalls(
        new PermissionCalls(
            runtime.client(),
            runtime.threads(),
            enforced,
            AutoCreatedTopics.of(runtime.placeReports(), resources)),
        OwnRole.of(conf, runtime.settings().cluster()),
        runtime.monotonicMillis());
  }

  private static PolicyRewrite policyRewrite(
      PluginRuntime runtime, PulsarResources resources, Answers answers) {
    return new PolicyRewrite(
        runtime.rights(),
        answers,
        namespace ->
            resources.getNamespaceResources().setPoliciesAsync(namespace, policies -> policies),
        () -> !runtime.watchesConnections());
  }

  @Override
  public CompletableFuture<Boolean> answer(BrokerRequest request) {
    return enforcement.answer(request.call(), request.role(), request.data());
  }

  @Override
  public CompletableFuture<Boolean> superUser(BrokerRequest request) {
    String role = request.role();
    boolean allowed = enforcement.allows(request.call(), role, request.data());
    // Behind a proxy Pulsar asks about the proxy and the original principal. The original principal
    // acts.
    if (allowed && !proxies.isProxy(role)) {
      grants.noteAdministrator(null, role, request.data());
    }
    return allowed ? Enforcement.YES : Enforcement.NO;
  }

  @Override
  public CompletableFuture<Boolean> tenantAdmin(BrokerRequest request, String tenant) {
    String principal = proxies.administrator(request.role(), request.data());
    boolean allowed = enforcement.allows(request.call(), principal, request.data());
    if (allowed) {
      grants.noteAdministrator(tenant, principal, request.data());
    }
    return allowed ? Enforcement.YES : Enforcement.NO;
  }

  @Override
  public CompletableFuture<Boolean> tenant(BrokerRequest request, TenantOperation operation) {
    AuthenticationDataSource data = request.data();
    if (HiddenBody.of(operation, data)) {
      String principal = ProxyRules.actingPrincipal(request.role(), data);
      answers.recordRefusal(request.call(), principal, data);
      return Enforcement.NO;
    }
    return READING.contains(operation.name())
        ? unlessMissing(request, answer(request))
        : answer(request);
  }

  /**
   * Who may create tenants may know that one is not there; asked for itself, the broker says so.
   */
  private CompletableFuture<Boolean> unlessMissing(
      BrokerRequest request, CompletableFuture<Boolean> answer) {
    ResourceName on = request.call().resource();
    String principal = ProxyRules.actingPrincipal(request.role(), request.data());
    if (answer != Enforcement.NO
        || resources == null
        || on.tenant() == null
        || !answers.wouldAllow(CREATE, cluster, principal, null, answers.origin(request.data()))) {
      return answer;
    }
    CompletableFuture<Boolean> exists =
        resources.getTenantResources().tenantExistsAsync(on.tenant());
    return exists.thenApply(
        there -> {
          if (!there && on.namespace() != null) {
            throw new RestException(404, "Tenant does not exist");
          }
          return !there;
        });
  }

  @Override
  public CompletableFuture<Boolean> namespace(
      BrokerRequest request, NamespaceName namespace, NamespaceOperation operation) {
    String role = request.role();
    AuthenticationDataSource data = request.data();
    if (proxies.passes(role, data)) {
      return Enforcement.pass();
    }
    boolean hidden =
        operation == NamespaceOperation.CREATE_TOPIC && enforcement.mayNameSource(data);
    if (hidden || !NamespaceSubscription.of(operation, data).certain()) {
      return demandSuperUser(request);
    }
    boolean allowed = enforcement.allows(request.call(), role, data);
    if (allowed) {
      grants.noteAllowed(namespace, operation, role, data);
    }
    return unlessMissing(request, allowed ? Enforcement.YES : Enforcement.NO);
  }

  @Override
  public CompletableFuture<Boolean> namespacePolicy(
      BrokerRequest request, PolicyName policy, PolicyOperation operation) {
    return enforcement.isModeThatNobodyPassesOn(policy, operation, request.data())
        ? Enforcement.NO
        : unlessMissing(request, answer(request));
  }

  @Override
  public CompletableFuture<Boolean> topicPolicy(
      BrokerRequest request, PolicyName policy, PolicyOperation operation) {
    boolean hidden =
        policy == PolicyName.SHADOW_TOPIC
            && operation == PolicyOperation.WRITE
            && enforcement.mayNameSource(request.data());
    return hidden ? demandSuperUser(request) : answer(request);
  }

  private CompletableFuture<Boolean> demandSuperUser(BrokerRequest request) {
    BrokerCall call = calls.superUser(request.call().operation());
    return enforcement.answer(call, request.role(), request.data());
  }

  @Override
  public CompletableFuture<Boolean> consume(
      TopicName topic, String role, AuthenticationDataSource data, String subscription) {
    return topics.consume(topic, role, data, subscription);
  }

  @Override
  public CompletableFuture<Boolean> lookUp(
      TopicName topic, String role, AuthenticationDataSource data) {
    return topics.lookUp(topic, role, data);
  }

  @Override
  public CompletableFuture<Boolean> topic(
      TopicName topic, String role, TopicOperation operation, AuthenticationDataSource data) {
    return topics.operation(topic, role, operation, data);
  }

  @Override
  public <T> CompletableFuture<T> permissions(
      Function<GrantCalls, CompletableFuture<T>> centerCall,
      Function<AuthorizationProvider, CompletableFuture<T>> nativeCall) {
    return centerCall.apply(grants);
  }

  @Override
  public void close() {
    if (fallback != null) {
      fallback.close();
    }
  }
}
