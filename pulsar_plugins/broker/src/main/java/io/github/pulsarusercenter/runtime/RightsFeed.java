package io.github.pulsarusercenter.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.current.WindowTimer;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import io.github.pulsarusercenter.snapshot.following.SnapshotRefresher;
import java.io.IOException;
import java.util.function.Consumer;

/** Puts the center's rights and its time in force, and opens and closes windows. */
final class RightsFeed {
  private static final long FEED_PATIENCE_MILLIS = 30_000;

  final CenterTime time = new CenterTime(System::nanoTime, System::currentTimeMillis);
  final UserCenterClient client;
  final CurrentRights rights;
  final SnapshotRefresher refresher;
  final SnapshotFile file;
  final WindowTimer windows;

  RightsFeed(PluginSettings settings) throws IOException {
    ClusterCredential credential = new ClusterCredential(settings.credentialFile());
    client = new UserCenterClient(settings, credential, time::accept);
    DecisionOptions options =
        new DecisionOptions(
            settings.subscriptionTopics(), settings.listForTopicHolders(), settings.listTenants());
    rights =
        new CurrentRights(
            new DecisionEngine(options), settings.snapshotMaxAgeSeconds(), System::nanoTime, time);
    windows = new WindowTimer(rights);
    file = new SnapshotFile(settings.snapshotFile(), settings.cluster(), credential);
    refresher =
        new SnapshotRefresher(
            client,
            rights,
            file,
            settings.cluster(),
            PluginMetrics::refreshFailed,
            FEED_PATIENCE_MILLIS,
            time,
            System::nanoTime);
  }

  /**
   * Puts the stored rights in force and follows the center.
   *
   * @param listener called with the center's questions about live connections; must not block
   */
  void start(Consumer<JsonNode> listener) {
    refresher.onConnectionQuestion(listener);
    refresher.start();
  }

  /** Opens and closes windows at their edges. */
  void startWindows() {
    time.whenMoved(windows::wake);
    windows.start();
  }

  void tick() {
    refresher.tick();
    time.tick();
  }
}
