package io.github.pulsarusercenter.snapshot.rights;

import io.github.pulsarusercenter.vocabulary.ResourceName;

/**
 * The resource of a grant. Grants on one resource share one object, so that its name is stored
 * once.
 *
 * @param type the resource's type number
 * @param canonical false for another spelling of a name, which never counts
 */
record Place(int type, String name, boolean canonical) {

  /** A non-canonical name, such as that of a partition, must not widen a right. */
  static Place of(int type, String name) {
    boolean canonical =
        type >= ResourceName.ROOT
            && type <= ResourceName.TOPIC
            && ResourceName.of(type, name).name().equals(name);
    return new Place(type, name, canonical);
  }
}
