package io.github.pulsarusercenter.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.client.ClusterCredential;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    SnapshotFile.Stored stored = file.read().orElseThrow();
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
    String text = Files.readString(path);
    Files.writeString(path, text.replace("disabled", "active  "));
    assertTrue(file.read().isEmpty());
  }

  @Test
  void aCutOrEmptyFileIsRefused() throws IOException {
    byte[] all = Files.readAllBytes(path);
    Files.write(path, java.util.Arrays.copyOf(all, all.length / 2));
    assertTrue(file.read().isEmpty());
    Files.write(path, new byte[0]);
    assertTrue(file.read().isEmpty());
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
}
