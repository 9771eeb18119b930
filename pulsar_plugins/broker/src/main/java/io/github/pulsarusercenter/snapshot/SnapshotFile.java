package io.github.pulsarusercenter.snapshot;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.client.ClusterCredential;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last good snapshot on disk, so that a broker can restart while the center is down. Written
 * aside, synced, renamed; sealed with a key that is derived from the cluster credential, so that a
 * file that somebody changed, or that belongs to another cluster, is refused.
 *
 * <p>Beside it lies {@code <file>.seen}: when the center last confirmed which revision, and what
 * time it is there, so that a restart with a wrong clock brings nothing back that has ended. It is
 * small, because it is rewritten every minute while nothing changes.
 */
public final class SnapshotFile {
  /**
   * @param confirmedAt epoch ms when the center last confirmed it
   * @param time epoch ms that the center had surely reached when this was written; 0: unknown
   */
  public record Stored(PermissionSnapshot snapshot, long confirmedAt, long time) {}

  private static final Logger log = LoggerFactory.getLogger(SnapshotFile.class);
  private static final String PURPOSE = "pulsar-user-center snapshot file, format 1";
  private static final int SEAL_LENGTH = 64;

  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final Path seen;
  private final String cluster;
  private final ClusterCredential credential;

  public SnapshotFile(Path file, String cluster, ClusterCredential credential) {
    this.file = file.toAbsolutePath();
    this.seen = this.file.resolveSibling(this.file.getFileName() + ".seen");
    this.cluster = cluster;
    this.credential = credential;
  }

  /** Replaces the stored snapshot. */
  public void write(PermissionSnapshot snapshot, long confirmedAt, long time) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (JsonGenerator out = json.createGenerator(content)) {
      snapshot.write(out);
    }
    replace(file, content.toByteArray());
    confirm(snapshot.revision(), confirmedAt, time);
  }

  /** Records that the center has confirmed this revision, and the time. */
  public void confirm(long revision, long confirmedAt, long time) throws IOException {
    String line = revision + " " + confirmedAt + " " + time;
    replace(seen, line.getBytes(StandardCharsets.US_ASCII));
  }

  /** The stored snapshot; empty when there is none or it can't be trusted (one line says why). */
  public Optional<Stored> read() {
    try {
      PermissionSnapshot snapshot = PermissionSnapshot.read(json.createParser(content(file)));
      if (!cluster.equals(snapshot.cluster())) {
        throw new IOException("it belongs to cluster " + snapshot.cluster());
      }
      long[] confirmed = confirmed(snapshot.revision());
      return Optional.of(new Stored(snapshot, confirmed[0], confirmed[1]));
    } catch (NoSuchFileException e) {
      log.info("No stored snapshot at {}; waiting for the user center", file);
    } catch (IOException | RuntimeException e) {
      log.error("The stored snapshot {} is refused: {}", file, e.getMessage());
    }
    return Optional.empty();
  }

  private long[] confirmed(long revision) throws IOException {
    String[] parts = new String(content(seen), StandardCharsets.US_ASCII).split(" ");
    // A crash between the two writes leaves the older confirmation: older is safe, newer is not.
    if (Long.parseLong(parts[0]) > revision) {
      throw new IOException("it is older than its confirmation");
    }
    // A file of version 0.1.0 names no time.
    return new long[] {Long.parseLong(parts[1]), parts.length < 3 ? 0 : Long.parseLong(parts[2])};
  }

  private byte[] content(Path path) throws IOException {
    byte[] all = Files.readAllBytes(path);
    if (all.length <= SEAL_LENGTH) {
      throw new IOException("it is cut short");
    }
    byte[] content = java.util.Arrays.copyOfRange(all, SEAL_LENGTH + 1, all.length);
    byte[] seal = java.util.Arrays.copyOf(all, SEAL_LENGTH);
    if (!MessageDigest.isEqual(seal, seal(path, content))) {
      throw new IOException(
          "its seal is wrong: it was changed, or written with another cluster credential");
    }
    return content;
  }

  private void replace(Path target, byte[] content) throws IOException {
    Files.createDirectories(target.getParent());
    Path aside = Files.createTempFile(target.getParent(), target.getFileName() + ".", ".new");
    try {
      ownerOnly(aside);
      try (FileChannel out = FileChannel.open(aside, StandardOpenOption.WRITE)) {
        writeAll(out, seal(target, content));
        writeAll(out, new byte[] {'\n'});
        writeAll(out, content);
        out.force(true);
      }
      move(aside, target);
    } finally {
      Files.deleteIfExists(aside);
    }
  }

  /** The seal covers the file's role, so that one file can't stand in for the other. */
  private byte[] seal(Path target, byte[] content) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(credential.derive(PURPOSE + " of " + cluster), "HmacSHA256"));
      mac.update((byte) (target.equals(seen) ? 1 : 0));
      String hex = HexFormat.of().formatHex(mac.doFinal(content));
      return hex.getBytes(StandardCharsets.US_ASCII);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  private static void writeAll(FileChannel out, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      out.write(buffer);
    }
  }

  private static void ownerOnly(Path path) throws IOException {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    } catch (UnsupportedOperationException e) {
      // A file system without owners; createTempFile has done what it can.
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the file system can't replace a file at once", e);
    }
    try (FileChannel directory = FileChannel.open(to.getParent(), StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException e) {
      // Some systems can't sync a directory; the rename itself is done.
    }
  }
}
