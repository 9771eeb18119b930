package io.github.pulsarusercenter.snapshot.current;

import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.CachedDecisions;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.snapshot.rights.ChangeScope;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rights in force in this broker and the time since the center confirmed them. Reading costs
 * one volatile read. Within an epoch the revision never goes back. When a window of a grant opens
 * or closes, the same rights are put in force again for that moment.
 */
public final class CurrentRights {
  /** Called after the rights in force have changed, on the thread that changed them. */
  public interface Listener {
    /**
     * @param after the rights in force now; never null
     */
    void rightsChanged(RightsView after);

    /**
     * The same, with the users and resources that the change concerns.
     *
     * @param scope what the change concerns; all other rights are the same
     */
    default void rightsChanged(RightsView after, ChangeScope scope) {
      rightsChanged(after);
    }

    /** Called after a window of a grant has opened or closed under the same rights. */
    default void timePassed() {}
  }

  private static final Logger log = LoggerFactory.getLogger(CurrentRights.class);

  private final DecisionEngine engine;
  private final long maxAgeNanos;
  private final LongSupplier nanos;
  private final CenterTime time;
  private final AtomicReference<RightsView> view = new AtomicReference<>();
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private volatile long confirmedAtNanos;
  private volatile boolean tooOld;

  /** True when the rights come from the disk and are older than what the cluster enforces. */
  private volatile boolean belowFloor;

  private volatile boolean heard;
  private int era;

  /**
   * @param nanos a monotonic clock, such as System.nanoTime: a wrong wall clock must not change the
   *     age of the rights
   * @param time the time by which windows of grants open and close
   */
  public CurrentRights(
      DecisionEngine engine, long maxAgeSeconds, LongSupplier nanos, CenterTime time) {
    this.engine = engine;
    this.maxAgeNanos = TimeUnit.SECONDS.toNanos(maxAgeSeconds);
    this.nanos = nanos;
    this.time = time;
  }

  public void addListener(Listener listener) {
    listeners.add(listener);
  }

  public void removeListener(Listener listener) {
    listeners.remove(listener);
  }

  /** The rights in force, or null when none have ever been received. */
  public RightsView view() {
    return view.get();
  }

  /** The snapshot in force, or null when none has ever been received. */
  public PermissionSnapshot snapshot() {
    RightsView current = view.get();
    return current == null ? null : current.snapshot();
  }

  /** The revision in force, 0 when there is none. */
  public long revision() {
    PermissionSnapshot current = snapshot();
    return current == null ? 0 : current.revision();
  }

  /** The epoch, revision and mark of the rights in force. */
  public RightsPosition position() {
    PermissionSnapshot current = snapshot();
    return current == null ? RightsPosition.NOWHERE : current.position();
  }

  public boolean isTooOld() {
    return tooOld;
  }

  /** Seconds since the center last confirmed the rights in force; -1 when there are none. */
  public double ageSeconds() {
    return view.get() == null ? -1 : (nanos.getAsLong() - confirmedAtNanos) / 1e9;
  }

  /** When the center last confirmed the rights in force, on the clock that never jumps. */
  public long confirmedAtNanos() {
    return confirmedAtNanos;
  }

  /** Called when the center has confirmed that the rights in force are the newest. */
  public void confirmed() {
    heard = true;
    belowFloor = false;
    confirmed(0);
  }

  /** Whether the center has confirmed rights since this broker started. */
  public boolean isHeard() {
    return heard;
  }

  /**
   * Demands the position that the cluster enforces. With older rights from the disk everything is
   * denied until the center has confirmed that the rights in force are the newest; to receive newer
   * ones is not enough. Has no effect after the center's first confirmation.
   */
  public synchronized void mustReach(RightsPosition required) {
    if (heard || view.get() == null || ClusterFloor.covers(position(), required)) {
      return;
    }
    belowFloor = true;
    log.error(
        "The stored rights are of revision {}, this cluster enforces {}: everything is denied until"
            + " the user center has sent newer ones",
        revision(),
        required);
    checkAge();
  }

  /**
   * @param ageMillis how long ago the center confirmed the rights
   */
  public void confirmed(long ageMillis) {
    confirmedAtNanos = nanos.getAsLong() - TimeUnit.MILLISECONDS.toNanos(ageMillis);
    checkAge();
  }

  /** Called every second; cheap. */
  public void checkAge() {
    boolean old = nanos.getAsLong() - confirmedAtNanos > maxAgeNanos;
    boolean now = view.get() != null && (old || belowFloor);
    if (now == tooOld) {
      return;
    }
    tooOld = now;
    if (now) {
      notifyListeners(view.get(), ChangeScope.EVERYTHING);
    }
    if (old) {
      log.error(
          "No contact with the user center for {} s (userCenterSnapshotMaxAgeSeconds): everything is"
              + " denied until it is back",
          TimeUnit.NANOSECONDS.toSeconds(maxAgeNanos));
    } else if (!now) {
      log.info("The user center is back, revision {}", revision());
    }
  }

  /**
   * Puts a newer snapshot in force.
   *
   * @param ageMillis how long ago the center confirmed it
   * @return false when its revision is lower than the one in force in the same epoch, which then
   *     stays
   */
  public boolean replace(PermissionSnapshot next, long ageMillis) {
    return replace(next, ageMillis, ChangeScope.EVERYTHING);
  }

  /**
   * The same, when it is known what the change concerns.
   *
   * @param scope what may differ from the snapshot in force
   */
  public boolean replace(PermissionSnapshot next, long ageMillis, ChangeScope scope) {
    RightsView after;
    synchronized (this) {
      RightsView before = view.get();
      if (before != null && wouldGoBack(before.snapshot().position(), next.position())) {
        return false;
      }
      int current = time.era();
      long now = time.getAsLong();
      if (before != null && current == era) {
        now = Math.max(now, before.time());
      }
      era = current;
      after = before == null ? newView(next, now) : before.movedTo(next, now);
      view.set(after);
    }
    confirmed(ageMillis);
    notifyListeners(after, scope);
    return true;
  }

  private RightsView newView(PermissionSnapshot next, long now) {
    return new RightsView(next, new CachedDecisions(engine, next), 0, 0).at(now);
  }

  /** From now on, grants on these places, and below them, do not count; those on all others do. */
  public void withhold(Set<String> places) {
    RightsView after;
    synchronized (this) {
      engine.withhold(places);
      RightsView before = view.get();
      if (before == null) {
        return;
      }
      after = newView(before.snapshot(), before.time());
      view.set(after);
    }
    notifyListeners(after, new ChangeScope(false, Set.of(), Set.of(), places, false));
  }

  private static boolean wouldGoBack(RightsPosition before, RightsPosition next) {
    return next.revision() < before.revision() && !before.isOtherEpoch(next.epoch());
  }

  /**
   * Applies all windows that have opened or closed by now.
   *
   * @return milliseconds until the next window opens or closes; Long.MAX_VALUE when there is none
   */
  public long passTime() {
    long now;
    synchronized (this) {
      RightsView before = view.get();
      if (before == null) {
        return Long.MAX_VALUE;
      }
      int current = time.era();
      now = time.getAsLong();
      if (now < before.nextEdge() && current == era) {
        return untilNext(before, now);
      }
      era = current;
      view.set(before.at(now));
    }
    for (Listener listener : listeners) {
      try {
        listener.timePassed();
      } catch (RuntimeException | Error e) {
        log.error("A listener failed when a window opened or closed", e);
      }
    }
    return untilNext(view.get(), now);
  }

  private static long untilNext(RightsView view, long now) {
    return view.nextEdge() == Long.MAX_VALUE ? Long.MAX_VALUE : view.nextEdge() - now;
  }

  private void notifyListeners(RightsView after, ChangeScope scope) {
    for (Listener listener : listeners) {
      try {
        listener.rightsChanged(after, scope);
      } catch (RuntimeException | Error e) {
        log.error("A listener failed on revision {}", after.snapshot().revision(), e);
      }
    }
  }
}
