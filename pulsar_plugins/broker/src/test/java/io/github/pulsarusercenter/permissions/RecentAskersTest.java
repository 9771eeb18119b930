package io.github.pulsarusercenter.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentAskersTest {
  private final AtomicLong now = new AtomicLong(1_000_000);
  private final RecentAskers askers = new RecentAskers(now::get);

  @Test
  void namesTheOneWhoAsked() {
    askers.allowed("acme/orders", "alice");
    assertEquals("alice", askers.who("acme/orders", "acme", "*"));
    assertNull(askers.who("acme/other"));
  }

  @Test
  void namesNobodyWhenTwoAsked() {
    askers.allowed("acme/orders", "alice");
    askers.allowed("acme", "mallory");
    assertNull(askers.who("acme/orders", "acme", "*"));
    assertEquals("alice", askers.who("acme/orders"));
  }

  @Test
  void forgetsAfterAMoment() {
    askers.allowed("acme/orders", "alice");
    now.addAndGet(5_001);
    assertNull(askers.who("acme/orders"));
  }

  @Test
  void staysSmall() {
    for (int i = 0; i < 5_000; i++) {
      askers.allowed("place" + i, "alice");
    }
    assertNull(askers.who("place0"));
    assertEquals("alice", askers.who("place4999"));
  }
}
