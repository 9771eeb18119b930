package io.github.pulsarusercenter.snapshot.rights;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a snapshot or a delta: the records that are set, and the keys of those that are
 * gone. Filled by {@link ChangesReader}.
 */
final class Changes {
  static final int FORMAT = 1;

  /** With rules about subscriptions. A plugin that does not know them refuses it, and denies. */
  static final int RULED_FORMAT = 2;

  final List<UserRights> users = new ArrayList<>();
  final List<Grant> grants = new ArrayList<>();
  final List<String> invalid = new ArrayList<>();
  final List<JsonNode> keys = new ArrayList<>();
  final List<RevokedToken> revoked = new ArrayList<>();
  final List<SubscriptionRules> subscriptionRules = new ArrayList<>();
  final List<String> goneUsers = new ArrayList<>();
  final List<Long> goneGrants = new ArrayList<>();
  final List<String> goneInvalid = new ArrayList<>();
  final List<String> goneKeys = new ArrayList<>();
  final List<String> goneRevoked = new ArrayList<>();
  final List<String> goneSubscriptionRules = new ArrayList<>();
  Long format;

  /** True when something set here is limited to networks. */
  boolean networks;

  String cluster;
  String epoch;
  String mark;
  Long revision;
  Long after;

  /** The networks of something that is set; null for none. */
  NetworkList networks(List<String> names) {
    networks |= names != null;
    return NetworkList.of(names);
  }

  /** Refuses content that is no whole snapshot. */
  void demandWhole() {
    if (format != null && format != FORMAT && format != RULED_FORMAT) {
      throw new IllegalArgumentException(
          "Snapshot format "
              + format
              + " is unknown; this plugin reads "
              + FORMAT
              + " and "
              + RULED_FORMAT
              + ".");
    }
    if (cluster == null || revision == null) {
      throw new IllegalArgumentException("The snapshot names no cluster or no revision.");
    }
  }

  /**
   * True when it is a delta that leads on from there; false when it is contained already.
   *
   * @throws SnapshotGapException when a delta before it was missed
   * @throws IllegalArgumentException with a sentence, when it is not a delta
   */
  boolean leadsOnFrom(RightsPosition position) throws SnapshotGapException {
    if (after == null || revision == null) {
      throw new IllegalArgumentException(
          "The delta names no revision that it follows or leads to.");
    }
    if (revision <= position.revision()) {
      return false;
    }
    if (after > position.revision()) {
      throw new SnapshotGapException(after, position.revision());
    }
    if (position.isOtherEpoch(epoch)) {
      throw new IllegalArgumentException("The delta is of another epoch.");
    }
    return true;
  }
}
