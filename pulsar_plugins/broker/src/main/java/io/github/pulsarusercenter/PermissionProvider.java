package io.github.pulsarusercenter;

import io.github.pulsarusercenter.questions.GrantCalls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.authorization.AuthorizationProvider;
import org.apache.pulsar.client.admin.GrantTopicPermissionOptions;
import org.apache.pulsar.client.admin.RevokeTopicPermissionOptions;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.AuthAction;

/**
 * The permission calls of pulsar-admin. They become grants at the center, in the caller's name.
 * While the plugin only observes, they go to the native provider.
 */
abstract class PermissionProvider implements AuthorizationProvider {
  GrantCalls grants;

  /**
   * The native provider, which answers while the plugin only observes; null while the plugin
   * answers.
   */
  AuthorizationProvider observed;

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      NamespaceName namespace, Set<AuthAction> actions, String role, String authDataJson) {
    return observed != null
        ? observed.grantPermissionAsync(namespace, actions, role, authDataJson)
        : grants.grant(namespace, actions, role);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      TopicName topic, Set<AuthAction> actions, String role, String authDataJson) {
    return observed != null
        ? observed.grantPermissionAsync(topic, actions, role, authDataJson)
        : grants.grant(topic, actions, role);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(List<GrantTopicPermissionOptions> options) {
    return observed != null ? observed.grantPermissionAsync(options) : grants.grant(options);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(NamespaceName namespace, String role) {
    return observed != null
        ? observed.revokePermissionAsync(namespace, role)
        : grants.revoke(namespace, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(TopicName topic, String role) {
    return observed != null
        ? observed.revokePermissionAsync(topic, role)
        : grants.revoke(topic, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(List<RevokeTopicPermissionOptions> options) {
    return observed != null ? observed.revokePermissionAsync(options) : grants.revoke(options);
  }

  @Override
  public CompletableFuture<Void> grantSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, Set<String> roles, String authDataJson) {
    return observed != null
        ? observed.grantSubscriptionPermissionAsync(namespace, subscription, roles, authDataJson)
        : grants.grantSubscription(namespace, subscription, roles);
  }

  @Override
  public CompletableFuture<Void> revokeSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, String role, String authDataJson) {
    return observed != null
        ? observed.revokeSubscriptionPermissionAsync(namespace, subscription, role, authDataJson)
        : grants.revokeSubscription(namespace, subscription, role);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(TopicName topic) {
    return observed != null ? observed.getPermissionsAsync(topic) : grants.list(topic);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(
      NamespaceName namespace) {
    return observed != null ? observed.getPermissionsAsync(namespace) : grants.list(namespace);
  }

  @Override
  public CompletableFuture<Map<String, Set<String>>> getSubscriptionPermissionsAsync(
      NamespaceName namespace) {
    return observed != null
        ? observed.getSubscriptionPermissionsAsync(namespace)
        : grants.listSubscriptions(namespace);
  }

  /**
   * Does nothing: the center removes a deleted topic's grants, because it knows when a topic is
   * gone for good.
   */
  @Override
  public CompletableFuture<Void> removePermissionsAsync(TopicName topic) {
    return observed != null
        ? observed.removePermissionsAsync(topic)
        : CompletableFuture.completedFuture(null);
  }
}
