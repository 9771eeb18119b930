package io.github.pulsarusercenter.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.client.ChangeStream;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that keeps {@link CurrentRights} equal to the center: a snapshot first, then
 * the change feed; a gap, a reset or a broken feed leads back to a snapshot. Whatever goes wrong,
 * the last good rights stay in force and it tries again.
 */
public final class SnapshotRefresher implements AutoCloseable {
  /** Told of each failure, for the metric. */
  public interface FailureCounter {
    void refreshFailed();
  }

  private static final Logger log = LoggerFactory.getLogger(SnapshotRefresher.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LOG_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final UserCenterClient client;
  private final CurrentRights rights;
  private final SnapshotStore store;
  private final String cluster;
  private final FailureCounter failures;
  private final CenterTime time;
  private final LongSupplier nanos;
  private final long patienceMillis;
  private final Backoff backoff = new Backoff(() -> ThreadLocalRandom.current().nextDouble());
  private final Thread thread = new Thread(this::run, "user-center-refresher");
  private volatile Consumer<JsonNode> whenAsked = question -> {};
  private volatile ChangeStream feed;
  private volatile boolean closed;
  private boolean snapshotWanted;
  private long failureLoggedAt;
  private String failureLogged;

  /**
   * @param patienceMillis how long the feed may be silent; the center says something every 10 s
   * @param time told what the feed says of it
   * @param nanos a clock that never jumps
   */
  public SnapshotRefresher(
      UserCenterClient client,
      CurrentRights rights,
      SnapshotFile file,
      String cluster,
      FailureCounter failures,
      long patienceMillis,
      CenterTime time,
      LongSupplier nanos) {
    this.client = client;
    this.rights = rights;
    this.store = new SnapshotStore(file, rights, time, nanos);
    this.cluster = cluster;
    this.failures = failures;
    this.patienceMillis = patienceMillis;
    this.time = time;
    this.nanos = nanos;
    thread.setDaemon(true);
  }

  /** Puts the stored rights in force and starts the thread. Does not wait for the center. */
  public void start() {
    store.load();
    snapshotWanted = rights.view() == null;
    thread.start();
  }

  /**
   * @param asked given the center's questions about live connections; must not block
   */
  public void whenAsked(Consumer<JsonNode> asked) {
    whenAsked = asked;
  }

  /** Called every second by the scheduler. */
  public void tick() {
    rights.checkAge();
    store.writeIfDue();
  }

  /** Drops the feed, so that it is opened again: for a center that talks but sends no changes. */
  public void reconnect() {
    ChangeStream current = feed;
    if (current != null) {
      current.close();
    }
  }

  private void run() {
    while (!closed) {
      try {
        if (snapshotWanted) {
          takeSnapshot();
        }
        follow();
      } catch (InterruptedException e) {
        return;
      } catch (IOException | SnapshotGapException | RuntimeException e) {
        failed(e);
      }
      pause(backoff.nextMillis());
    }
  }

  private void takeSnapshot() throws IOException, InterruptedException {
    Optional<JsonNode> answer = client.snapshot(rights.revision());
    if (answer.isPresent()) {
      PermissionSnapshot fresh = PermissionSnapshot.parse(answer.get());
      if (!cluster.equals(fresh.cluster())) {
        throw new IOException(
            "the center's snapshot is for cluster %s, this broker is in %s: check userCenterCluster and the credential"
                .formatted(fresh.cluster(), cluster));
      }
      if (!rights.replace(fresh, 0)) {
        throw new IOException(
            "the center's revision %d is OLDER than revision %d in force here (restored from a backup?); the newer one is kept. To accept the older one, stop the broker and delete the stored snapshot"
                .formatted(fresh.revision(), rights.revision()));
      }
      log.info("Decides on revision {}, a fresh snapshot", fresh.revision());
    }
    rights.confirmed();
    snapshotWanted = false;
  }

  /** Follows the feed until a reset; ends with an exception when the feed breaks. */
  private void follow() throws IOException, InterruptedException, SnapshotGapException {
    try (ChangeStream stream = client.changes(rights.revision())) {
      feed = stream;
      while (!closed) {
        ChangeStream.Frame frame = stream.next(patienceMillis);
        if (frame.event().equals("reset")) {
          snapshotWanted = true;
          return;
        }
        if (frame.event().equals("delta")) {
          apply(JSON.readTree(frame.data()));
        } else if (frame.event().equals("time")) {
          time.stated(JSON.readTree(frame.data()).path("time").asLong());
        } else if (frame.event().equals("connections")) {
          whenAsked.accept(JSON.readTree(frame.data()));
        }
        backoff.reset();
        rights.confirmed();
      }
    } finally {
      feed = null;
    }
  }

  private void apply(JsonNode delta) throws SnapshotGapException {
    PermissionSnapshot before = rights.snapshot();
    PermissionSnapshot after = before.apply(delta);
    if (after != before) {
      rights.replace(after, 0, before.touchedBy(delta));
    }
  }

  private void failed(Exception e) {
    if (closed) {
      return;
    }
    failures.refreshFailed();
    // After a failure of what was received (not of the line), only a snapshot is sure to be right.
    boolean badContent = !(e instanceof IOException) || e instanceof JsonProcessingException;
    snapshotWanted |= badContent || rights.view() == null;
    log(String.valueOf(e.getMessage()));
  }

  /** Once a minute while nothing changes, at once when something else goes wrong. */
  private void log(String failure) {
    long now = nanos.getAsLong();
    if (!failure.equals(failureLogged) || now - failureLoggedAt >= LOG_PAUSE_NANOS) {
      failureLoggedAt = now;
      failureLogged = failure;
      log.error(
          "The user center can't be followed ({}); revision {} stays in force, trying again",
          failure,
          rights.revision());
    }
  }

  private void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }

  /** Writes the rights in force to the disk, if they are not there yet. */
  public void storeNow() {
    store.writeNow();
  }

  @Override
  public void close() {
    closed = true;
    reconnect();
    thread.interrupt();
    try {
      thread.join(2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    store.writeNow();
  }
}
