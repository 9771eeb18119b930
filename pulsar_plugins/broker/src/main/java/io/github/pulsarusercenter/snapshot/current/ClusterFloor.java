package io.github.pulsarusercenter.snapshot.current;

import io.github.pulsarusercenter.snapshot.rights.Standing;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.pulsar.metadata.api.GetResult;
import org.apache.pulsar.metadata.api.MetadataStore;
import org.apache.pulsar.metadata.api.MetadataStoreException.BadVersionException;

/**
 * The newest revision that any broker of this cluster has reported to the center as enforced, kept
 * in Pulsar's metadata store (decision 0025). A broker that starts with older rights on its disk
 * has missed changes that may be confirmed. It learns that here, without the center.
 *
 * <p>A broker raises the floor before it reports to the center, so every confirmed revision is
 * here. A revision only counts within its epoch.
 */
public final class ClusterFloor {
  /** A floor that no rights reach, used when the store can't be read. */
  public static final Standing UNKNOWN = new Standing(null, Long.MAX_VALUE, null);

  static final String PATH = "/pulsar-user-center/enforced";
  private static final int MOST_ATTEMPTS = 20;

  private final MetadataStore store;
  private volatile Standing recorded = Standing.NOWHERE;

  public ClusterFloor(MetadataStore store) {
    this.store = store;
  }

  /** What the store holds now; empty when no broker has recorded one yet. */
  public CompletableFuture<Optional<Standing>> read() {
    return store
        .sync(PATH)
        .thenCompose(current -> store.get(PATH))
        .thenApply(found -> found.map(ClusterFloor::parse));
  }

  /** Completes when the store is known to hold at least this standing. */
  public CompletableFuture<Void> raise(Standing standing) {
    return raise(standing, MOST_ATTEMPTS);
  }

  /** Whether the store is known to hold this standing, so that it may be reported. */
  public boolean isKnownToHold(Standing standing) {
    return covers(recorded, standing);
  }

  /** Whether rights of standing {@code one} contain all changes of standing {@code other}. */
  static boolean covers(Standing standing, Standing other) {
    return Objects.equals(standing.epoch(), other.epoch())
        && standing.revision() >= other.revision();
  }

  private CompletableFuture<Void> raise(Standing standing, int attempts) {
    if (covers(recorded, standing)) {
      return CompletableFuture.completedFuture(null);
    }
    return store
        .get(PATH)
        .thenCompose(found -> put(standing, found))
        .handle((done, failure) -> failure)
        .thenCompose(
            failure ->
                failure == null
                    ? CompletableFuture.completedFuture(null)
                    : again(standing, failure, attempts));
  }

  private CompletableFuture<Void> put(Standing standing, Optional<GetResult> found) {
    Standing there = found.map(ClusterFloor::parse).orElse(null);
    if (there != null && covers(there, standing)) {
      know(there);
      return CompletableFuture.completedFuture(null);
    }
    long version = found.map(each -> each.getStat().getVersion()).orElse(-1L);
    String line = standing.revision() + " " + Objects.requireNonNullElse(standing.epoch(), "");
    return store
        .put(PATH, line.getBytes(StandardCharsets.US_ASCII), Optional.of(version))
        .thenAccept(written -> know(standing));
  }

  private CompletableFuture<Void> again(Standing standing, Throwable failure, int attempts) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    // Another broker was quicker: all brokers learn of a change at the same time.
    return cause instanceof BadVersionException && attempts > 1
        ? raise(standing, attempts - 1)
        : CompletableFuture.failedFuture(cause);
  }

  private synchronized void know(Standing standing) {
    if (!covers(recorded, standing)) {
      recorded = standing;
    }
  }

  private static Standing parse(GetResult found) {
    String[] parts = new String(found.getValue(), StandardCharsets.US_ASCII).split(" ", 2);
    String epoch = parts.length < 2 || parts[1].isBlank() ? null : parts[1].trim();
    return new Standing(epoch, Long.parseLong(parts[0].trim()), null);
  }
}
