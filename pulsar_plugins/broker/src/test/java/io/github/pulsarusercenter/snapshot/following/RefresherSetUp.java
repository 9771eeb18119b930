package io.github.pulsarusercenter.snapshot.following;

import static io.github.pulsarusercenter.Eventually.eventually;

import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A refresher with a fake center and clocks that the test moves. */
abstract class RefresherSetUp {
  static final long HOUR = 3_600_000;
  @TempDir Path directory;
  final AtomicInteger failures = new AtomicInteger();
  final AtomicLong nanos = new AtomicLong();
  final AtomicLong wall = new AtomicLong(HOUR);
  FakeCenter center;
  CenterTime time;
  CurrentRights rights;
  SnapshotRefresher refresher;

  @BeforeEach
  void begin() throws IOException {
    center = new FakeCenter();
    center.snapshot = Snapshots.json(5);
    prepare(center.url(), 10_000);
  }

  @AfterEach
  void end() {
    refresher.close();
    center.close();
  }

  void prepare(String url, long patience) throws IOException {
    Path file = directory.resolve("credential");
    Files.writeString(file, FakeCenter.CREDENTIAL);
    Map<String, Object> conf =
        Map.of(
            "userCenterUrl",
            url,
            "userCenterCredentialFile",
            file.toString(),
            "userCenterIssuer",
            "i");
    PluginSettings settings = PluginSettings.read(conf::get, "test");
    ClusterCredential credential = new ClusterCredential(file);
    time = new CenterTime(nanos::get, wall::get);
    rights = new CurrentRights(new DecisionEngine(DecisionOptions.DEFAULTS), 60, nanos::get, time);
    refresher =
        new SnapshotRefresher(
            new UserCenterClient(settings, credential, time::accept),
            rights,
            new SnapshotFile(directory.resolve("snapshot.json"), "test", credential),
            "test",
            failures::incrementAndGet,
            patience,
            time,
            nanos::get);
  }

  /** Ends the refresher and the center; returns the center's port. */
  int endBoth() {
    int port = center.port();
    end();
    return port;
  }

  /** Starts a refresher as after a restart of the broker, without a center on the port. */
  void startAlone(int port) throws IOException {
    prepare("http://127.0.0.1:" + port, 10_000);
    refresher.start();
  }

  void startAndWaitFor(long revision) throws InterruptedException {
    refresher.start();
    eventually("revision " + revision, () -> rights.revision() == revision);
  }

  static String at(String epoch, long revision, String mark) {
    String position = "\"epoch\":\"%s\",\"mark\":\"%s\",\"revision\":".formatted(epoch, mark);
    return Snapshots.json(revision).replace("\"revision\":", position);
  }

  /** Sends the delta until it arrives, because a feed that was left may swallow it. */
  void deliver(String delta, long revision) throws InterruptedException {
    eventually(
        "delta",
        () -> {
          if (center.feed.isEmpty()) {
            center.delta(delta, revision);
          }
          return rights.revision() == revision;
        });
  }
}
