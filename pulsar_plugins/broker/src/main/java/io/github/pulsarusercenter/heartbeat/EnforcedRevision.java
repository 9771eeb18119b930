package io.github.pulsarusercenter.heartbeat;

import io.github.pulsarusercenter.snapshot.current.ClusterFloor;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.Standing;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The revision that is reported to the center as enforced. Everything that is open here complies
 * with it, and the cluster's metadata store has it, so that a broker that missed it and starts
 * without the center decides nothing (decision 0025).
 */
public final class EnforcedRevision {
  private static final Logger log = LoggerFactory.getLogger(EnforcedRevision.class);
  private static final long READ_SECONDS = 20;

  private final CurrentRights rights;
  private final Supplier<Standing> here;
  private final Runnable tell;
  private volatile ClusterFloor floor;
  private volatile Standing recorded = Standing.NOWHERE;

  /**
   * @param here the standing that everything open in this broker complies with
   * @param tell reports {@link #standing()} to the center
   */
  public EnforcedRevision(CurrentRights rights, Supplier<Standing> here, Runnable tell) {
    this.rights = rights;
    this.here = here;
    this.tell = tell;
  }

  /** The standing that may be reported now. */
  public Standing standing() {
    Standing enforced = here.get();
    ClusterFloor kept = floor;
    if (kept == null || kept.isKnownToHold(enforced)) {
      recorded = enforced;
    } else if (rights.isHeard()) {
      // The last write to the store failed: try again.
      changed();
    }
    return recorded;
  }

  /** Called when a newer revision is enforced here: records it in the store, then reports it. */
  public void changed() {
    ClusterFloor kept = floor;
    // Rights from the disk may belong to an epoch that is over, so they change nothing in the
    // store.
    if (kept == null || !rights.isHeard()) {
      tell.run();
      return;
    }
    Standing enforced = here.get();
    kept.raise(enforced)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                tell.run();
              } else {
                log.warn(
                    "Revision {} is not reported to the center yet, the metadata store did not take"
                        + " it: {}",
                    enforced.revision(),
                    failure.getMessage());
              }
            });
  }

  /**
   * Records revisions in this store from now on. Its present value tells whether rights from the
   * disk may decide before the center is heard.
   */
  public void keep(ClusterFloor kept) {
    try {
      Optional<Standing> reached = kept.read().get(READ_SECONDS, TimeUnit.SECONDS);
      reached.ifPresent(rights::mustReach);
    } catch (ExecutionException | TimeoutException e) {
      log.error("The metadata store does not say what this cluster enforces", e);
      rights.mustReach(ClusterFloor.UNKNOWN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      rights.mustReach(ClusterFloor.UNKNOWN);
    }
    floor = kept;
    changed();
  }
}
