package io.github.pulsarusercenter.events;

import io.github.pulsarusercenter.decision.ResourceName;

/** How access events name a resource: {@code cluster/tenant/namespace/topic}. */
public final class ResourcePath {
  private static final String PERSISTENT = "persistent://";
  private static final String[] TYPES = {"root", "cluster", "tenant", "namespace", "topic"};
  private static final int CLUSTER = 1;

  private final String prefix;

  /**
   * @param cluster this cluster's name in the center
   */
  public ResourcePath(String cluster) {
    this.prefix = cluster + "/";
  }

  /** The path, or null for a malformed name. Partition suffixes are gone already. */
  public String path(ResourceName resource) {
    if (resource.malformed()) {
      return null;
    }
    String name = resource.name();
    if (resource.type() <= CLUSTER) {
      return name;
    }
    return prefix + (name.startsWith(PERSISTENT) ? name.substring(PERSISTENT.length()) : name);
  }

  /** The type's name, or null for a malformed name. */
  public String type(ResourceName resource) {
    return resource.malformed() ? null : TYPES[resource.type()];
  }
}
