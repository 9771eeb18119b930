package io.github.pulsarusercenter;

import io.github.pulsarusercenter.answers.OldRetryTopics;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.permissions.NativeLists;
import io.github.pulsarusercenter.permissions.OwnChanges;
import io.github.pulsarusercenter.permissions.PermissionCalls;
import io.github.pulsarusercenter.questions.BrokerQuestions;
import io.github.pulsarusercenter.questions.GrantCalls;
import io.github.pulsarusercenter.questions.NamespaceSubscription;
import io.github.pulsarusercenter.questions.Targets;
import io.github.pulsarusercenter.questions.TenantAdminCall;
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
import org.apache.pulsar.broker.resources.NamespaceResources;
import org.apache.pulsar.broker.resources.PulsarResources;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.TenantInfo;

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
public final class UserCenterAuthorizationProvider extends TopicProvider {
  private PluginRuntime runtime;

  @Override
  public void initialize(ServiceConfiguration conf, PulsarResources resources) throws IOException {
    runtime = PluginRuntime.acquire(conf);
    targets = new Targets(runtime.settings().cluster(), conf.getClusterName());
    answers = runtime.answers(conf::getSuperUserRoles);
    oldRetryTopics = new OldRetryTopics(answers);
    httpUsers = runtime.httpUsers();
    proxies = new ProxyRules(conf::getProxyRoles, conf::getSuperUserRoles);
    intercepting = runtime::watchesConnections;
    OwnChanges enforced = new OwnChanges(runtime.rights()::revision, runtime.threads());
    grants =
        new GrantCalls(
            new PermissionCalls(runtime.client(), runtime.threads(), enforced),
            OwnRole.of(conf, runtime.settings().cluster()),
            runtime.monotonicMillis());
    followDeletions(resources);
    if (runtime.isObserving()) {
      nativeProvider = NativeProvider.load(runtime.settings().nativeProvider(), conf, resources);
    } else if (resources != null) {
      fallback =
          new PolicyRewrite(
              runtime.rights(),
              answers,
              namespace ->
                  resources
                      .getNamespaceResources()
                      .setPoliciesAsync(namespace, policies -> policies),
              () -> !runtime.watchesConnections());
      runtime.everySecond(fallback::recheck);
      resources
          .getLocalMetadataStore()
          .ifPresent(store -> runtime.enforced().recordIn(new ClusterFloor(store)));
    }
  }

  /** Also while observing, so that no right comes back when the plugin begins to decide. */
  private void followDeletions(PulsarResources resources) {
    deletions = runtime.deletions();
    if (resources != null) {
      NamespaceResources namespaces = resources.getNamespaceResources();
      isPartitioned = namespaces.getPartitionedTopicResources()::partitionedTopicExistsAsync;
      deletions.forgetIn(new NativeLists(namespaces)::forget);
      resources
          .getConfigurationMetadataStore()
          .ifPresent(store -> store.registerListener(deletions::onChange));
    }
  }

  @Override
  public CompletableFuture<Boolean> isSuperUser(
      String role, AuthenticationDataSource data, ServiceConfiguration configuration) {
    ResourceName cluster = targets.cluster(null);
    if (nativeProvider != null) {
      CompletableFuture<Boolean> answer = nativeProvider.isSuperUser(role, data, configuration);
      return answers.observe(
          BrokerQuestions.SUPER_USER, "SUPER_USER", cluster, role, null, data, answer);
    }
    boolean allowed =
        answers.allows(BrokerQuestions.SUPER_USER, "SUPER_USER", cluster, role, null, data);
    // Behind a proxy Pulsar asks about the proxy and the original principal. The original principal
    // acts.
    if (allowed && !proxies.isProxy(role)) {
      grants.noteAdministrator(null, role, data);
    }
    return allowed ? YES : NO;
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
    String principal = proxies.isProxy(role) ? ProxyRules.originalPrincipal(data) : role;
    TenantAdminCall call = TenantAdminCall.of(tenant, SignInData.of(data));
    if (nativeProvider != null) {
      CompletableFuture<Boolean> answer = nativeProvider.isTenantAdmin(tenant, role, info, data);
      return answers.observe(
          call.question(), "TENANT_ADMIN", call.on(), principal, null, data, answer);
    }
    boolean allowed =
        answers.allows(call.question(), "TENANT_ADMIN", call.on(), principal, null, data);
    if (allowed) {
      grants.noteAdministrator(tenant, principal, data);
    }
    return allowed ? YES : NO;
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
    if (nativeProvider != null || proxies.passes(role, data)) {
      return ask(
          question,
          operation.name(),
          on,
          role,
          subscription.name(),
          data,
          provider -> provider.allowNamespaceOperationAsync(namespace, role, operation, data));
    }
    boolean hidden = operation == NamespaceOperation.CREATE_TOPIC && mayNameSource(data);
    if (hidden || !subscription.certain()) {
      return askSuperUser(operation.name(), role, data);
    }
    boolean allowed =
        answers.allows(question, operation.name(), on, role, subscription.name(), data);
    if (allowed) {
      grants.noteAllowed(namespace, operation, role, data);
    }
    return allowed ? YES : NO;
  }

  @Override
  public void close() throws IOException {
    if (nativeProvider != null) {
      nativeProvider.close();
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
