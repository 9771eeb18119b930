package io.github.pulsarusercenter.heartbeat;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.settings.PluginSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeartbeatSenderTest {
  private static final long INTERVAL_SECONDS = 3_600;

  @TempDir Path directory;
  private FakeCenter center;
  private HeartbeatSender sender;

  @BeforeEach
  void start() throws Exception {
    center = new FakeCenter();
    Path file = Files.writeString(directory.resolve("credential"), FakeCenter.CREDENTIAL);
    Map<String, String> conf =
        Map.of(
            "userCenterUrl",
            center.url(),
            "userCenterCluster",
            "main",
            "userCenterCredentialFile",
            file.toString(),
            "userCenterIssuer",
            "i");
    PluginSettings settings = PluginSettings.read(conf::get, "test");
    UserCenterClient client =
        new UserCenterClient(settings, new ClusterCredential(file), stated -> {});
    sender =
        new HeartbeatSender(
            client, JsonNodeFactory.instance::objectNode, INTERVAL_SECONDS, () -> {});
    sender.start();
  }

  @AfterEach
  void end() throws Exception {
    sender.close();
    center.close();
  }

  @Test
  void aCenterWithManyBrokersAsksForALongerPause() throws Exception {
    center.heartbeatAnswer = answer("\"pause_ms\":600000");
    sender.now();
    eventually("the first, at once", () -> sent() == 1);
    sender.now();
    sender.now();
    Thread.sleep(500);
    assertEquals(1, sent(), "within the pause, which is ten seconds at most");
  }

  @Test
  void aPauseThatIsTooShortOrMissingIsAHundredMilliseconds() throws Exception {
    for (String pause : new String[] {"\"pause_ms\":0", "\"pause_ms\":-5", "\"more\":1"}) {
      center.heartbeatAnswer = answer(pause);
      int before = sent();
      sender.now();
      eventually("one", () -> sent() == before + 1);
      sender.now();
      eventually("and the next", () -> sent() == before + 2);
    }
  }

  private static String answer(String more) {
    return "{\"revision\":1,\"interval_seconds\":3600," + more + "}";
  }

  private int sent() {
    return (int) center.calls.stream().filter("/heartbeat"::equals).count();
  }
}
