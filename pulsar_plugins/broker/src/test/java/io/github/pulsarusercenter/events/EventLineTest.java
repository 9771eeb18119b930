package io.github.pulsarusercenter.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  private static AccessEvent use(
      String op, String user, String via, String resource, String subscription, long[] grants) {
    return new AccessEvent(
        1_794_009_601_123L,
        2,
        op,
        1,
        "GRANTED",
        0,
        user,
        "01K9F3J5T8X2M4Q6R7V9W0YZAB",
        via,
        "10.20.130.140:51234",
        "10.20.130.140",
        resource,
        "topic",
        subscription,
        grants,
        new long[] {204},
        84_512,
        3);
  }

  /** As large companies name things; merged, through a proxy, with several covering grants. */
  @Test
  void realisticEventsTakeAtMost350BytesOnAverage() {
    EventLine lines = new EventLine("5f0c2b1e-1a2b-4c3d-8e4f-000000000001");
    StringBuilder all = lines.begin();
    String orders = "prod-eu/payments/settlement-v2/card-authorisations";
    long seq = 12_345_678;
    lines.add(use("PRODUCE", "payments-gateway", null, orders, null, new long[] {1042}), seq++, 1, 0);
    lines.add(
        use("CONSUME", "fraud-scoring-service", null, orders, "fraud", new long[] {1042, 311, 57}),
        seq++,
        1,
        0);
    lines.add(
        use("CONSUME", "ledger-importer", "proxy.prod-eu", orders, "ledger", new long[] {90_311}),
        seq++,
        37,
        1_794_009_602_000L);
    lines.add(use("LOOKUP", "payments-gateway", null, orders, null, new long[] {1042}), seq++, 2, 1);
    int bytes = all.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
    System.out.println("bytes an event: " + bytes / 4);
    assertTrue(bytes / 4 <= 350, bytes / 4 + " bytes an event");
  }

  @Test
  void namesOfAnyLengthFitALineThatTheAuditReads() {
    String long60000 = "x".repeat(60_000);
    EventLine lines = new EventLine("boot");
    StringBuilder line = lines.begin();
    lines.add(use("CONSUME", long60000, long60000, long60000, long60000, null), 1, 1, 1);
    assertTrue(line.length() < 65_536, line.length() + " characters");
  }
}
