package io.github.pulsarusercenter;

import io.github.pulsarusercenter.permissions.DeletedPlace;
import io.github.pulsarusercenter.permissions.Deletions;
import io.github.pulsarusercenter.questions.GrantCalls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
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
  Deletions deletions;

  /** Whether a topic has partitions now. */
  Function<TopicName, CompletableFuture<Boolean>> isPartitioned =
      topic -> CompletableFuture.completedFuture(false);

  /**
   * The native provider, which answers while the plugin only observes; null while the plugin
   * answers.
   */
  AuthorizationProvider nativeProvider;

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      NamespaceName namespace, Set<AuthAction> actions, String role, String authDataJson) {
    return nativeProvider != null
        ? nativeProvider.grantPermissionAsync(namespace, actions, role, authDataJson)
        : grants.grant(namespace, actions, role);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(
      TopicName topic, Set<AuthAction> actions, String role, String authDataJson) {
    return nativeProvider != null
        ? nativeProvider.grantPermissionAsync(topic, actions, role, authDataJson)
        : grants.grant(topic, actions, role);
  }

  @Override
  public CompletableFuture<Void> grantPermissionAsync(List<GrantTopicPermissionOptions> options) {
    return nativeProvider != null
        ? nativeProvider.grantPermissionAsync(options)
        : grants.grant(options);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(NamespaceName namespace, String role) {
    return nativeProvider != null
        ? nativeProvider.revokePermissionAsync(namespace, role)
        : grants.revoke(namespace, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(TopicName topic, String role) {
    return nativeProvider != null
        ? nativeProvider.revokePermissionAsync(topic, role)
        : grants.revoke(topic, role);
  }

  @Override
  public CompletableFuture<Void> revokePermissionAsync(List<RevokeTopicPermissionOptions> options) {
    return nativeProvider != null
        ? nativeProvider.revokePermissionAsync(options)
        : grants.revoke(options);
  }

  @Override
  public CompletableFuture<Void> grantSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, Set<String> roles, String authDataJson) {
    return nativeProvider != null
        ? nativeProvider.grantSubscriptionPermissionAsync(
            namespace, subscription, roles, authDataJson)
        : grants.grantSubscription(namespace, subscription, roles);
  }

  @Override
  public CompletableFuture<Void> revokeSubscriptionPermissionAsync(
      NamespaceName namespace, String subscription, String role, String authDataJson) {
    return nativeProvider != null
        ? nativeProvider.revokeSubscriptionPermissionAsync(
            namespace, subscription, role, authDataJson)
        : grants.revokeSubscription(namespace, subscription, role);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(TopicName topic) {
    return nativeProvider != null ? nativeProvider.getPermissionsAsync(topic) : grants.list(topic);
  }

  @Override
  public CompletableFuture<Map<String, Set<AuthAction>>> getPermissionsAsync(
      NamespaceName namespace) {
    return nativeProvider != null
        ? nativeProvider.getPermissionsAsync(namespace)
        : grants.list(namespace);
  }

  @Override
  public CompletableFuture<Map<String, Set<String>>> getSubscriptionPermissionsAsync(
      NamespaceName namespace) {
    return nativeProvider != null
        ? nativeProvider.getSubscriptionPermissionsAsync(namespace)
        : grants.listSubscriptions(namespace);
  }

  /**
   * Called by Pulsar from 4.0 on just before it removes a topic that nobody is connected to any
   * more. Pulsar also calls it for a partitioned topic whose deletion it may yet refuse, and for
   * each partition; the deletion of such a topic is read from its node in the metadata.
   */
  @Override
  public CompletableFuture<Void> removePermissionsAsync(TopicName topic) {
    CompletableFuture<Void> reported =
        topic.isPartitioned()
            ? CompletableFuture.completedFuture(null)
            : isPartitioned
                .apply(topic)
                .exceptionally(failure -> false)
                .thenCompose(
                    partitioned ->
                        partitioned
                            ? CompletableFuture.completedFuture(null)
                            : deletions.report(DeletedPlace.topic(topic.toString())));
    return nativeProvider != null
        ? reported.thenCompose(done -> nativeProvider.removePermissionsAsync(topic))
        : reported;
  }
}
