package io.github.pulsarusercenter.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class UsedTokensTest {
  private final UsedTokens used = new UsedTokens();

  @Test
  void eachTokenIsReportedOnceAndAtMost500() {
    used.add("a");
    used.add("a");
    assertEquals(1, heartbeat().path("used").size());
    assertEquals(0, heartbeat().path("used").size());
    for (int i = 0; i < 2_000; i++) {
      used.add("token-" + i);
    }
    assertEquals(500, heartbeat().path("used").size());
  }

  private ObjectNode heartbeat() {
    ObjectNode body = new ObjectMapper().createObjectNode();
    used.moveInto(body);
    return body;
  }
}
