package io.github.pulsarusercenter.events;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes access events from the broker's threads without ever holding them up, and writes them to
 * files from a thread of its own. When the queue is full or the disk fails, events are dropped,
 * counted, and leave a gap in {@code seq} of exactly their number.
 */
public final class AccessEventWriter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(AccessEventWriter.class);
  private static final long MERGE_MILLIS = 1_000;
  private static final long LOG_PAUSE_MILLIS = 60_000;
  private static final int BATCH = 512;

  private final Path directory;
  private final String broker;
  private final String boot;
  private final long rollMillis;
  private final long rollBytes;
  private final LongSupplier clock;
  private final BlockingQueue<AccessEvent> queue;
  private final EventMerger merger = new EventMerger(MERGE_MILLIS);
  private final LongAdder dropped = new LongAdder();
  private final LongAdder written = new LongAdder();
  private final Thread thread = new Thread(this::run, "user-center-events");
  private volatile boolean closed;

  // Only the writer's thread uses these.
  private EventFile file;
  private long seq;
  private long droppedInSeq;
  private long droppedLogged;
  private long loggedAt = Long.MIN_VALUE / 2;

  /**
   * @param broker the broker's name, part of the file names
   * @param boot the id of this start of the broker
   * @param clock epoch ms
   */
  public AccessEventWriter(
      Path directory,
      String broker,
      String boot,
      int queueSize,
      long rollSeconds,
      long rollBytes,
      LongSupplier clock) {
    this.directory = directory.toAbsolutePath();
    this.broker = broker.replaceAll("[^A-Za-z0-9._]", "_");
    this.boot = boot;
    this.rollMillis = TimeUnit.SECONDS.toMillis(rollSeconds);
    this.rollBytes = rollBytes;
    this.clock = clock;
    this.queue = new ArrayBlockingQueue<>(queueSize);
    thread.setDaemon(true);
  }

  public void start() {
    EventFile.completeLeftovers(directory, broker, boot);
    thread.start();
  }

  /** Takes an event or drops it; never waits. */
  public void write(AccessEvent event) {
    if (closed || !queue.offer(event)) {
      dropped.increment();
    }
  }

  public long droppedCount() {
    return dropped.sum();
  }

  public long writtenCount() {
    return written.sum();
  }

  public int queued() {
    return queue.size();
  }

  private void run() {
    while (!closed || !queue.isEmpty()) {
      try {
        takeBatch();
        writeDue(clock.getAsLong());
      } catch (InterruptedException e) {
        // Only close() interrupts; the rest of the queue is still written.
        closed = true;
      } catch (RuntimeException e) {
        log.error("Access events: unexpected failure, going on", e);
      }
    }
    writeDue(Long.MAX_VALUE);
    closeFile();
  }

  private void takeBatch() throws InterruptedException {
    AccessEvent next = closed ? queue.poll() : queue.poll(100, TimeUnit.MILLISECONDS);
    for (int taken = 0; next != null; next = ++taken < BATCH ? queue.poll() : null) {
      merger.add(next);
    }
  }

  private void writeDue(long now) {
    StringBuilder lines = new StringBuilder();
    long events = 0;
    for (EventMerger.Merged due = merger.next(now); due != null; due = merger.next(now)) {
      skipDropped();
      lines.append(EventLine.of(due.first, boot, ++seq, due.count, due.end));
      events++;
    }
    append(lines, events);
    long time = clock.getAsLong();
    if (file != null && file.isFull(time, rollMillis, rollBytes)) {
      closeFile();
    }
    reportDrops(time);
  }

  private void skipDropped() {
    long now = dropped.sum();
    seq += now - droppedInSeq;
    droppedInSeq = now;
  }

  private void append(StringBuilder lines, long events) {
    if (events == 0) {
      return;
    }
    try {
      if (file == null) {
        file = new EventFile(directory, broker, boot, clock.getAsLong());
      }
      file.append(lines);
      written.add(events);
    } catch (IOException e) {
      // These lines have used up their numbers already, so the gap is there.
      dropped.add(events);
      droppedInSeq += events;
      reportFailure(e);
    }
  }

  private void closeFile() {
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException e) {
      reportFailure(e);
    }
    file = null;
  }

  private void reportFailure(IOException e) {
    long now = clock.getAsLong();
    if (now - loggedAt >= LOG_PAUSE_MILLIS) {
      loggedAt = now;
      log.error("Access events can't be written to {}: {}", directory, e.toString());
    }
  }

  private void reportDrops(long now) {
    long all = dropped.sum();
    if (all > droppedLogged && now - loggedAt >= LOG_PAUSE_MILLIS) {
      log.error("{} access events were lost since the last report", all - droppedLogged);
      droppedLogged = all;
      loggedAt = now;
    }
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
