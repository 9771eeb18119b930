package io.github.pulsarusercenter.permissions;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.resources.NamespaceResources;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.AuthAction;
import org.apache.pulsar.common.policies.data.Policies;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulsar's own lists of who may use a topic. They give nothing while the plugin decides, but a
 * broker that goes back to observing decides by them. So a deleted topic is taken out of them, as
 * Pulsar's own provider does it.
 */
public record NativeLists(NamespaceResources namespaces) {
  private static final Logger log = LoggerFactory.getLogger(NativeLists.class);

  /** Writes only if the topic is listed. Never fails: Pulsar would then not delete the topic. */
  public CompletableFuture<Void> forget(String topic) {
    return CompletableFuture.completedFuture(topic)
        .thenApply(name -> TopicName.get(name).getNamespaceObject())
        .thenCompose(namespace -> forget(namespace, topic))
        .exceptionally(
            failure -> {
              log.warn("Pulsar's own permissions on a deleted topic stay listed", failure);
              return null;
            });
  }

  private CompletableFuture<Void> forget(NamespaceName namespace, String topic) {
    return namespaces
        .getPoliciesAsync(namespace)
        .thenCompose(
            found ->
                found.isPresent() && lists(found.get()).containsKey(topic)
                    ? namespaces.setPoliciesAsync(namespace, policies -> without(policies, topic))
                    : CompletableFuture.completedFuture(null));
  }

  private static Policies without(Policies policies, String topic) {
    lists(policies).remove(topic);
    return policies;
  }

  private static Map<String, Map<String, Set<AuthAction>>> lists(Policies policies) {
    return policies.auth_policies.getTopicAuthentication();
  }
}
