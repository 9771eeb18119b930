package io.github.pulsarusercenter.client.keys;

import static io.github.pulsarusercenter.client.KeyServer.PRIVATE;
import static io.github.pulsarusercenter.client.KeyServer.PUBLIC;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.client.KeyServer;
import io.github.pulsarusercenter.client.signin.CenterException;
import io.github.pulsarusercenter.client.signin.SignInParameters;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is held in memory. */
class KeyKeeperTest {
  private KeyServer center;
  private KeyKeeper keeper;

  @BeforeEach
  void start() throws IOException, CenterException {
    center = new KeyServer();
    keeper = keeper(KeyKeeper.FRESH_MILLIS);
  }

  @AfterEach
  void stop() {
    keeper.close();
    center.close();
  }

  private KeyKeeper keeper(long freshMillis) throws CenterException {
    Map<String, String> service =
        Map.of("url", center.url(), "clientId", "billing", "clientSecret", "hidden");
    KeyDirectory directory =
        new KeyDirectory(SignInParameters.of(service), "persistent://a/b/c", null);
    return new KeyKeeper(directory, freshMillis);
  }

  private void privateHalves(int first, int last) throws CenterException {
    for (int number = first; number <= last; number++) {
      assertTrue(keeper.privateHalf("orders", number).pem().length > 0);
    }
  }

  @Test
  void closingAndMakingRoomOverwritePrivateHalves() throws Exception {
    byte[] first = keeper.privateHalf("orders", 1).pem;
    privateHalves(2, 100);
    byte[] last = keeper.privateHalf("orders", 101).pem;
    assertArrayEquals(new byte[first.length], first);
    assertTrue(last[0] != 0);
    keeper.close();
    assertArrayEquals(new byte[last.length], last);
  }

  @Test
  void privateHalvesDoNotPushOutTheOneToWriteWith() throws Exception {
    keeper.publicHalf("orders");
    privateHalves(1, 150);
    keeper.publicHalf("orders");
    assertEquals(1, center.count(PUBLIC));
  }

  @Test
  void keysThatNobodyHasDoNotPushOutTheOneToWriteWithInAnOutage() throws Exception {
    keeper.close();
    keeper = keeper(20);
    keeper.publicHalf("orders");
    center.refusals.put(PUBLIC, 503);
    center.refusals.put(PRIVATE, 404);
    while (center.count(PUBLIC) < 2) {
      assertEquals("1", publicNumber());
    }
    for (int number = 1; number <= 150; number++) {
      int wanted = number;
      assertThrows(CenterException.class, () -> keeper.privateHalf("nobody", wanted));
    }
    assertEquals("1", publicNumber());
  }

  private String publicNumber() throws CenterException {
    return keeper.publicHalf("orders").number();
  }

  @ParameterizedTest
  @CsvSource({"orders,77", "other,1"})
  void anotherKeyThanWantedIsRefused(String name, int number) {
    String pem = "\"private_key\":\"secret\"";
    center.bodies.put(PRIVATE, "{\"name\":\"%s\",\"number\":%d,%s}".formatted(name, number, pem));
    CenterException refused =
        assertThrows(CenterException.class, () -> keeper.privateHalf("orders", 1));
    assertTrue(refused.isRefused());
    assertTrue(refused.getMessage().contains("another key than orders@1"), refused.getMessage());
  }
}
