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
 * Which revision the center may count on: it holds for everything that is open here, and stands in
 * the cluster's metadata store, so that a broker that missed it and starts without the center
 * decides nothing.
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
   * @param here what holds for everything that is open in this broker
   * @param tell has the center told what {@link #standing()} is
   */
  public EnforcedRevision(CurrentRights rights, Supplier<Standing> here, Runnable tell) {
    this.rights = rights;
    this.here = here;
    this.tell = tell;
  }

  /** What the center may be told now. */
  public Standing standing() {
    Standing enforced = here.get();
    ClusterFloor kept = floor;
    if (kept == null || kept.isKnownToHold(enforced)) {
      recorded = enforced;
    } else if (rights.isHeard()) {
      // The store did not take it the last time.
      changed();
    }
    return recorded;
  }

  /** A newer revision holds here: has it recorded, then told. */
  public void changed() {
    ClusterFloor kept = floor;
    // What comes from the disk may be of an epoch that is over: it changes nothing in the store.
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
   * Records everything in this store from now on. What it holds already tells whether the stored
   * rights may decide before the center has spoken.
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
