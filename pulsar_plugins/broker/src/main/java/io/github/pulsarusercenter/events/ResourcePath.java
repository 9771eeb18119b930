package io.github.pulsarusercenter.events;

import io.github.pulsarusercenter.vocabulary.ResourceName;

/** How access events name a resource: {@code cluster/tenant/namespace/topic}. */
public final class ResourcePath {
  private static final String PERSISTENT = "persistent://";
  private static final int CLUSTER = 1;
  private static final int LONGEST_MALFORMED = 512;

  private final String prefix;

  /**
   * @param cluster this cluster's name in the center
   */
  public ResourcePath(String cluster) {
    this.prefix = cluster + "/";
  }

  /**
   * The path, without a partition suffix. A malformed name (such as the old four-part topic of the
   * broker's own health check) is written as given, cut to 512 characters.
   */
  public String path(ResourceName resource) {
    String name = resource.malformed() ? shortened(resource.text()) : resource.name();
    if (name == null || resource.type() <= CLUSTER) {
      return name;
    }
    return prefix + (name.startsWith(PERSISTENT) ? name.substring(PERSISTENT.length()) : name);
  }

  /** The type's name. */
  public String type(ResourceName resource) {
    return ResourceName.TYPES.get(resource.type());
  }

  private static String shortened(String text) {
    boolean tooLong = text != null && text.length() > LONGEST_MALFORMED;
    return tooLong ? text.substring(0, LONGEST_MALFORMED) : text;
  }
}
