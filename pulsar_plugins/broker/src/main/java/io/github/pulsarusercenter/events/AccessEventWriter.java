package io.github.pulsarusercenter.events;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jctools.queues.MpscArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes access events from the broker's threads without blocking them. One thread writes the events
 * to files; another compresses closed files and deletes old ones. When the queue is full or the
 * disk fails, events are dropped and counted by reason, and leave a gap of exactly their number in
 * {@code seq}.
 */
public final class AccessEventWriter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AccessEventWriter.class);
  private static final long MERGE_MILLIS = 1_000;
  private static final long LOG_PAUSE_MILLIS = 60_000;
  private static final long ROOM_PAUSE_MILLIS = 1_000;
  private static final long OLD_PAUSE_MILLIS = 60_000;
  private static final int BATCH = 512;

  /**
   * Pause between two looks into an empty queue. Polled, because a wake-up would cost the thread
   * that offers an event.
   */
  private static final long POLL_MILLIS = 10;

  private final EventFiles files;
  private final EventFolder folder;
  private final String boot;
  private final EventClock clock;
  private final MpscArrayQueue<AccessEvent> queue;
  private final EventMerger merger = new EventMerger(MERGE_MILLIS);
  private final EventCounts counts = new EventCounts();
  private final Thread thread = new Thread(this::run, "user-center-events");
  private final ExecutorService finisher =
      Executors.newSingleThreadExecutor(
          new ThreadFactoryBuilder()
              .setNameFormat("user-center-events-finish")
              .setDaemon(true)
              .build());
  private volatile boolean closed;

  // Used only by the writer's thread.
  private final EventLine line;
  private EventFile file;
  private boolean room = true;
  private long roomCheckedAt = Long.MIN_VALUE / 2;
  private long oldFilesCheckedAt = Long.MIN_VALUE / 2;
  private long seq;
  private long droppedInSeq;
  private long droppedLogged;
  private long loggedAt = Long.MIN_VALUE / 2;

  /**
   * @param broker the broker's name, part of the file names
   * @param boot the id of this start of the broker
   * @param queueSize events that may wait to be written, rounded up to a power of two
   * @param clock epoch ms
   */
  public AccessEventWriter(
      EventFiles files, String broker, String boot, int queueSize, LongSupplier clock) {
    this(files, broker, boot, queueSize, new EventClock(clock, System::nanoTime));
  }

  AccessEventWriter(EventFiles files, String broker, String boot, int queueSize, EventClock clock) {
    this.files = files;
    this.folder = new EventFolder(files, broker.replaceAll("[^A-Za-z0-9._]", "_"));
    this.boot = boot;
    this.clock = clock;
    this.queue = new MpscArrayQueue<>(queueSize);
    this.line = new EventLine(boot);
    thread.setDaemon(true);
  }

  public void start() {
    finisher.execute(() -> folder.finishLeftovers(boot));
    thread.start();
  }

  /** Queues the event or drops it; never waits. */
  public void write(AccessEvent event) {
    if (closed) {
      counts.dropped(DropReason.CLOSED, 1);
    } else if (!queue.offer(event)) {
      counts.dropped(DropReason.QUEUE_FULL, 1);
    }
  }

  /** Lines written and events lost since the start, by reason. */
  public EventCounts counts() {
    return counts;
  }

  /** Finished files deleted because they were too old or too many, since the start. */
  public long deletedFiles() {
    return folder.deletedFiles();
  }

  /** Bytes of the deleted files. */
  public long deletedBytes() {
    return folder.deletedBytes();
  }

  public int queued() {
    return queue.size();
  }

  private void run() {
    while (!closed || !queue.isEmpty()) {
      try {
        takeBatch();
        writeDue(clock.due());
        deleteOldSometimes();
      } catch (InterruptedException e) {
        // Only close() interrupts; the rest of the queue is still written.
        closed = true;
      } catch (RuntimeException | Error e) {
        log.error("Access events: unexpected failure, going on", e);
      }
    }
    writeDue(Long.MAX_VALUE);
    if (file != null) {
      // The broker is stopping: no time to compress.
      folder.rename(closeFile());
    }
  }

  private void takeBatch() throws InterruptedException {
    if (queue.drain(merger::add, BATCH) == 0 && !closed) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void writeDue(long now) {
    StringBuilder lines = line.begin();
    long events = 0;
    for (EventMerger.MergedEvent due = merger.next(now); due != null; due = merger.next(now)) {
      skipDropped();
      line.add(due.first, ++seq, due.count, due.end);
      events++;
    }
    long time = clock.steadyMillis();
    if (events > 0) {
      append(lines, events, time);
    }
    if (file != null && file.isFull(time, files)) {
      Path finished = closeFile();
      finisher.execute(() -> folder.finish(finished));
    }
    reportDrops(time);
  }

  private void skipDropped() {
    long now = counts.dropped();
    seq += now - droppedInSeq;
    droppedInSeq = now;
  }

  private void append(StringBuilder lines, long events, long now) {
    try {
      if (!hasRoom(now)) {
        countLost(DropReason.LOW_SPACE, events);
        return;
      }
      if (file == null) {
        Path path = folder.next(boot, clock.newStamp());
        file = new EventFile(path, folder.open(path), now);
      }
      file.append(lines);
      counts.written(events);
    } catch (IOException e) {
      countLost(DropReason.WRITE_FAILED, events);
      reportFailure(e);
    }
  }

  /** Counts lost lines. They have used their numbers already, so the gap in seq is there. */
  private void countLost(DropReason reason, long events) {
    counts.dropped(reason, events);
    droppedInSeq += events;
  }

  private boolean hasRoom(long now) throws IOException {
    if (now - roomCheckedAt >= ROOM_PAUSE_MILLIS || now < roomCheckedAt) {
      roomCheckedAt = now;
      boolean before = room;
      room = folder.hasRoom();
      if (before && !room) {
        log.error(
            "Access events are not written: the file system of {} has less than"
                + " userCenterEventsMinFreeBytes={} free. They are counted as lost until it has",
            files.directory(),
            files.minFreeBytes());
      } else if (!before && room) {
        log.info("Access events are written again: there is room in {}", files.directory());
      }
    }
    return room;
  }

  private void deleteOldSometimes() {
    long now = clock.steadyMillis();
    if (now - oldFilesCheckedAt >= OLD_PAUSE_MILLIS || now < oldFilesCheckedAt) {
      oldFilesCheckedAt = now;
      finisher.execute(() -> folder.deleteOld(clock.now()));
    }
  }

  private Path closeFile() {
    EventFile done = file;
    file = null;
    try {
      done.close();
    } catch (IOException e) {
      reportFailure(e);
    }
    return done.path();
  }

  private void reportFailure(IOException e) {
    long now = clock.steadyMillis();
    if (now - loggedAt >= LOG_PAUSE_MILLIS) {
      loggedAt = now;
      log.error("Access events can't be written to {}: {}", files.directory(), e.toString());
    }
  }

  private void reportDrops(long now) {
    long dropped = counts.dropped();
    if (dropped > droppedLogged && now - loggedAt >= LOG_PAUSE_MILLIS) {
      log.error("{} access events were lost since the last report", dropped - droppedLogged);
      droppedLogged = dropped;
      loggedAt = now;
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(5_000);
      finisher.shutdown();
      finisher.awaitTermination(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // A file whose compression is interrupted stays open and is finished after the next start.
    finisher.shutdownNow();
  }
}
