package io.github.pulsarusercenter.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EventLineTest {
  private static JsonNode line(int kind, int grants) throws Exception {
    long[] ids = LongStream.rangeClosed(1, grants).toArray();
    AccessEvent event =
        new AccessEvent(
            1,
            2,
            "GET_TOPICS",
            1,
            "GRANTED",
            kind,
            "alice",
            null,
            null,
            null,
            null,
            "c/acme/orders",
            "namespace",
            null,
            ids,
            ids,
            1,
            1);
    EventLine lines = new EventLine("boot");
    StringBuilder line = lines.begin();
    lines.add(event, 1, 1, 1);
    return new ObjectMapper().readTree(line.toString());
  }

  @Test
  void aListingNamesItsFirstGrantsOnly() throws Exception {
    JsonNode listing = line(1, 5000);
    assertEquals(16, listing.get("grants").size());
    assertEquals(16, listing.get("roles").size());
    assertEquals(1, listing.get("grants").get(0).asLong());
  }

  @Test
  void aUseNamesThemAll() throws Exception {
    assertEquals(40, line(0, 40).get("grants").size());
  }
}
