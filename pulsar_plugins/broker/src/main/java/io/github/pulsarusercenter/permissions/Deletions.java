package io.github.pulsarusercenter.permissions;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.disk.SnapshotFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.pulsar.metadata.api.Notification;
import org.apache.pulsar.metadata.api.NotificationType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to the center what was deleted at this broker, so that the rights there end. Until this
 * broker enforces that, those rights do not count, and the report stays on disk. So a new place
 * never gets the rights of a deleted one, even if the center does not answer or the broker
 * restarts.
 *
 * <p>The caller's thread only queues. One of the plugin's threads at a time sends the reports in
 * order; a report at which the center fails goes to the end.
 */
public final class Deletions {
  private record Deletion(
      DeletedPlace place, LongSupplier agoMillis, CompletableFuture<Void> reported) {}

  private static final Logger log = LoggerFactory.getLogger(Deletions.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_IN_A_BATCH = 100;
  private static final int MOST_WAITING = 100_000;

  /** A deletion is delayed no longer than this, whatever the center does. */
  private static final int LONGEST_SECONDS = 5;

  private final UserCenterClient client;
  private final Executor threads;
  private final CurrentRights rights;
  private final OwnChanges enforced;
  private final SnapshotFile file;
  private final LongSupplier clock;
  private final LongSupplier time;
  private final Queue<Deletion> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final AtomicBoolean sending = new AtomicBoolean();
  private volatile boolean warned;
  private List<Deletion> stored = List.of();
  private volatile Function<String, CompletableFuture<Void>> nativeLists =
      topic -> CompletableFuture.completedFuture(null);

  /**
   * @param file where what waits outlives the broker
   * @param clock in ms, never jumps
   * @param time epoch ms, for what another run of the broker has left
   */
  public Deletions(
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
      for (JsonNode place : document.path("places")) {
        long at = document.path("time").asLong() - place.path("ago_ms").asLong();
        waiting.add(
            new Deletion(
                new DeletedPlace(place.path("type").asText(), place.path("name").asText()),
                () -> Math.max(0, time.getAsLong() - at),
                new CompletableFuture<>()));
      }
    } catch (NoSuchFileException e) {
      log.trace("Nothing was deleted yet");
    } catch (IOException | RuntimeException e) {
      log.error("The stored deletions are refused, the user center has to compare", e);
    }
    keep();
  }

  /** Stores the waiting reports, withholds the rights there, and returns the reports. */
  private synchronized List<Deletion> keep() {
    List<Deletion> pending = List.copyOf(waiting);
    if (pending.equals(stored)) {
      return pending;
    }
    rights.withhold(
        pending.stream().map(deletion -> deletion.place().name()).collect(Collectors.toSet()));
    try {
      file.writeDeletions(JSON.writeValueAsBytes(body(pending).put("time", time.getAsLong())));
      stored = pending;
    } catch (IOException e) { // tried again in a second
      log.error("Deletions are not stored, and would be lost with this broker: {}", e.getMessage());
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
  public CompletableFuture<Void> report(DeletedPlace place) {
    long at = clock.getAsLong();
    Deletion deletion =
        new Deletion(place, () -> clock.getAsLong() - at, new CompletableFuture<>());
    if (!waiting.offer(deletion)) {
      log.warn("Too many deletions wait for the user center: it has to compare");
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
    try {
      written = CompletableFuture.runAsync(this::keep, threads);
    } catch (RejectedExecutionException e) {
      keep(); // the plugin's threads are busy, or end
    }
    send();
    CompletableFuture<Void> forgotten =
        place.type().equals("topic")
            ? nativeLists.apply(place.name())
            : CompletableFuture.completedFuture(null);
    return CompletableFuture.allOf(written, deletion.reported(), forgotten)
        .exceptionally(failure -> null)
        .completeOnTimeout(null, LONGEST_SECONDS, SECONDS);
  }

  /** For the store of namespaces: reports tenants, namespaces and partitioned topics. */
  public void onChange(Notification change) {
    DeletedPlace place =
        change.getType() == NotificationType.Deleted ? DeletedPlace.at(change.getPath()) : null;
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
      for (List<Deletion> pending = keep(); accepted && !pending.isEmpty(); pending = keep()) {
        accepted = sendBatch(pending.subList(0, Math.min(pending.size(), MOST_IN_A_BATCH)));
        if (!accepted) {
          pending.forEach(
              deletion -> deletion.reported().complete(null)); // nobody waits for them any longer
        }
      }
    } finally {
      sending.set(false);
    }
    if (accepted) {
      send(); // for reports that came meanwhile
    }
  }

  private boolean sendBatch(List<Deletion> batch) {
    try {
      long revision = client.deletions(body(batch));
      enforced.reached(revision).completeOnTimeout(null, LONGEST_SECONDS, SECONDS).join();
      if (rights.revision() < revision) {
        return false; // sent again, which ends nothing more
      }
    } catch (CenterException e) {
      boolean failed = e.status() / 100 != 4 || e.status() == 401 || e.status() == 429;
      // What is wrong with one must not hide the others.
      if (batch.size() > 1 && (e.status() == 500 || !(failed || e.status() == 404))) {
        return batch.stream().allMatch(deletion -> sendBatch(List.of(deletion)));
      }
      if (e.status() == 500 && waiting.offer(batch.get(0))) {
        waiting.remove(); // it is the last one now
      }
      if (failed) {
        return failed(e);
      }
      log.warn(
          "The user center takes no reports of deletions; it has to compare: {}", e.getMessage());
    } catch (IOException | RuntimeException e) {
      return failed(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(e);
    }
    warned = false;
    batch.forEach(deletion -> waiting.remove());
    keep();
    batch.forEach(deletion -> deletion.reported().complete(null));
    return true;
  }

  /** Notes a failure; the reports are sent again. */
  private boolean failed(Exception why) {
    if (!warned) {
      log.warn("The user center was not told of deletions yet: {}", why.getMessage());
    }
    warned = true;
    return false;
  }

  private ObjectNode body(List<Deletion> batch) {
    ObjectNode body = JSON.createObjectNode();
    ArrayNode places = body.putArray("places");
    for (Deletion deletion : batch) {
      ObjectNode place = places.addObject().put("ago_ms", deletion.agoMillis().getAsLong());
      place.put("type", deletion.place().type()).put("name", deletion.place().name());
    }
    return body;
  }
}
