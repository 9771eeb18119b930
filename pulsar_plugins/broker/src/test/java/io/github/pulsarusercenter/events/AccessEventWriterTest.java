package io.github.pulsarusercenter.events;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessEventWriterTest {
  private static final String BOOT = "11111111-2222-3333-4444-555555555555";

  @TempDir Path directory;
  private final AtomicLong now = new AtomicLong(1_000_000);

  private AccessEventWriter writer(int queue, long seconds, long bytes) {
    return new AccessEventWriter(directory, "host:8080", BOOT, queue, seconds, bytes, now::get);
  }

  private AccessEvent event(String user) {
    return new AccessEvent(
        now.get(),
        3,
        "PRODUCE",
        1,
        "GRANTED",
        0,
        user,
        "t1",
        null,
        "10.0.0.1:5",
        "10.0.0.1",
        "test/acme/orders/a\"b\n",
        "topic",
        null,
        new long[] {7, 3},
        new long[] {1, 1},
        5,
        2);
  }

  private List<Path> files(String end) throws IOException {
    try (var all = Files.list(directory)) {
      return all.filter(path -> path.toString().endsWith(end)).sorted().toList();
    }
  }

  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (Path file : files(".jsonl")) {
      for (String line : Files.readAllLines(file)) {
        lines.add(new ObjectMapper().readTree(line));
      }
    }
    return lines;
  }

  @Test
  void writesOneFlatLineForEachEvent() throws Exception {
    AccessEventWriter writer = writer(100, 300, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    writer.write(event("bob"));
    writer.close();
    JsonNode first = lines().get(0);
    assertEquals(BOOT + "-1", first.get("uid").asText());
    assertEquals("test/acme/orders/a\"b\n", first.get("res").asText());
    assertEquals("[7,3]", first.get("grants").toString());
    assertFalse(first.has("n"));
    assertFalse(first.has("sub"));
    assertEquals(1, first.get("v").asInt());
    assertEquals(2, lines().get(1).get("seq").asInt());
    assertEquals(
        "host_8080-" + BOOT + "-1000000.jsonl", files(".jsonl").get(0).getFileName().toString());
  }

  @Test
  void equalEventsBecomeOneLine() throws Exception {
    AccessEventWriter writer = writer(1_000, 300, 1 << 20);
    writer.start();
    for (int i = 0; i < 50; i++) {
      writer.write(event("alice"));
    }
    now.addAndGet(500);
    writer.write(event("alice"));
    writer.close();
    assertEquals(1, lines().size());
    JsonNode line = lines().get(0);
    assertEquals(51, line.get("n").asInt());
    assertEquals(1_000_000, line.get("time").asLong());
    assertEquals(1_000_500, line.get("t_end").asLong());
  }

  @Test
  void laterOnesAreANewLine() throws Exception {
    AccessEventWriter writer = writer(1_000, 300, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    now.addAndGet(1_000);
    eventually("written", () -> writer.writtenCount() == 1);
    writer.write(event("alice"));
    writer.close();
    assertEquals(2, lines().size());
  }

  @Test
  void aFullQueueDropsCountsAndLeavesAGap() throws Exception {
    AccessEventWriter writer = writer(16, 300, 1 << 20);
    for (int i = 0; i < 20; i++) {
      writer.write(event("user" + i));
    }
    assertEquals(4, writer.droppedCount());
    writer.start();
    now.addAndGet(1_000);
    eventually("written", () -> writer.writtenCount() == 16);
    writer.close();
    List<JsonNode> lines = lines();
    assertEquals(16, lines.size());
    assertEquals(20, lines.get(15).get("seq").asInt());
    assertEquals(5, lines.get(0).get("seq").asInt());
  }

  @Test
  void filesRollBySize() throws Exception {
    AccessEventWriter writer = writer(1_000, 300, 500);
    writer.start();
    for (int i = 0; i < 4; i++) {
      long written = i + 1;
      writer.write(event("user" + i));
      now.addAndGet(1_000);
      eventually("written", () -> writer.writtenCount() == written);
    }
    writer.close();
    assertTrue(files(".jsonl").size() >= 2);
    assertEquals(List.of(), files(".open"));
    assertEquals(4, lines().size());
  }

  @Test
  void filesRollByTime() throws Exception {
    AccessEventWriter writer = writer(1_000, 10, 1 << 20);
    writer.start();
    writer.write(event("alice"));
    now.addAndGet(1_000);
    eventually("written", () -> writer.writtenCount() == 1);
    assertEquals(1, Files.list(directory).filter(p -> p.toString().endsWith(".open")).count());
    now.addAndGet(10_000);
    eventually("rolled", () -> !directory.toFile().list()[0].endsWith(".open"));
    writer.close();
    assertEquals(1, lines().size());
  }

  @Test
  void filesOfADeadBootAreCompleted() throws Exception {
    Files.writeString(directory.resolve("host_8080-dead-1.jsonl.open"), "{}\n");
    Files.writeString(directory.resolve("other-dead-1.jsonl.open"), "{}\n");
    AccessEventWriter writer = writer(16, 300, 1 << 20);
    writer.start();
    writer.close();
    assertTrue(Files.exists(directory.resolve("host_8080-dead-1.jsonl")));
    assertTrue(Files.exists(directory.resolve("other-dead-1.jsonl.open")));
  }

  @Test
  void aDirectoryThatCanNotBeWrittenOnlyCostsEvents() throws Exception {
    Path file = directory.resolve("file");
    Files.writeString(file, "");
    AccessEventWriter writer =
        new AccessEventWriter(file, "host", BOOT, 100, 300, 1 << 20, now::get);
    writer.start();
    writer.write(event("alice"));
    writer.close();
    assertEquals(1, writer.droppedCount());
    assertEquals(0, writer.writtenCount());
  }
}
