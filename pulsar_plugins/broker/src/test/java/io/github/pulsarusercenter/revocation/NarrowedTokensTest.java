package io.github.pulsarusercenter.revocation;

import static io.github.pulsarusercenter.revocation.RightsInForce.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NarrowedTokensTest extends LiveSetUp {
  /** As when a client refreshes its sign-in with a narrower token while its producer is open. */
  @Test
  void usesThatANarrowerTokenDoesNotCoverAreRechecked() {
    Client wide = new Client("bea");
    wide.producer(TOPIC);
    Client narrow = new Client("bea");
    narrow.scope = scope(302);
    narrow.producer(TOPIC);
    assertEquals(List.of(), rechecked);
    narrow.scope = scope(303);
    live.recheckAll();
    assertEquals(List.of("bea produces"), rechecked);
  }

  @Test
  void usesOutsideTheTokenAreRecheckedAtOnce() {
    Client narrow = new Client("bea");
    narrow.scope = scope(302);
    narrow.consumer(TOPIC);
    assertEquals(List.of("bea consumes"), rechecked);
  }

  private static TokenScope scope(int authority) {
    return TokenScope.of(
        List.of(
            Map.of(
                "type",
                "pulsar_rights",
                "place",
                "topic",
                "identifier",
                TOPIC,
                "authorities",
                List.of(authority))));
  }
}
