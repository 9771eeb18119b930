package io.github.pulsarusercenter.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.settings.PluginSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The error when the center does not open the change feed. */
class RefusedFeedTest {
  @TempDir Path directory;

  private CenterException refused(FakeCenter center) throws Exception {
    Path file = directory.resolve("credential");
    Files.writeString(file, "puc_cluster_1_of_another_center");
    Map<String, Object> conf =
        Map.of(
            "userCenterUrl",
            center.url(),
            "userCenterCredentialFile",
            file.toString(),
            "userCenterIssuer",
            "i");
    PluginSettings settings = PluginSettings.read(conf::get, "test");
    UserCenterClient client =
        new UserCenterClient(settings, new ClusterCredential(file), time -> {});
    try (ChangeFeed feed = client.changes(5, null, null, 1)) {
      return assertThrows(CenterException.class, () -> feed.next(10_000));
    }
  }

  @Test
  void aCredentialThatTheCenterDoesNotKnowIsNamedWithWhatToDo() throws Exception {
    try (FakeCenter center = new FakeCenter()) {
      CenterException refused = refused(center);
      assertEquals(401, refused.status());
      assertTrue(
          refused.getMessage().startsWith("the center answered 401: it does not know"),
          refused.getMessage());
      for (String word : new String[] {"userCenterCredentialFile", "withdrawn", "database"}) {
        assertTrue(refused.getMessage().contains(word), refused.getMessage());
      }
    }
  }

  @Test
  void eachCallIsNamedForTheCentersLog() throws Exception {
    try (FakeCenter center = new FakeCenter()) {
      refused(center);
      assertTrue(center.requestIds.get(0).matches("[0-9a-f]{16}-1"), center.requestIds.toString());
    }
  }

  @Test
  void anotherStatusIsNotCalledUnknown() {
    assertEquals("the center answered 503", CenterException.feedRefused(503).getMessage());
  }
}
