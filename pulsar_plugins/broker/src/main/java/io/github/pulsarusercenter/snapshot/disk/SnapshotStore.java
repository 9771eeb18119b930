package io.github.pulsarusercenter.snapshot.disk;

import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the rights in force on disk, on its own thread:
 *
 * <ul>
 *   <li>a delta at once, so that a revoked right does not return after the broker was killed;
 *       deltas that come meanwhile are written together
 *   <li>a whole snapshot after a fresh one came, when the rights need another format, or when the
 *       journal has become long
 *   <li>the confirmation and the center's time once a minute, also while the center is away,
 *       because time goes on
 * </ul>
 */
public final class SnapshotStore implements AutoCloseable {
  /**
   * @param delta as the center sent it; null after a fresh snapshot
   */
  private record AppliedChange(String delta, RightsPosition before, RightsPosition after) {}

  private static final Logger log = LoggerFactory.getLogger(SnapshotStore.class);
  private static final long CONFIRM_DELAY_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SnapshotFile file;
  private final CurrentRights rights;
  private final CenterTime time;
  private final LongSupplier nanos;
  private final BlockingQueue<AppliedChange> pending = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "user-center-store");
  private volatile boolean closed;
  private RightsPosition stored;
  private long storedNanos;
  private long confirmedAt;
  private long confirmedNanos;
  private boolean failed;

  /**
   * @param nanos a clock that never jumps
   */
  public SnapshotStore(
      SnapshotFile file, CurrentRights rights, CenterTime time, LongSupplier nanos) {
    this.file = file;
    this.rights = rights;
    this.time = time;
    this.nanos = nanos;
    storedNanos = nanos.getAsLong() - CONFIRM_DELAY_NANOS;
    thread.setDaemon(true);
  }

  /** Puts the stored rights in force; called once, before the broker asks anything. */
  public synchronized void load() {
    file.read().ifPresent(this::putInForce);
    thread.start();
  }

  private void putInForce(SnapshotFile.StoredRights found) {
    time.restore(found.time());
    long age = Math.max(0, time.getAsLong() - found.confirmedAt());
    rights.replace(found.snapshot(), age);
    stored = found.snapshot().position();
    storedNanos = nanos.getAsLong();
    confirmedAt = found.confirmedAt();
    confirmedNanos = rights.confirmedAtNanos();
    log.info("Decides on stored revision {}, confirmed {} s ago", stored.revision(), age / 1000);
  }

  /** A delta has been put in force. Never blocks. */
  public void changed(String delta, RightsPosition before, RightsPosition after) {
    pending.add(new AppliedChange(delta, before, after));
  }

  /** A fresh snapshot has been put in force. Never blocks. */
  public void replaced(RightsPosition before, RightsPosition after) {
    pending.add(new AppliedChange(null, before, after));
  }

  private void run() {
    List<AppliedChange> changes = new ArrayList<>();
    while (!closed) {
      try {
        AppliedChange first = pending.poll(1, TimeUnit.SECONDS);
        if (!closed) {
          changes.addAll(first == null ? List.of() : List.of(first));
          write(changes, false);
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException | Error e) {
        log.error("Storing the rights failed unexpectedly, going on", e);
      }
      changes.clear();
    }
  }

  /** Writes everything that is not on disk yet. */
  public void writeNow() {
    write(new ArrayList<>(), true);
  }

  /**
   * @param changes the changes to write; those still in the queue are added
   * @param confirm true to write now, even if only the confirmation is new
   */
  private synchronized void write(List<AppliedChange> changes, boolean confirm) {
    pending.drainTo(changes);
    PermissionSnapshot snapshot = rights.snapshot();
    if (snapshot == null) {
      return;
    }
    long since = nanos.getAsLong() - storedNanos;
    boolean current = snapshot.position().equals(stored);
    boolean due = changes.isEmpty() ? since >= (current ? CONFIRM_DELAY_NANOS : RETRY_NANOS) : true;
    if (!confirm && !due) {
      return;
    }
    try {
      store(snapshot, deltas(changes));
      failed = false;
    } catch (IOException e) {
      failed(e);
    }
    storedNanos = nanos.getAsLong();
  }

  private void store(PermissionSnapshot snapshot, List<AppliedChange> deltas) throws IOException {
    long last = rights.confirmedAtNanos();
    if (last != confirmedNanos) {
      confirmedNanos = last;
      confirmedAt = time.at(last);
    }
    boolean whole = file.isOfOldCredential() || file.isOfOtherFormat(snapshot);
    if (!whole && !deltas.isEmpty() && !file.isLongJournal()) {
      RightsPosition after = deltas.get(deltas.size() - 1).after();
      List<String> texts = deltas.stream().map(AppliedChange::delta).toList();
      stored = null;
      file.append(texts, after, confirmedAt, time.sureMillis());
      stored = after;
    } else if (whole || !snapshot.position().equals(stored)) {
      stored = null;
      file.write(snapshot, confirmedAt, time.sureMillis());
      stored = snapshot.position();
    } else {
      file.confirm(stored, confirmedAt, time.sureMillis());
    }
  }

  /**
   * The deltas that follow the stored rights without a gap; empty when a whole snapshot must be
   * written.
   */
  private List<AppliedChange> deltas(List<AppliedChange> changes) {
    List<AppliedChange> following = new ArrayList<>();
    RightsPosition at = stored;
    for (AppliedChange change : changes) {
      if (at != null && !goesBeyond(at, change.after())) {
        continue;
      }
      if (change.delta() == null || !change.before().equals(at)) {
        return List.of();
      }
      following.add(change);
      at = change.after();
    }
    return following;
  }

  /** False for a change that the stored rights contain already. */
  private static boolean goesBeyond(RightsPosition stored, RightsPosition after) {
    return stored.isOtherEpoch(after.epoch()) || after.revision() > stored.revision();
  }

  private void failed(IOException e) {
    PluginMetrics.storeFailed();
    if (!failed) {
      log.error("The snapshot can't be stored; a restart without the user center would deny", e);
    }
    failed = true;
  }

  @Override
  public void close() {
    closed = true;
    // Wakes the thread by an entry, because an interrupt would abort a write.
    pending.add(new AppliedChange(null, RightsPosition.NOWHERE, RightsPosition.NOWHERE));
    try {
      thread.join(2_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    writeNow();
  }
}
