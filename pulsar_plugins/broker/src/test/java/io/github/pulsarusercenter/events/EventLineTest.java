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
        AccessEventBuilder.builder()
            .time(1)
            .act(2)
            .op("GET_TOPICS")
            .dec(1)
            .code("GRANTED")
            .kind(kind)
            .user("alice")
            .res("c/acme/orders")
            .rtype("namespace")
            .grants(ids)
            .roles(ids)
            .rev(1)
            .us(1)
            .build();
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
      String op, String user, String via, String resource, String subscription, long... grants) {
    return AccessEventBuilder.builder()
        .time(1_794_009_601_123L)
        .act(2)
        .op(op)
        .dec(1)
        .code("GRANTED")
        .user(user)
        .cred("200e1511-1afe-483e-8a23-c2523cc9521d")
        .via(via)
        .sess("10.20.30.140:51234")
        .ip("10.20.30.140")
        .res(resource)
        .rtype(subscription == null && via == null && grants.length == 0 ? "cluster" : "topic")
        .sub(subscription)
        .grants(grants)
        .roles(grants)
        .rev(84_512)
        .us(3)
        .build();
  }

  /** The events of a service that connects, one of them through a proxy, with usual names. */
  @Test
  void usualEventsTakeAtMost350BytesOnAverage() {
    EventLine lines = new EventLine("3w5e11264sgsf");
    StringBuilder all = lines.begin();
    String orders = "prod-eu/acme/orders/created";
    long seq = 1_234_567;
    lines.add(use("AUTHENTICATE", "order-service", null, "prod-eu", null), seq++, 1, 0);
    lines.add(
        use("LOOKUP", "order-service", null, orders, null, 1042), seq++, 2, 1_794_009_601_500L);
    lines.add(use("PRODUCE", "order-service", null, orders, null, 1042), seq++, 1, 0);
    lines.add(use("CONSUME", "fraud-check", null, orders, "fraud", 1042, 311), seq++, 1, 0);
    lines.add(use("CONSUME", "ledger", "proxy.prod-eu", orders, "ledger", 90_311), seq++, 1, 0);
    int bytes = all.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length / 5;
    System.out.println("bytes an event: " + bytes);
    assertTrue(bytes <= 350, bytes + " bytes an event\n" + all);
  }

  @Test
  void aConnectionIsNamedWithoutRepeatingItsAddress() {
    EventLine lines = new EventLine("boot");
    StringBuilder line = lines.begin();
    lines.add(use("PRODUCE", "alice", null, "c/t/n/t", null, 1), 1, 1, 1);
    assertTrue(line.indexOf("\"sess\":\":51234\",\"ip\":\"10.20.30.140\"") > 0, line.toString());
  }

  @Test
  void namesOfAnyLengthFitALineThatTheAuditReads() {
    String long60000 = "x".repeat(60_000);
    EventLine lines = new EventLine("boot");
    StringBuilder line = lines.begin();
    lines.add(use("CONSUME", long60000, long60000, long60000, long60000), 1, 1, 1);
    assertTrue(line.length() < 65_536, line.length() + " characters");
  }
}
