package io.github.pulsarusercenter.heartbeat;

import io.github.pulsarusercenter.snapshot.current.ClusterFloor;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
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
  private final Supplier<RightsPosition> localPosition;
  private final Runnable report;
  private volatile ClusterFloor floor;
  private volatile RightsPosition recorded = RightsPosition.NOWHERE;

  /**
   * @param localPosition the position that everything open in this broker complies with
   * @param report reports {@link #position()} to the center
   */
  public EnforcedRevision(
      CurrentRights rights, Supplier<RightsPosition> localPosition, Runnable report) {
    this.rights = rights;
    this.localPosition = localPosition;
    this.report = report;
  }

  /** The position that may be reported now. */
  public RightsPosition position() {
    RightsPosition enforced = localPosition.get();
    ClusterFloor clusterFloor = floor;
    if (clusterFloor == null || clusterFloor.isKnownToHold(enforced)) {
      recorded = enforced;
    } else if (rights.isHeard()) {
      // The last write to the store failed: try again.
      changed();
    }
    return recorded;
  }

  /** Called when a newer revision is enforced here: records it in the store, then reports it. */
  public void changed() {
    ClusterFloor clusterFloor = floor;
    // Rights from the disk may belong to an epoch that is over, so they change nothing in the
    // store.
    if (clusterFloor == null || !rights.isHeard()) {
      report.run();
      return;
    }
    RightsPosition enforced = localPosition.get();
    clusterFloor
        .raise(enforced)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                report.run();
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
   * Records revisions in this store from now on. By its present value, rights from the disk may or
   * may not decide before the center confirms them.
   */
  public void recordIn(ClusterFloor clusterFloor) {
    try {
      Optional<RightsPosition> reached = clusterFloor.read().get(READ_SECONDS, TimeUnit.SECONDS);
      reached.ifPresent(rights::mustReach);
    } catch (ExecutionException | TimeoutException e) {
      log.error("The metadata store does not say what this cluster enforces", e);
      rights.mustReach(ClusterFloor.UNKNOWN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      rights.mustReach(ClusterFloor.UNKNOWN);
    }
    floor = clusterFloor;
    changed();
  }
}
