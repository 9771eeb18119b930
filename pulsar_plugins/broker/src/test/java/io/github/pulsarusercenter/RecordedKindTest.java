package io.github.pulsarusercenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.pulsar.common.naming.TopicName;
import org.apache.pulsar.common.policies.data.TopicOperation;
import org.junit.jupiter.api.Test;

/** Whether an event is recorded as use or probe, which the audit counts differently. */
class RecordedKindTest extends ProviderSetUp {
  private static final int USE = 0;
  private static final int PROBE = 1;

  @Test
  void aLookUpThatIsRefusedIsTheAttempt() throws Exception {
    assertTrue(may("alice", TopicOperation.LOOKUP));
    assertFalse(may("dora", TopicOperation.LOOKUP));
    assertFalse(may("dora", TopicOperation.GET_METADATA));
    provider.close();
    assertEquals(List.of(PROBE), kinds("alice", "LOOKUP"));
    assertEquals(List.of(USE), kinds("dora", "LOOKUP"));
    assertEquals(List.of(PROBE), kinds("dora", "GET_METADATA"));
  }

  @Test
  void aLookForAnOldRetryTopicIsNoAttempt() throws Exception {
    for (String who : List.of("alice", "dora")) {
      provider
          .allowTopicOperationAsync(
              TopicName.get("acme/other/billing-RETRY"), who, TopicOperation.LOOKUP, null)
          .handle((answer, failure) -> answer);
    }
    provider.close();
    assertEquals(List.of(PROBE), kinds("alice", "LOOKUP"));
    assertEquals(List.of(USE), kinds("dora", "LOOKUP"));
  }

  private List<Integer> kinds(String user, String op) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("events"))) {
      return files
          .flatMap(RecordedKindTest::events)
          .filter(
              event ->
                  user.equals(event.path("user").asText()) && op.equals(event.path("op").asText()))
          .map(event -> event.get("kind").asInt())
          .toList();
    }
  }

  private static Stream<JsonNode> events(Path file) {
    try {
      ObjectMapper json = new ObjectMapper();
      return json.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile()).readAll().stream();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
