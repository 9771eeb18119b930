package io.github.pulsarusercenter.snapshot.rights;

import io.github.pulsarusercenter.vocabulary.ResourceName;

/**
 * What a grant is on. Grants on one resource share one: its name is stored once, however many there
 * are.
 *
 * @param type the resource's type number
 */
record Place(int type, String name, boolean canonical) {

  /** Another spelling of a name (a partition, say) never counts: it must not widen a right. */
  static Place of(int type, String name) {
    boolean canonical =
        type >= ResourceName.ROOT
            && type <= ResourceName.TOPIC
            && ResourceName.of(type, name).name().equals(name);
    return new Place(type, name, canonical);
  }
}
