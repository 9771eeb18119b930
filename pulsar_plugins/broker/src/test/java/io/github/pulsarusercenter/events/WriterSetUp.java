package io.github.pulsarusercenter.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;

/** Event files in a directory of their own, with a clock that the test moves. */
abstract class WriterSetUp {
  static final String BOOT = "11111111-2222-3333-4444-555555555555";

  @TempDir Path directory;
  final AtomicLong now = new AtomicLong(1_000_000);
  final AtomicLong nanos = new AtomicLong();

  AccessEventWriter writer(int queue, long seconds, long bytes) {
    return writer(queue, new EventFiles(directory, seconds, bytes, 1L << 30, 35, 0));
  }

  AccessEventWriter writer(int queue, EventFiles files) {
    EventClock clock = new EventClock(now::get, nanos::get);
    return new AccessEventWriter(files, "host:8080", BOOT, queue, clock);
  }

  AccessEvent event(String user) {
    return AccessEventBuilder.builder()
        .time(now.get())
        .act(3)
        .op("PRODUCE")
        .dec(1)
        .code("GRANTED")
        .user(user)
        .cred("t1")
        .sess("10.0.0.1:5")
        .ip("10.0.0.1")
        .res("test/acme/orders/a\"b\n")
        .rtype("topic")
        .grants(new long[] {7, 3})
        .roles(new long[] {1, 1})
        .rev(5)
        .us(2)
        .build();
  }

  List<Path> files(String end) {
    try (var all = Files.list(directory)) {
      return all.filter(path -> path.toString().endsWith(end)).sorted().toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (Path file : files("")) {
      for (String line : text(file).lines().toList()) {
        lines.add(new ObjectMapper().readTree(line));
      }
    }
    lines.sort(java.util.Comparator.comparingLong(line -> line.get("seq").asLong()));
    return lines;
  }

  static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      boolean packed = file.toString().endsWith(".gz");
      byte[] all = packed ? new GZIPInputStream(in).readAllBytes() : in.readAllBytes();
      return new String(all, StandardCharsets.UTF_8);
    }
  }
}
