package io.github.pulsarusercenter.questions;

import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.pulsar.common.naming.NamespaceName;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.NamespaceOperation;
import org.apache.pulsar.common.policies.data.TenantOperation;

/**
 * Turns Pulsar's names into our resources. Remembers topic names, so that a repeated question costs
 * one look-up.
 */
public final class Targets {
  private static final int MOST_REMEMBERED = 100_000;

  private final ResourceName cluster;
  private final String brokerCluster;
  private final ConcurrentMap<String, ResourceName> topics = new ConcurrentHashMap<>();

  /**
   * @param cluster this cluster's name in the center
   * @param brokerCluster the broker's own clusterName
   */
  public Targets(String cluster, String brokerCluster) {
    this.cluster = ResourceName.cluster(cluster);
    this.brokerCluster = brokerCluster;
  }

  /** Never fails: a malformed name is denied by the decision as MALFORMED_NAME. */
  public ResourceName topic(TopicName topic) {
    String name = topic.toString();
    ResourceName known = topics.get(name);
    if (known != null) {
      return known;
    }
    // Not its partitioned name: of that, a second suffix would be removed.
    ResourceName fresh = ResourceName.topic(name);
    if (!fresh.malformed()) {
      if (topics.size() >= MOST_REMEMBERED) {
        topics.clear();
      }
      topics.put(name, fresh);
    }
    return fresh;
  }

  public ResourceName namespace(NamespaceName namespace) {
    return ResourceName.namespace(namespace.toString());
  }

  ResourceName tenant(String tenant) {
    return ResourceName.tenant(tenant);
  }

  /** This cluster when the broker names none or itself; else the named cluster. */
  public ResourceName cluster(String name) {
    boolean isOwnCluster =
        name == null || name.isBlank() || name.equals("*") || name.equals(brokerCluster);
    return isOwnCluster ? cluster : ResourceName.cluster(name);
  }

  public ResourceName tenantOperation(String tenant, TenantOperation operation, SignInData data) {
    // By name: brokers before 4.0.2 do not have these constants.
    switch (operation.name()) {
      case "CREATE_TENANT", "LIST_TENANTS":
        return cluster;
      case "CREATE_NAMESPACE":
        return namespaceIn(tenant, HttpTarget.createdNamespace(data, tenant));
      case "DELETE_NAMESPACE":
        return namespaceIn(tenant, HttpTarget.deletedNamespace(data, tenant));
      default:
        return tenant(tenant);
    }
  }

  private ResourceName namespaceIn(String tenant, String namespace) {
    return namespace == null ? tenant(tenant) : ResourceName.namespace(namespace);
  }

  public ResourceName namespaceOperation(
      NamespaceName namespace, NamespaceOperation operation, SignInData data) {
    String topic =
        switch (operation) {
          case CREATE_TOPIC -> HttpTarget.createdTopic(data, namespace.toString());
          case DELETE_TOPIC -> HttpTarget.deletedTopic(data, namespace.toString());
          default -> null;
        };
    return topic == null ? namespace(namespace) : ResourceName.topic(topic);
  }
}
