package io.github.pulsarusercenter.snapshot.following;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.io.IOException;
import java.net.URI;

/**
 * Compares the rights in force with the history that the center states in its greeting. Used by one
 * thread.
 */
final class CenterHistory {
  private final UserCenterClient client;
  private final CurrentRights rights;

  /** The epoch that, by the center's word, follows the one in force here. */
  private String followingEpoch;

  /**
   * The newest revision by the center's greeting: lower rights are not confirmed. Long.MAX_VALUE
   * before the greeting.
   */
  private long promised;

  CenterHistory(UserCenterClient client, CurrentRights rights) {
    this.client = client;
    this.rights = rights;
  }

  /** Called for a new feed, before its greeting. */
  void reset() {
    promised = Long.MAX_VALUE;
  }

  /**
   * Takes the center's greeting.
   *
   * @return true when the center is in a following epoch, so that a snapshot is needed
   * @throws IOException when the rights in force are not from the center's history
   */
  boolean acceptGreeting(URI source, JsonNode hello) throws IOException {
    RightsPosition inForce = rights.position();
    String epoch = hello.path("epoch").textValue();
    long revision = hello.path("revision").asLong(-1);
    if (inForce.isOtherEpoch(epoch)) {
      if (!hello.path("follows").asBoolean()) {
        // The center was restored to a state before this epoch, and no operator has confirmed that
        // yet.
        throw behind(source, revision);
      }
      followingEpoch = epoch;
      return true;
    }
    if (revision < inForce.revision() || !hello.path("known").asBoolean()) {
      throw behind(source, revision);
    }
    PluginMetrics.centerBehind(false);
    promised = revision;
    return false;
  }

  /** Whether a snapshot of this epoch may replace the rights in force. */
  boolean continuesIn(String epoch) {
    return !rights.position().isOtherEpoch(epoch) || epoch.equals(followingEpoch);
  }

  /** Called after a delta. A center without greetings sends all missed changes in one delta. */
  void noteRevision(long revision) {
    promised = promised == Long.MAX_VALUE ? revision : promised;
  }

  /** Whether the rights in force are as new as the center's were when it greeted. */
  boolean isReached() {
    return rights.revision() >= promised;
  }

  /** The rights in force are not from the center's history; they stay in force. */
  IOException behind(URI source, long revision) {
    PluginMetrics.centerBehind(true);
    String sentence =
        ("The center does not know revision %d, which is in force here; it is at %d. Was a back-up"
                + " restored? Then compare the trail, revoke again what has to be, and run"
                + " `usercenter new-epoch` there")
            .formatted(rights.revision(), revision);
    client.failed(source, sentence);
    return new IOException(sentence);
  }
}
