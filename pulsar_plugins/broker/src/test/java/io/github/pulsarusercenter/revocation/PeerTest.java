package io.github.pulsarusercenter.revocation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerTest {
  /** Behind a balancer the address belongs to nobody. */
  @ParameterizedTest
  @CsvSource({
    "alice, alice, false, , alice",
    "alice, alice, true, , ",
    "alice, alice, false, 4.0, ",
    "alice, alice, true, 4.0, ",
    "proxy, alice, false, 4.0, proxy",
    "proxy, alice, false, , proxy",
    "proxy, alice, true, , ",
    "proxy, alice, true, 4.0, ",
  })
  void ownerOfTheAddress(
      String authenticated, String principal, boolean balancer, String proxy, String owner) {
    assertEquals(owner, new Peer(principal, authenticated, balancer, proxy).owner());
  }
}
