package io.github.pulsarusercenter.events;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of an access event on the broker's thread ({@code handOver}, while the writer runs) and
 * on the writer's thread ({@code merge}, {@code line}).
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventBenchmark {
  private static final int KINDS = 4_096;

  /** Lines that are written together. */
  private static final int BATCH = 128;

  private static final long NOW = 1_790_000_000_000L;

  private final AccessEvent[] events = new AccessEvent[KINDS];
  private final EventLine lines = new EventLine("5f0c2b1e-1a2b-4c3d-8e4f-000000000001");
  private final EventMerger merger = new EventMerger(1_000);
  private AccessEventWriter writer;
  private Path directory;
  private StringBuilder buffer;
  private int next;

  @Setup
  public void prepare() throws IOException {
    directory = Files.createTempDirectory("events");
    EventFiles files = new EventFiles(directory, 300, 1 << 26, 1L << 30, 35, 0);
    writer = new AccessEventWriter(files, "broker", "boot", 65_536, System::currentTimeMillis);
    writer.start();
    for (int i = 0; i < KINDS; i++) {
      events[i] = event(i);
      merger.add(events[i]);
    }
    buffer = lines.begin();
  }

  @TearDown
  public void end() throws IOException {
    writer.close();
    System.out.printf(
        "%n%d lines written, %d events lost%n",
        writer.counts().written(), writer.counts().dropped());
    try (var all = Files.list(directory)) {
      for (Path file : all.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  /** Makes an event and queues it, as a decision does. */
  @Benchmark
  public void handOver() {
    next = (next + 1) & (KINDS - 1);
    writer.write(event(next));
  }

  /** Finds an equal event that is held already. */
  @Benchmark
  public void merge() {
    next = (next + 1) & (KINDS - 1);
    merger.add(events[next]);
  }

  /** Builds a line; many lines are encoded to bytes together, which is not measured. */
  @Benchmark
  public int line() {
    next = (next + 1) & (KINDS - 1);
    if ((next & (BATCH - 1)) == 0) {
      buffer = lines.begin();
    }
    lines.add(events[next], 1_000_000L + next, 1, NOW);
    return buffer.length();
  }

  private static AccessEvent event(int number) {
    return AccessEventBuilder.builder()
        .time(NOW + number)
        .act(3)
        .op("PRODUCE")
        .dec(1)
        .code("GRANTED")
        .user("acme-orders-service-" + (number & 63))
        .cred("01K9F3J5T8X2M4Q6R7V9W0YZAB")
        .sess("10.20.30.40:51234")
        .ip("10.20.30.40")
        .res("production/acme/orders/created-" + number)
        .rtype("topic")
        .grants(new long[] {1042, 311, 57})
        .roles(new long[] {204, 204, 12})
        .rev(84_512)
        .us(3)
        .build();
  }
}
