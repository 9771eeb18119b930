package io.github.pulsarusercenter.events;

import io.github.pulsarusercenter.decision.ResourceName;

/** How access events name a resource: {@code cluster/tenant/namespace/topic}. */
public final class ResourcePath {
  private static final String PERSISTENT = "persistent://";

  private final String cluster;
  private final String prefix;

  public ResourcePath(String cluster) {
    this.cluster = cluster;
    this.prefix = cluster + "/";
  }

  /** The path, or null for no (valid) resource. */
  public String path(ResourceName resource) {
    return null;
  }

  /** The type's name, or null for no (valid) resource. */
  public String type(ResourceName resource) {
    return null;
  }
}
