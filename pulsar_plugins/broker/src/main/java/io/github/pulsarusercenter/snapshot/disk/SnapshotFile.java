package io.github.pulsarusercenter.snapshot.disk;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.metrics.PluginMetrics;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last good rights on disk, so that a broker can restart while the center is down. There are
 * four files. All are sealed, so that a file that was changed or belongs to another cluster is
 * refused:
 *
 * <ul>
 *   <li>{@code <file>}: the snapshot, packed; replaced atomically
 *   <li>{@code <file>.changes}: the deltas since the snapshot, appended and synced as they come
 *   <li>{@code <file>.seen}: the revision that the center confirmed last, the time of that, and the
 *       center's time when this was written, so that a restart with a wrong clock revives nothing
 *       that has ended. Rights older than their confirmation are refused, because somebody has put
 *       old files there.
 *   <li>{@code <file>.deletions}: what was deleted or made here and waits for the center
 * </ul>
 */
public final class SnapshotFile {
  /**
   * @param confirmedAt epoch ms when the center last confirmed the snapshot
   * @param time epoch ms that the center had certainly reached when this was written; 0: unknown
   */
  public record StoredRights(PermissionSnapshot snapshot, long confirmedAt, long time) {}

  private static final Logger log = LoggerFactory.getLogger(SnapshotFile.class);

  /** The first line since format 2; format 1 began with the seal and was not packed. */
  private static final byte[] FORMAT_2 =
      "pulsar-user-center snapshot 2\n".getBytes(StandardCharsets.US_ASCII);

  private static final long SHORT_JOURNAL = 1 << 20;

  private final ObjectMapper json = new ObjectMapper();
  private final Path file;
  private final Path seen;
  private final Path deletions;
  private final String cluster;
  private final Seal seal;
  private final ChangeJournal journal;
  private long snapshotLength;

  /** The format of the stored snapshot. */
  private int format;

  /** The key that the stored snapshot is sealed with. */
  private byte[] key = {};

  public SnapshotFile(Path file, String cluster, ClusterCredential credential) {
    this.file = file.toAbsolutePath();
    this.seen = beside(".seen");
    this.deletions = beside(".deletions");
    this.cluster = cluster;
    this.seal = new Seal(cluster, credential);
    this.journal = new ChangeJournal(beside(".changes"), seal);
  }

  private Path beside(String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  /** Replaces the stored rights. */
  public void write(PermissionSnapshot snapshot, long confirmedAt, long time) throws IOException {
    byte[] content = pack(snapshot);
    byte[] current = seal.key();
    byte[] sealed = seal.of(Seal.SNAPSHOT, FORMAT_2, content);
    DurableFiles.replace(file, FORMAT_2, sealed, new byte[] {'\n'}, content);
    snapshotLength = content.length;
    format = snapshot.format();
    key = current;
    journal.begin(sealed);
    confirm(snapshot.position(), confirmedAt, time);
  }

  /**
   * Adds deltas to the stored rights.
   *
   * @param to the position after the deltas
   */
  void append(List<String> deltas, RightsPosition to, long confirmedAt, long time)
      throws IOException {
    journal.append(deltas);
    confirm(to, confirmedAt, time);
  }

  /** True when so many deltas are stored that a whole snapshot should be written. */
  boolean isLongJournal() {
    return journal.length() > Math.max(SHORT_JOURNAL, snapshotLength / 4);
  }

  /**
   * True when the credential has changed since the file was written: a broker that starts with the
   * new one can't read the file.
   */
  boolean isOfOldCredential() {
    return !MessageDigest.isEqual(key, seal.key());
  }

  /**
   * True when these rights need another format than the stored snapshot has. An older plugin would
   * skip what it does not know in the deltas behind it, instead of refusing them.
   */
  boolean isOfOtherFormat(PermissionSnapshot snapshot) {
    return snapshot.format() != format;
  }

  /** Stores that the center has confirmed these rights, and its time. */
  public void confirm(RightsPosition at, long confirmedAt, long time) throws IOException {
    String epoch = at.epoch() == null ? "" : " " + at.epoch();
    String line = at.revision() + " " + confirmedAt + " " + time + epoch;
    byte[] content = line.getBytes(StandardCharsets.US_ASCII);
    DurableFiles.replace(seen, seal.of(Seal.SEEN, content), new byte[] {'\n'}, content);
  }

  /**
   * The stored rights; empty when there are none or they can't be trusted (a log line says why).
   */
  public Optional<StoredRights> read() {
    try {
      byte[] all = Files.readAllBytes(file);
      boolean packed = startsWith(all, FORMAT_2);
      int start = packed ? FORMAT_2.length : 0;
      byte[] sealed = sealOf(all, start);
      PermissionSnapshot base = unseal(all, start, sealed, packed);
      PermissionSnapshot snapshot = journal.replay(base, sealed);
      if (!cluster.equals(snapshot.cluster())) {
        throw new IOException("it belongs to cluster " + snapshot.cluster());
      }
      snapshotLength = all.length;
      format = base.format();
      key = seal.key();
      long[] confirmation = readConfirmation(snapshot.position());
      return Optional.of(new StoredRights(snapshot, confirmation[0], confirmation[1]));
    } catch (NoSuchFileException e) {
      log.info("No stored snapshot at {}; waiting for the user center", file);
    } catch (IOException | RuntimeException e) {
      PluginMetrics.storedRefused();
      log.error("The stored snapshot {} is refused: {}", file, e.getMessage());
    }
    return Optional.empty();
  }

  private PermissionSnapshot unseal(byte[] all, int start, byte[] sealed, boolean packed)
      throws IOException {
    byte[] content = Arrays.copyOfRange(all, start + Seal.LENGTH + 1, all.length);
    byte[] format = packed ? FORMAT_2 : new byte[0];
    if (!seal.isOf(sealed, Seal.SNAPSHOT, format, content)) {
      throw wrongSeal();
    }
    InputStream in = new ByteArrayInputStream(content);
    try (JsonParser parser = json.createParser(packed ? new GZIPInputStream(in, 1 << 16) : in)) {
      return PermissionSnapshot.read(parser);
    }
  }

  /** Replaces the stored deletions. */
  public void writeDeletions(byte[] content) throws IOException {
    DurableFiles.replace(deletions, seal.of(Seal.DELETIONS, content), new byte[] {'\n'}, content);
  }

  /** The stored deletions; throws NoSuchFileException when there were never any. */
  public byte[] readDeletions() throws IOException {
    return unseal(deletions, Seal.DELETIONS);
  }

  private byte[] unseal(Path small, byte role) throws IOException {
    byte[] all = Files.readAllBytes(small);
    byte[] content = Arrays.copyOfRange(all, Math.min(all.length, Seal.LENGTH + 1), all.length);
    if (!seal.isOf(sealOf(all, 0), role, content)) {
      throw wrongSeal();
    }
    return content;
  }

  private long[] readConfirmation(RightsPosition stored) throws IOException {
    String[] parts = new String(unseal(seen, Seal.SEEN), StandardCharsets.US_ASCII).split(" ", 4);
    // A crash between the two writes leaves an older confirmation, which is safe; a newer one is
    // not.
    if (Long.parseLong(parts[0]) > stored.revision()) {
      throw new IOException("it is older than its confirmation");
    }
    // Revisions of different epochs can't be compared.
    if (parts.length > 3 && stored.isOtherEpoch(parts[3])) {
      throw new IOException("it is of another epoch than its confirmation");
    }
    // Files of version 0.1.0 have no time. Neither they nor those of the version after it have an
    // epoch.
    return new long[] {Long.parseLong(parts[1]), parts.length < 3 ? 0 : Long.parseLong(parts[2])};
  }

  private static byte[] sealOf(byte[] all, int start) throws IOException {
    if (all.length <= start + Seal.LENGTH + 1) {
      throw new IOException("it is cut short");
    }
    return Arrays.copyOfRange(all, start, start + Seal.LENGTH);
  }

  private static IOException wrongSeal() {
    return new IOException(
        "its seal is wrong: it was changed, or written with another cluster credential");
  }

  private static boolean startsWith(byte[] all, byte[] beginning) {
    return all.length >= beginning.length
        && Arrays.equals(all, 0, beginning.length, beginning, 0, beginning.length);
  }

  private byte[] pack(PermissionSnapshot snapshot) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (JsonGenerator out = json.createGenerator(new FastGzip(content))) {
      snapshot.write(out);
    }
    return content.toByteArray();
  }

  /** gzip at its fastest. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(ByteArrayOutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
