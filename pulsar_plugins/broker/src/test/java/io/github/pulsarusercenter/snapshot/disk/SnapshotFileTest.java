package io.github.pulsarusercenter.snapshot.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.snapshot.rights.PermissionSnapshot;
import io.github.pulsarusercenter.snapshot.rights.RightsPosition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFileTest {
  @TempDir Path directory;
  private Path path;
  private SnapshotFile file;

  private ClusterCredential credential(String value) throws IOException {
    Path at = directory.resolve("credential");
    Files.writeString(at, value);
    return new ClusterCredential(at);
  }

  @BeforeEach
  void store() throws IOException {
    path = directory.resolve("data").resolve("snapshot.json");
    file = new SnapshotFile(path, "test", credential("puc_cluster_0000000001"));
    file.write(Snapshots.parse(Snapshots.json(5)), 1234, 1240);
  }

  @Test
  void comesBackAsItWas() {
    SnapshotFile.StoredRights stored = file.read().orElseThrow();
    assertEquals(5, stored.snapshot().revision());
    assertEquals(1234, stored.confirmedAt());
    assertEquals(1240, stored.time());
    assertEquals("active", stored.snapshot().user("alice").status());
  }

  @Test
  void nothingIsLeftAside() throws IOException {
    try (var files = Files.list(path.getParent())) {
      assertEquals(2, files.count());
    }
  }

  @Test
  void aChangedFileIsRefused() throws IOException {
    byte[] all = Files.readAllBytes(path);
    for (int at = 0; at < all.length; at += 1 + at % 5) {
      byte[] changed = all.clone();
      changed[at] ^= (byte) (1 << at % 8);
      Files.write(path, changed);
      // The line end after the seal is not sealed and has no meaning.
      boolean lineEnd = at == "pulsar-user-center snapshot 2\n".length() + 64;
      assertEquals(lineEnd, file.read().isPresent(), "byte " + at);
    }
  }

  @Test
  void aCutOrEmptyFileIsRefused() throws IOException {
    byte[] all = Files.readAllBytes(path);
    for (int length = 0; length < all.length; length += 1 + length % 13) {
      Files.write(path, java.util.Arrays.copyOf(all, length));
      assertTrue(file.read().isEmpty(), "length " + length);
    }
  }

  @Test
  void aYoungerConfirmationCanNotBeForged() throws IOException {
    Path seen = path.resolveSibling("snapshot.json.seen");
    Files.writeString(seen, Files.readString(seen).replace("5 1234 1240", "5 9999 1240"));
    assertTrue(file.read().isEmpty());
  }

  @Test
  void anEarlierTimeCanNotBeForged() throws IOException {
    Path seen = path.resolveSibling("snapshot.json.seen");
    Files.writeString(seen, Files.readString(seen).replace("1240", "1000"));
    assertTrue(file.read().isEmpty());
  }

  @Test
  void oneFileCanNotStandInForTheOther() throws IOException {
    Files.copy(
        path,
        path.resolveSibling("snapshot.json.seen"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertTrue(file.read().isEmpty());
  }

  @Test
  void aFileOfAnotherClusterOrCredentialIsRefused() throws IOException {
    ClusterCredential same = credential("puc_cluster_0000000001");
    assertTrue(new SnapshotFile(path, "other", same).read().isEmpty());
    ClusterCredential changed = credential("puc_cluster_0000000002");
    assertTrue(new SnapshotFile(path, "test", changed).read().isEmpty());
  }

  @Test
  void aMissingFileIsNoError() throws IOException {
    Files.delete(path);
    assertTrue(file.read().isEmpty());
  }

  @Test
  void onlyTheOwnerReadsIt() throws IOException {
    assertEquals(
        "rw-------",
        java.nio.file.attribute.PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
  }

  private Path changes() {
    return path.resolveSibling("snapshot.json.changes");
  }

  private static String delta(long after) {
    return "{\"after\":%d,\"revision\":%d,\"set\":{\"users\":[{\"name\":\"u%d\"}]}}"
        .formatted(after, after + 1, after);
  }

  @Test
  void deltasComeBackToo() throws Exception {
    file.append(List.of(delta(5), delta(6)), at(7), 1300, 1310);
    file.append(List.of(delta(7)), at(8), 1400, 1410);
    SnapshotFile.StoredRights stored = again().read().orElseThrow();
    assertEquals(8, stored.snapshot().revision());
    assertEquals(1400, stored.confirmedAt());
    assertNotNull(stored.snapshot().user("u7"));
  }

  @Test
  void deltasGoOnAfterARestart() throws Exception {
    file.append(List.of(delta(5)), at(6), 1300, 1310);
    SnapshotFile next = again();
    assertTrue(next.read().isPresent());
    next.append(List.of(delta(6)), at(7), 1400, 1410);
    assertEquals(7, again().read().orElseThrow().snapshot().revision());
  }

  @Test
  void changedDeltasAreRefused() throws Exception {
    file.append(List.of(delta(5), delta(6)), at(7), 1300, 1310);
    byte[] all = Files.readAllBytes(changes());
    for (int at = 0; at < all.length; at += 1 + at % 5) {
      byte[] changed = all.clone();
      changed[at] ^= (byte) (1 << at % 8);
      Files.write(changes(), changed);
      assertEquals(isBlank(all, at), again().read().isPresent(), "byte " + at);
    }
    for (int length = 0; length < all.length; length += 1 + length % 13) {
      Files.write(changes(), java.util.Arrays.copyOf(all, length));
      assertTrue(again().read().isEmpty(), "length " + length);
    }
  }

  /** The blank between seal and delta has no meaning. */
  private static boolean isBlank(byte[] all, int at) {
    return all[at] == ' ' && (at == 64 || all[at - 65] == '\n');
  }

  @Test
  void aDeltaThatWasBeingWrittenDoesNotCountAndIsOverwritten() throws Exception {
    file.append(List.of(delta(5)), at(6), 1300, 1310);
    byte[] whole = Files.readAllBytes(changes());
    Path seen = path.resolveSibling("snapshot.json.seen");
    byte[] before = Files.readAllBytes(seen);
    file.append(List.of(delta(6)), at(7), 1400, 1410);
    Files.write(
        changes(), java.util.Arrays.copyOf(Files.readAllBytes(changes()), whole.length + 30));
    Files.write(seen, before);
    SnapshotFile next = again();
    assertEquals(6, next.read().orElseThrow().snapshot().revision());
    next.append(List.of(delta(6)), at(7), 1500, 1510);
    assertEquals(7, again().read().orElseThrow().snapshot().revision());
  }

  @Test
  void deltasOfAnOlderSnapshotDoNotCount() throws Exception {
    file.append(List.of(delta(5)), at(6), 1300, 1310);
    byte[] old = Files.readAllBytes(changes());
    file.write(Snapshots.parse(Snapshots.json(9)), 1400, 1410);
    assertEquals(9, again().read().orElseThrow().snapshot().revision());
    file.append(List.of(delta(9)), at(10), 1500, 1510);
    assertEquals(10, again().read().orElseThrow().snapshot().revision());
    Files.write(changes(), old);
    assertTrue(again().read().isEmpty(), "it is older than its confirmation");
  }

  @Test
  void olderFilesAreRefusedBesideANewerConfirmation() throws Exception {
    byte[] older = Files.readAllBytes(path);
    file.write(Snapshots.parse(Snapshots.json(6)), 2000, 2010);
    Files.write(path, older);
    assertTrue(again().read().isEmpty());
  }

  /**
   * The center was restored and began a new epoch: the higher revision of the old epoch is not
   * newer.
   */
  @Test
  void filesOfAnotherEpochAreRefusedBesideANewerConfirmation() throws Exception {
    file.write(inEpoch("one", 9), 2000, 2010);
    byte[] before = Files.readAllBytes(path);
    file.write(inEpoch("two", 6), 3000, 3010);
    assertEquals("two", again().read().orElseThrow().snapshot().position().epoch());
    Files.write(path, before);
    assertTrue(again().read().isEmpty());
  }

  /** The confirmation was written by a version without epochs, or for a center without them. */
  @Test
  void aConfirmationWithoutEpochStillCounts() throws Exception {
    file.write(inEpoch("one", 9), 2000, 2010);
    file.confirm(at(9), 2500, 2510);
    assertEquals(2500, again().read().orElseThrow().confirmedAt());
  }

  private static PermissionSnapshot inEpoch(String epoch, long revision) {
    String json = Snapshots.json(revision);
    return Snapshots.parse(json.replaceFirst("\\{", "{\"epoch\":\"" + epoch + "\","));
  }

  private static RightsPosition at(long revision) {
    return new RightsPosition(null, revision, null);
  }

  @Test
  void theFormatOfVersion010IsRead() throws Exception {
    byte[] content = Snapshots.json(5).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Seal seal = new Seal("test", credential("puc_cluster_0000000001"));
    DurableFiles.replace(path, seal.of(Seal.SNAPSHOT, content), new byte[] {'\n'}, content);
    assertEquals(5, again().read().orElseThrow().snapshot().revision());
  }

  private SnapshotFile again() throws IOException {
    return new SnapshotFile(path, "test", credential("puc_cluster_0000000001"));
  }
}
