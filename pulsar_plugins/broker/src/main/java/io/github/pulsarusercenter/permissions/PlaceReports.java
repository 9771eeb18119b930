package io.github.pulsarusercenter.permissions;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.log.LogText;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.pulsar.metadata.api.Notification;
import org.apache.pulsar.metadata.api.NotificationType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to the center what was deleted at this broker, so that the rights there end, and what was
 * made, so that it is made at the center, too. Until this broker enforces that rights have ended,
 * they do not count. What waits is on disk. So a new place never gets the rights of a deleted one,
 * even if the center does not answer or the broker restarts.
 *
 * <p>The caller's thread only queues. One of the plugin's threads at a time sends the reports in
 * order; a report at which the center fails goes to the end.
 */
public final class PlaceReports {
  private static final Logger log = LoggerFactory.getLogger(PlaceReports.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_IN_A_BATCH = 100;
  private static final int MOST_WAITING = 100_000;

  /** Creations leave room for deletions: rights would outlive one that is not reported. */
  private static final int MOST_WAITING_FOR_CREATION = MOST_WAITING / 2;

  /** A deletion or an answer is delayed no longer than this, whatever the center does. */
  private static final int LONGEST_SECONDS = 5;

  private final UserCenterClient client;
  private final Executor threads;
  private final CurrentRights rights;
  private final OwnChanges enforced;
  private final SnapshotFile file;
  private final LongSupplier clock;
  private final LongSupplier time;
  private final Queue<PlaceReport> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final AtomicBoolean sending = new AtomicBoolean();
  private volatile boolean warned;
  private List<PlaceReport> stored = List.of();
  private volatile Function<String, CompletableFuture<Void>> nativeLists =
      topic -> CompletableFuture.completedFuture(null);

  /**
   * @param file where what waits outlives the broker
   * @param clock in ms, never jumps
   * @param time epoch ms, for what another run of the broker has left
   */
  public PlaceReports(
      UserCenterClient client,
      Executor threads,
      CurrentRights rights,
      SnapshotFile file,
      LongSupplier clock,
      LongSupplier time) {
    this.client = client;
    this.threads = threads;
    this.rights = rights;
    this.enforced = new OwnChanges(rights::revision, threads);
    this.file = file;
    this.clock = clock;
    this.time = time;
  }

  /**
   * Takes over the reports that the last run of the broker has left. Called once, before the
   * broker's first question.
   */
  public void restore() {
    try {
      JsonNode document = JSON.readTree(file.readDeletions());
      long written = document.path("time").asLong();
      for (String list : List.of("places", "reports")) { // places: of older plugins
        document
            .path(list)
            .forEach(report -> waiting.add(PlaceReport.restored(report, written, time)));
      }
    } catch (NoSuchFileException e) {
      log.trace("Nothing was deleted or made yet");
    } catch (IOException | RuntimeException e) {
      log.error("The stored reports are refused, the user center has to compare", e);
    }
    keep();
  }

  /** Stores the waiting reports, withholds the rights there, and returns the reports. */
  private synchronized List<PlaceReport> keep() {
    List<PlaceReport> pending = List.copyOf(waiting);
    if (pending.equals(stored)) {
      return pending;
    }
    rights.withhold(PlaceReport.deleted(pending));
    try {
      ObjectNode document = PlaceReport.body("reports", pending, PlaceReport::stored);
      file.writeDeletions(JSON.writeValueAsBytes(document.put("time", time.getAsLong())));
      stored = pending;
    } catch (IOException e) { // tried again in a second
      log.error("Reports are not stored, and would be lost with this broker: {}", e.getMessage());
    }
    return pending;
  }

  /** {@code nativeLists} takes a topic out of Pulsar's own lists; it never fails. */
  public void forgetIn(Function<String, CompletableFuture<Void>> nativeLists) {
    this.nativeLists = nativeLists;
  }

  /**
   * Completes when this broker has ended the rights, when the report failed, or after five seconds.
   * Never fails: Pulsar would then not delete the place.
   */
  public CompletableFuture<Void> report(ReportedPlace place) {
    CompletableFuture<Void> forgotten =
        place.type().equals("topic")
            ? nativeLists.apply(place.name())
            : CompletableFuture.completedFuture(null);
    return bounded(CompletableFuture.allOf(queue(place, true, null), forgotten));
  }

  /**
   * Reports a place that a call has made or removed. Completes when this broker enforces what the
   * center did about it, when the report failed, or after five seconds. Never fails.
   *
   * @param caller who called, without a name when that is not certain
   */
  public CompletableFuture<Void> reportCall(ReportedPlace place, boolean removed, Caller caller) {
    return bounded(queue(place, removed, caller));
  }

  private static CompletableFuture<Void> bounded(CompletableFuture<Void> reported) {
    return reported
        .exceptionally(failure -> null)
        .completeOnTimeout(null, LONGEST_SECONDS, SECONDS);
  }

  private CompletableFuture<Void> queue(ReportedPlace place, boolean deleted, Caller caller) {
    long at = clock.getAsLong();
    PlaceReport report =
        new PlaceReport(
            place, deleted, caller, () -> clock.getAsLong() - at, new CompletableFuture<>());
    boolean fits = deleted || waiting.size() < MOST_WAITING_FOR_CREATION;
    if (!fits || !waiting.offer(report)) {
      log.warn("Too many reports wait for the user center: it has to compare");
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
    try {
      written = CompletableFuture.runAsync(this::keep, threads);
    } catch (RejectedExecutionException e) {
      keep(); // the plugin's threads are busy, or end
    }
    send();
    return CompletableFuture.allOf(written, report.reported());
  }

  /** For the store of namespaces: reports tenants, namespaces and partitioned topics. */
  public void onChange(Notification change) {
    ReportedPlace place =
        change.getType() == NotificationType.Deleted ? ReportedPlace.at(change.getPath()) : null;
    if (place != null) {
      report(place);
    }
  }

  /** Starts sending the waiting reports, unless that happens already. */
  public void send() {
    if (waiting.isEmpty() || !sending.compareAndSet(false, true)) {
      return;
    }
    try {
      threads.execute(this::sendAll);
    } catch (RejectedExecutionException e) {
      sending.set(false); // tried again in a second, or when the broker starts again
      keep();
    }
  }

  private void sendAll() {
    boolean accepted = true;
    try {
      for (List<PlaceReport> pending = keep(); accepted && !pending.isEmpty(); pending = keep()) {
        accepted = sendFirst(pending);
        if (!accepted) {
          pending.forEach(
              report -> report.reported().complete(null)); // nobody waits for them any longer
        }
      }
    } finally {
      sending.set(false);
    }
    if (accepted) {
      send(); // for reports that came meanwhile
    }
  }

  /**
   * Sends the first reports of one kind: one call cannot carry both, and they stay in order. What
   * was deleted again meanwhile is not reported: its maker's rights would be younger than that.
   */
  private boolean sendFirst(List<PlaceReport> pending) {
    Set<String> deleted = PlaceReport.deleted(pending);
    Predicate<PlaceReport> isOver =
        report -> !report.isOfDeletion() && report.place().isIn(deleted);
    PlaceReport head = pending.get(0);
    List<PlaceReport> batch =
        pending.stream()
            .limit(MOST_IN_A_BATCH)
            .takeWhile(report -> report.isOfDeletion() == head.isOfDeletion())
            .takeWhile(report -> isOver.test(report) == isOver.test(head))
            .toList();
    return isOver.test(head) ? done(batch) : sendBatch(batch);
  }

  private boolean sendBatch(List<PlaceReport> batch) {
    try {
      JsonNode answer =
          batch.get(0).isOfDeletion()
              ? client.deletions(PlaceReport.body("places", batch, PlaceReport::deletion))
              : client.creations(PlaceReport.body("places", batch, PlaceReport::creation));
      long revision = answer.path("revision").asLong();
      enforced.reached(revision).completeOnTimeout(null, LONGEST_SECONDS, SECONDS).join();
      if (rights.revision() < revision) {
        return false; // sent again, which changes nothing more
      }
      answer.path("refused").forEach(PlaceReports::logRefused);
    } catch (CenterException e) {
      boolean failed = e.status() / 100 != 4 || e.status() == 401 || e.status() == 429;
      // What is wrong with one must not hide the others.
      if (batch.size() > 1 && (e.status() == 500 || !(failed || e.status() == 404))) {
        return batch.stream().allMatch(report -> sendBatch(List.of(report)));
      }
      if (e.status() == 500 && waiting.offer(batch.get(0))) {
        waiting.remove(); // it is the last one now
      }
      if (failed) {
        return failed(e);
      }
      log.warn("The user center takes no such reports; it has to compare: {}", e.getMessage());
    } catch (IOException | RuntimeException e) {
      return failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(e);
    }
    warned = false;
    return done(batch);
  }

  private boolean done(List<PlaceReport> batch) {
    batch.forEach(report -> waiting.remove());
    keep();
    batch.forEach(report -> report.reported().complete(null));
    return true;
  }

  /** Notes a failure; the reports are sent again. */
  private boolean failed(Exception why) {
    if (!warned) {
      log.warn(
          "The user center does not know yet what was deleted or made here: {}", why.getMessage());
    }
    warned = true;
    return false;
  }

  private static void logRefused(JsonNode refused) {
    log.warn(
        "The user center does not take over {}, which was made here: {}",
        LogText.of(refused.path("name").asText()),
        LogText.of(refused.path("detail").asText()));
  }
}
