package io.github.pulsarusercenter.permissions;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.client.CenterException;
import io.github.pulsarusercenter.client.UserCenterClient;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.pulsar.metadata.api.Notification;
import org.apache.pulsar.metadata.api.NotificationType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the center what was deleted at this broker, so that rights there end. Nothing is forgotten
 * while the center does not answer, unless the broker ends: then the center's next comparison finds
 * it.
 *
 * <p>The caller's thread only queues. One of the plugin's threads sends, in order, at most one at a
 * time.
 */
public final class Deletions {
  private record Deletion(DeletedPlace place, long at, CompletableFuture<Void> told) {}

  private static final Logger log = LoggerFactory.getLogger(Deletions.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_AT_ONCE = 100;
  private static final int MOST_WAITING = 100_000;

  /** A deletion is delayed no longer than this, whatever the center does. */
  private static final int LONGEST_SECONDS = 5;

  private final UserCenterClient client;
  private final Executor threads;
  private final OwnChanges enforced;
  private final LongSupplier clock;
  private final Queue<Deletion> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
  private final AtomicBoolean sending = new AtomicBoolean();
  private volatile boolean failing;
  private volatile Function<String, CompletableFuture<Void>> nativeLists =
      topic -> CompletableFuture.completedFuture(null);

  /**
   * @param enforced waits until this broker enforces what the center did
   * @param clock in ms, never jumps
   */
  public Deletions(
      UserCenterClient client, Executor threads, OwnChanges enforced, LongSupplier clock) {
    this.client = client;
    this.threads = threads;
    this.enforced = enforced;
    this.clock = clock;
  }

  /** {@code nativeLists} takes a topic out of Pulsar's own lists; it never fails. */
  public void forgetting(Function<String, CompletableFuture<Void>> nativeLists) {
    this.nativeLists = nativeLists;
  }

  /**
   * Completes when this broker has ended the rights, or the center could not be told now, or after
   * five seconds. Never fails: Pulsar would keep what it was told to delete.
   */
  public CompletableFuture<Void> report(DeletedPlace place) {
    Deletion one = new Deletion(place, clock.getAsLong(), new CompletableFuture<>());
    if (!waiting.offer(one)) {
      log.warn("Too many deletions wait for the user center: it has to compare");
      return CompletableFuture.completedFuture(null);
    }
    send();
    CompletableFuture<Void> forgotten =
        place.type().equals("topic")
            ? nativeLists.apply(place.name())
            : CompletableFuture.completedFuture(null);
    return one.told()
        .thenCombine(forgotten, (told, done) -> done)
        .completeOnTimeout(null, LONGEST_SECONDS, SECONDS);
  }

  /** For the store of namespaces: reports tenants, namespaces and partitioned topics. */
  public void noticed(Notification change) {
    DeletedPlace place =
        change.getType() == NotificationType.Deleted ? DeletedPlace.at(change.getPath()) : null;
    if (place != null) {
      report(place);
    }
  }

  /** Has what waits sent, unless that happens already. */
  public void send() {
    if (waiting.isEmpty() || !sending.compareAndSet(false, true)) {
      return;
    }
    try {
      threads.execute(this::sendAll);
    } catch (RejectedExecutionException e) {
      sending.set(false); // tried again in a second
    }
  }

  private void sendAll() {
    boolean taken = true;
    try {
      while (taken && !waiting.isEmpty()) {
        taken = sendSome(waiting.stream().limit(MOST_AT_ONCE).toList());
      }
    } finally {
      sending.set(false);
    }
    if (taken) {
      send(); // for what came meanwhile
    }
  }

  private boolean sendSome(List<Deletion> some) {
    CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
    try {
      done = enforced.reached(client.deletions(body(some)));
    } catch (CenterException e) {
      if (e.status() / 100 != 4 || e.status() == 401 || e.status() == 429) {
        return kept(some, e);
      }
      if (some.size() > 1 && e.status() != 404) { // what is wrong with one must not hide the others
        return some.stream().allMatch(one -> sendSome(List.of(one)));
      }
      log.warn(
          "The user center takes no reports of deletions; it has to compare: {}", e.getMessage());
    } catch (IOException | RuntimeException e) {
      return kept(some, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return kept(some, e);
    }
    failing = false;
    some.forEach(one -> waiting.remove());
    done.whenComplete((nothing, failure) -> some.forEach(one -> one.told().complete(null)));
    return true;
  }

  /** They are sent again, but nobody waits for them any longer. */
  private boolean kept(List<Deletion> some, Exception why) {
    if (!failing) {
      log.warn("The user center was not told of deletions yet: {}", why.getMessage());
    }
    failing = true;
    some.forEach(one -> one.told().complete(null));
    return false;
  }

  private ObjectNode body(List<Deletion> some) {
    ObjectNode body = JSON.createObjectNode();
    ArrayNode places = body.putArray("places");
    long now = clock.getAsLong();
    for (Deletion one : some) {
      ObjectNode place = places.addObject().put("ago_ms", now - one.at());
      place.put("type", one.place().type()).put("name", one.place().name());
    }
    return body;
  }
}
