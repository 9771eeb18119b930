package io.github.pulsarusercenter.events;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One file of access events while it is being written. */
final class EventFile {
  private static final Logger log = LoggerFactory.getLogger(EventFile.class);

  private final Path path;
  private final FileChannel out;
  private final long openedAt;
  private long size;
  private boolean torn;

  /**
   * @param path ends in {@code .open}
   * @param now epoch ms
   */
  EventFile(Path path, FileChannel out, long now) {
    this.path = path;
    this.out = out;
    this.openedAt = now;
  }

  Path path() {
    return path;
  }

  void append(CharSequence lines) throws IOException {
    // Encoding a String is six times as fast as encoding a CharSequence.
    ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.UTF_8));
    long complete = size;
    try {
      while (bytes.hasRemaining()) {
        size += out.write(bytes);
      }
    } catch (IOException e) {
      cutBackTo(complete);
      throw e;
    }
  }

  /** Removes a partly written line after a failure, such as a full disk. */
  private void cutBackTo(long complete) {
    try {
      out.truncate(complete);
      torn = out.size() != complete;
      size = complete;
    } catch (IOException e) {
      torn = true;
      log.debug("Can't cut {} back", path, e);
    }
  }

  /** True when the file must be closed: by size, by time, or because it ends with half a line. */
  boolean isFull(long now, EventFiles limits) {
    return torn
        || size >= limits.rollBytes()
        || now - openedAt >= limits.rollSeconds() * 1_000
        || now < openedAt;
  }

  /** Syncs and closes the file. */
  void close() throws IOException {
    try (out) {
      out.force(true);
    }
  }
}
