package io.github.pulsarusercenter.client.signin;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Cases that depend on the order of two threads. */
class TokenKeeperTest {
  @Test
  void aRefusalBeforeTheCallReachesTheCaller() {
    TokenSource refusing =
        () -> {
          throw CenterException.refused("the password file cannot be read");
        };
    try (TokenKeeper keeper = new TokenKeeper(refusing, null, 10_000)) {
      assertThrows(CenterException.class, keeper::token); // recorded, and the pause has begun
      CenterException refusal = assertThrows(CenterException.class, keeper::awaitFirstAnswer);
      assertTrue(refusal.getMessage().contains("the password file cannot be read"));
    }
  }
}
