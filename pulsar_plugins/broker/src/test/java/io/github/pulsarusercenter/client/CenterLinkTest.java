package io.github.pulsarusercenter.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.FakeLinkCenter;
import io.github.pulsarusercenter.settings.PluginSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One WebSocket: changes come, reports go. */
class CenterLinkTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PATIENCE_MILLIS = 20_000;

  @TempDir Path directory;
  private final AtomicInteger opened = new AtomicInteger();

  private UserCenterClient client(String url) throws IOException {
    Path file = Files.writeString(directory.resolve("credential"), FakeCenter.CREDENTIAL);
    Map<String, Object> conf =
        Map.of(
            "userCenterUrl",
            url,
            "userCenterCredentialFile",
            file.toString(),
            "userCenterIssuer",
            "i");
    PluginSettings settings = PluginSettings.read(conf::get, "test");
    UserCenterClient made = new UserCenterClient(settings, new ClusterCredential(file), time -> {});
    made.whenLinked(opened::incrementAndGet);
    return made;
  }

  private static ObjectNode report(String json) throws IOException {
    return (ObjectNode) JSON.readTree(json);
  }

  @Test
  void framesCome() throws Exception {
    try (FakeLinkCenter center = new FakeLinkCenter(101)) {
      UserCenterClient client = client(center.url());
      try (ChangeFeed feed = client.changes(5, "e", "m", 2)) {
        List<String> head = center.heads.take();
        assertEquals(
            "GET /api/broker/v1/link?after=5&epoch=e&mark=m&format=2 HTTP/1.1", head.get(0));
        assertTrue(
            head.contains("Authorization: Bearer " + FakeCenter.CREDENTIAL), head.toString());
        center.send("{\"time\":{\"time\":7,\"interval_seconds\":9}}", 1);
        center.send("{\"delta\":{\"x\":\"ü\",\"y\":{}}}", 3);
        assertEquals(
            new ChangeFeed.Frame("time", "{\"time\":7,\"interval_seconds\":9}"),
            feed.next(PATIENCE_MILLIS));
        assertEquals(
            new ChangeFeed.Frame("delta", "{\"x\":\"ü\",\"y\":{}}"), feed.next(PATIENCE_MILLIS));
        assertEquals(9, client.link().intervalSeconds());
        assertEquals(1, opened.get());
        assertFalse(client.mayLink(feed));
      }
      assertEquals("the end", center.report());
      assertNull(client.link(), "closed");
    }
  }

  @Test
  void laterReportsSayWhatHasChanged() throws Exception {
    try (FakeLinkCenter center = new FakeLinkCenter(101)) {
      UserCenterClient client = client(center.url());
      try (ChangeFeed feed = client.changes(5, null, null, 2)) {
        assertNotNull(feed);
        CenterLink link = client.link();
        link.report(report("{\"revision\":1,\"epoch\":null,\"drops\":{\"a\":1},\"used\":[\"t\"]}"));
        link.report(report("{\"revision\":2,\"epoch\":null,\"drops\":{\"a\":1},\"used\":[\"t\"]}"));
        link.report(report("{\"revision\":2,\"epoch\":\"e\",\"drops\":{\"a\":2}}"));
        link.report(report("{\"revision\":2,\"epoch\":\"e\",\"drops\":{\"a\":2}}"));
        assertEquals(
            "{\"revision\":1,\"epoch\":null,\"drops\":{\"a\":1},\"used\":[\"t\"]}",
            center.report());
        assertEquals("{\"revision\":2,\"used\":[\"t\"]}", center.report());
        assertEquals("{\"epoch\":\"e\",\"drops\":{\"a\":2}}", center.report());
        assertEquals("{}", center.report());
      }
    }
  }

  @Test
  void anEndedLinkTakesNoReports() throws Exception {
    try (FakeLinkCenter center = new FakeLinkCenter(101)) {
      UserCenterClient client = client(center.url());
      try (ChangeFeed feed = client.changes(5, null, null, 2)) {
        CenterLink link = client.link();
        center.end(1001);
        IOException ended = assertThrows(IOException.class, () -> feed.next(PATIENCE_MILLIS));
        assertTrue(ended.getMessage().contains("1001"), ended.getMessage());
        assertNull(client.link());
        assertThrows(IOException.class, () -> link.report(report("{\"revision\":1}")));
      }
    }
  }

  @Test
  void whatIsNoMessageOfACenterEndsTheLink() throws Exception {
    for (String text : new String[] {"hello", "{}", "[\"a\":1]"}) {
      try (FakeLinkCenter center = new FakeLinkCenter(101);
          ChangeFeed feed = client(center.url()).changes(5, null, null, 2)) {
        center.send(text, 1);
        assertThrows(IOException.class, () -> feed.next(PATIENCE_MILLIS));
      }
    }
  }

  @Test
  void silenceBreaksALink() throws Exception {
    try (FakeLinkCenter center = new FakeLinkCenter(101);
        ChangeFeed feed = client(center.url()).changes(5, null, null, 2)) {
      IOException broken = assertThrows(IOException.class, () -> feed.next(50));
      assertTrue(broken.getMessage().contains("silent"), broken.getMessage());
    }
  }

  @Test
  void aCenterOrProxyWithoutLinksIsFollowedAsBefore() throws Exception {
    for (int status : new int[] {200, 400, 404, 405, 426}) {
      try (FakeLinkCenter center = new FakeLinkCenter(status)) {
        UserCenterClient client = client(center.url());
        for (int time = 0; time < 2; time++) {
          try (ChangeFeed feed = client.changes(5, null, null, 2)) {
            assertInstanceOf(ChangeStream.class, feed);
            assertFalse(client.mayLink(feed), "not before some minutes");
            assertThrows(IOException.class, () -> feed.next(PATIENCE_MILLIS));
          }
        }
        List<String> asked = center.heads.stream().map(head -> head.get(0)).toList();
        assertEquals(3, asked.size(), "no link is tried again: " + asked);
        assertTrue(asked.get(0).contains("/link?"));
        assertTrue(asked.get(1).contains("/changes?") && asked.get(2).contains("/changes?"));
        assertNull(client.link());
      }
    }
  }

  @Test
  void aRefusalIsARefusal() throws Exception {
    for (int status : new int[] {401, 500, 503}) {
      try (FakeLinkCenter center = new FakeLinkCenter(status);
          ChangeFeed feed = client(center.url()).changes(5, null, null, 2)) {
        CenterException refused =
            assertThrows(CenterException.class, () -> feed.next(PATIENCE_MILLIS));
        assertEquals(status, refused.status());
      }
    }
    assertEquals(0, opened.get());
  }
}
