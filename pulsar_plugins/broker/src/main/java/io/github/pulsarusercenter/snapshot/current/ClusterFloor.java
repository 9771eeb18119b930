package io.github.pulsarusercenter.snapshot.current;

import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.common.util.FutureUtil;
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
  public static final RightsPosition UNKNOWN = new RightsPosition(null, Long.MAX_VALUE, null);

  static final String PATH = "/pulsar-user-center/enforced";
  private static final int MOST_ATTEMPTS = 20;

  private final MetadataStore store;
  private volatile RightsPosition recorded = RightsPosition.NOWHERE;

  public ClusterFloor(MetadataStore store) {
    this.store = store;
  }

  /** What the store holds now; empty when no broker has recorded one yet. */
  public CompletableFuture<Optional<RightsPosition>> read() {
    return store
        .sync(PATH)
        .thenCompose(current -> store.get(PATH))
        .thenApply(found -> found.map(ClusterFloor::parse));
  }

  /** Completes when the store is known to hold at least this position. */
  public CompletableFuture<Void> raise(RightsPosition position) {
    return raise(position, MOST_ATTEMPTS);
  }

  /** Whether the store is known to hold this position, so that it may be reported. */
  public boolean isKnownToHold(RightsPosition position) {
    return covers(recorded, position);
  }

  /** Whether rights at {@code position} contain all changes up to {@code other}. */
  static boolean covers(RightsPosition position, RightsPosition other) {
    return Objects.equals(position.epoch(), other.epoch())
        && position.revision() >= other.revision();
  }

  private CompletableFuture<Void> raise(RightsPosition position, int attempts) {
    if (covers(recorded, position)) {
      return CompletableFuture.completedFuture(null);
    }
    return store
        .get(PATH)
        .thenCompose(found -> put(position, found))
        .handle((done, failure) -> failure)
        .thenCompose(
            failure ->
                failure == null
                    ? CompletableFuture.completedFuture(null)
                    : retry(position, failure, attempts));
  }

  private CompletableFuture<Void> put(RightsPosition position, Optional<GetResult> found) {
    RightsPosition stored = found.map(ClusterFloor::parse).orElse(null);
    if (stored != null && covers(stored, position)) {
      remember(stored);
      return CompletableFuture.completedFuture(null);
    }
    long version = found.map(each -> each.getStat().getVersion()).orElse(-1L);
    String line = position.revision() + " " + Objects.requireNonNullElse(position.epoch(), "");
    return store
        .put(PATH, line.getBytes(StandardCharsets.US_ASCII), Optional.of(version))
        .thenAccept(written -> remember(position));
  }

  private CompletableFuture<Void> retry(RightsPosition position, Throwable failure, int attempts) {
    Throwable cause = FutureUtil.unwrapCompletionException(failure);
    // Another broker was quicker: all brokers learn of a change at the same time.
    return cause instanceof BadVersionException && attempts > 1
        ? raise(position, attempts - 1)
        : CompletableFuture.failedFuture(cause);
  }

  private synchronized void remember(RightsPosition position) {
    if (!covers(recorded, position)) {
      recorded = position;
    }
  }

  private static RightsPosition parse(GetResult found) {
    String[] parts = new String(found.getValue(), StandardCharsets.US_ASCII).split(" ", 2);
    String epoch = parts.length < 2 || parts[1].isBlank() ? null : parts[1].trim();
    return new RightsPosition(epoch, Long.parseLong(parts[0].trim()), null);
  }
}
