package io.github.pulsarusercenter.snapshot;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.pulsar.metadata.api.GetResult;
import org.apache.pulsar.metadata.api.MetadataStore;
import org.apache.pulsar.metadata.api.MetadataStoreException.BadVersionException;

/**
 * The newest revision that any broker of this cluster has told the center it enforces, kept in
 * Pulsar's own metadata store. A broker that starts with older rights on its disk missed something
 * that may have been confirmed meanwhile, and finds that out here without the center.
 *
 * <p>A broker raises the floor before it tells the center; so whatever is confirmed stands here. A
 * revision only counts within its epoch.
 */
public final class ClusterFloor {
  /** Where rights are: a revision of an epoch (empty: the center names none). */
  public record Mark(String epoch, long revision) {
    /** Whether rights at this mark contain everything that those at the other one do. */
    boolean covers(Mark other) {
      return epoch.equals(other.epoch) && revision >= other.revision;
    }
  }

  static final String PATH = "/pulsar-user-center/enforced";
  private static final int MOST_ATTEMPTS = 20;

  private final MetadataStore store;
  private volatile Mark recorded = new Mark("", 0);

  public ClusterFloor(MetadataStore store) {
    this.store = store;
  }

  /** The mark that the store holds now; empty when no broker has recorded one yet. */
  public CompletableFuture<Optional<Mark>> read() {
    return store
        .sync(PATH)
        .thenCompose(current -> store.get(PATH))
        .thenApply(found -> found.map(ClusterFloor::parse));
  }

  /** Completes when the store is known to hold at least this mark. */
  public CompletableFuture<Void> raise(Mark mark) {
    return raise(mark, MOST_ATTEMPTS);
  }

  /** The revision of this epoch that the store is known to hold; nothing above it may be told. */
  public long recorded(String epoch) {
    Mark known = recorded;
    return known.epoch().equals(epoch) ? known.revision() : 0;
  }

  private CompletableFuture<Void> raise(Mark mark, int attempts) {
    if (recorded.covers(mark)) {
      return CompletableFuture.completedFuture(null);
    }
    return store
        .get(PATH)
        .thenCompose(found -> put(mark, found))
        .handle((done, failure) -> failure == null ? done : again(mark, failure, attempts))
        .thenCompose(next -> next);
  }

  /** Answers what is left to do after the write. */
  private CompletableFuture<CompletableFuture<Void>> put(Mark mark, Optional<GetResult> found) {
    CompletableFuture<Void> nothing = CompletableFuture.completedFuture(null);
    Optional<Mark> there = found.map(ClusterFloor::parse);
    if (there.isPresent() && there.get().covers(mark)) {
      know(there.get());
      return CompletableFuture.completedFuture(nothing);
    }
    long version = found.map(each -> each.getStat().getVersion()).orElse(-1L);
    String line = mark.revision() + " " + mark.epoch();
    return store
        .put(PATH, line.getBytes(StandardCharsets.US_ASCII), Optional.of(version))
        .thenApply(
            written -> {
              know(mark);
              return nothing;
            });
  }

  private CompletableFuture<Void> again(Mark mark, Throwable failure, int attempts) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    // Another broker was quicker, as all of them hear of a change at the same time.
    return cause instanceof BadVersionException && attempts > 1
        ? raise(mark, attempts - 1)
        : CompletableFuture.failedFuture(cause);
  }

  private synchronized void know(Mark mark) {
    if (!recorded.covers(mark)) {
      recorded = mark;
    }
  }

  private static Mark parse(GetResult found) {
    String[] parts = new String(found.getValue(), StandardCharsets.US_ASCII).split(" ", 2);
    return new Mark(parts.length < 2 ? "" : parts[1].trim(), Long.parseLong(parts[0].trim()));
  }
}
