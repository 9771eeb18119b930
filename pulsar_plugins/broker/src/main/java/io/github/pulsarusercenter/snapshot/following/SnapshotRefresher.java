package io.github.pulsarusercenter.snapshot.following;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.client.ChangeFeed;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import io.github.pulsarusercenter.snapshot.disk.SnapshotStore;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import io.github.pulsarusercenter.snapshot.rights.SnapshotGapException;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon thread that keeps {@link CurrentRights} equal to the center: first a snapshot, then
 * the change feed. A gap, a reset or an unreadable delta leads back to a snapshot; a broken feed is
 * opened again. Whatever fails, the last good rights stay in force and the thread tries again.
 */
public final class SnapshotRefresher implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SnapshotRefresher.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  /** How long the feed may take for its first frame; the center greets at once. */
  private static final long GREETING_MILLIS = 12_000;

  /**
   * How long the feed may be silent when there is another address: shorter than three of the
   * center's 10 s intervals.
   */
  private static final long PATIENCE_WITH_OTHERS_MILLIS = 16_000;

  private final UserCenterClient client;
  private final CurrentRights rights;
  private final SnapshotStore store;
  private final String cluster;
  private final Runnable failures;
  private final CenterTime time;
  private final CenterHistory history;
  private final FailureLog failureLog;
  private final Pauses pauses;
  private final long patienceMillis;
  private final Thread thread = new Thread(this::run, "user-center-refresher");
  private volatile Consumer<JsonNode> onConnectionQuestion = question -> {};
  private volatile ChangeFeed feed;
  private volatile boolean closed;
  private boolean snapshotWanted;

  /**
   * @param failures called for each failure, for the metric
   * @param patienceMillis how long the feed may be silent; the center sends a frame every 10 s
   * @param time given the times that the feed states
   * @param nanos a clock that never jumps
   */
  public SnapshotRefresher(
      UserCenterClient client,
      CurrentRights rights,
      SnapshotFile file,
      String cluster,
      Runnable failures,
      long patienceMillis,
      CenterTime time,
      LongSupplier nanos) {
    this.client = client;
    this.rights = rights;
    this.store = new SnapshotStore(file, rights, time, nanos);
    this.cluster = cluster;
    this.failures = failures;
    this.patienceMillis =
        client.addresses() == 1
            ? patienceMillis
            : Math.min(patienceMillis, PATIENCE_WITH_OTHERS_MILLIS);
    this.time = time;
    this.history = new CenterHistory(client, rights);
    this.failureLog = new FailureLog(log, nanos);
    this.pauses = new Pauses(client.addresses());
    thread.setDaemon(true);
  }

  /** Puts the stored rights in force and starts the thread. Does not wait for the center. */
  public void start() {
    store.load();
    snapshotWanted = rights.view() == null;
    thread.start();
  }

  /**
   * @param listener called with the center's questions about live connections; must not block
   */
  public void onConnectionQuestion(Consumer<JsonNode> listener) {
    onConnectionQuestion = listener;
  }

  /** Called every second by the scheduler. */
  public void tick() {
    rights.checkAge();
    ChangeFeed current = feed;
    if (current != null && !current.source().equals(client.address())) {
      // Other calls have switched to another address: this one may have stalled.
      reconnect();
    }
  }

  /**
   * Closes the feed, so that it is opened again, and ends a pause. Needed when the center answers
   * but the feed brings no changes.
   */
  public void reconnect() {
    pauses.wake();
    ChangeFeed current = feed;
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
      } catch (IOException | SnapshotGapException | RuntimeException | Error e) {
        failed(e);
      }
      pause();
    }
  }

  private void takeSnapshot() throws IOException, InterruptedException {
    RightsPosition inForce = rights.position();
    URI source = client.address();
    Optional<PermissionSnapshot> answer =
        client.snapshot(
            inForce.tag(),
            PermissionSnapshot.NEWEST_FORMAT,
            in -> PermissionSnapshot.read(in, cluster));
    if (answer.isPresent()) {
      PermissionSnapshot fresh = answer.get();
      String epoch = fresh.position().epoch();
      if (!history.continuesIn(epoch)) {
        snapshotWanted = false;
        throw new IOException("the center is in another epoch; asking whether it follows ours");
      }
      if (!rights.replace(fresh, 0)) {
        // The next attempt opens the feed, which is cheap; a snapshot may be large.
        snapshotWanted = false;
        throw history.behind(source, fresh.revision());
      }
      store.replaced(inForce, fresh.position());
      if (inForce.isOtherEpoch(fresh.position().epoch())) {
        log.warn(
            "The center has begun a new epoch: revision {} is replaced by its revision {}",
            inForce.revision(),
            fresh.revision());
      } else {
        log.info("Decides on revision {}, a fresh snapshot", fresh.revision());
      }
    }
    rights.confirmed();
    snapshotWanted = false;
  }

  /** Follows the feed until a reset; ends with an exception when the feed breaks. */
  private void follow() throws IOException, InterruptedException, SnapshotGapException {
    RightsPosition inForce = rights.position();
    history.reset();
    try (ChangeFeed stream =
        client.changes(
            inForce.revision(),
            inForce.epoch(),
            inForce.mark(),
            PermissionSnapshot.NEWEST_FORMAT)) {
      feed = stream;
      long patience = Math.min(patienceMillis, GREETING_MILLIS);
      while (!closed && !client.mayLink(stream) && handle(stream, stream.next(patience))) {
        patience = patienceMillis;
      }
    } catch (IOException e) {
      switchAddress(feed, e);
      throw e;
    } finally {
      feed = null;
    }
  }

  /** False when a snapshot is needed. */
  private boolean handle(ChangeFeed stream, ChangeFeed.Frame frame)
      throws IOException, SnapshotGapException {
    switch (frame.event()) {
      case "hello" ->
          snapshotWanted = history.acceptGreeting(stream.source(), JSON.readTree(frame.data()));
      case "reset" -> snapshotWanted = true;
      case "delta" -> apply(frame.data());
      case "time" -> time.accept(JSON.readTree(frame.data()).path("time").asLong());
      case "connections" -> onConnectionQuestion.accept(JSON.readTree(frame.data()));
      default -> log.trace("An event of a newer center: {}", frame.event());
    }
    if (!snapshotWanted && history.isReached()) {
      pauses.reset();
      rights.confirmed();
      failureLog.heard(rights.revision());
    }
    return !snapshotWanted;
  }

  private void switchAddress(ChangeFeed stream, IOException why) {
    boolean refused = why instanceof CenterException answer && answer.status() < 500;
    if (stream != null && !closed && !refused) {
      client.failed(stream.source(), String.valueOf(why.getMessage()));
    }
  }

  private void apply(String text) throws IOException, SnapshotGapException {
    JsonNode delta = JSON.readTree(text);
    PermissionSnapshot before = rights.snapshot();
    PermissionSnapshot after = before.apply(delta);
    if (after != before) {
      rights.replace(after, 0, before.scopeOf(delta));
      store.changed(text, before.position(), after.position());
    }
    history.noteRevision(after.revision());
  }

  private void failed(Throwable e) {
    if (closed) {
      return;
    }
    failures.run();
    // After an error in the content (not in the connection) only a snapshot is certain to be right.
    boolean badContent = !(e instanceof IOException) || e instanceof JsonProcessingException;
    snapshotWanted |= badContent || rights.view() == null;
    failureLog.failed(String.valueOf(e.getMessage()), rights.revision());
  }

  private void pause() {
    try {
      pauses.pause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }

  /** Writes the rights in force to the disk, if they are not stored yet. */
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
    store.close();
  }
}
