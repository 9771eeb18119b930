package io.github.pulsarusercenter.client.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.pulsarusercenter.client.KeyServer;
import io.github.pulsarusercenter.client.signin.SignInParameters;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is held in memory. */
class KeyKeeperTest {
  @Test
  void closingOverwritesPrivateHalves() throws Exception {
    try (KeyServer center = new KeyServer()) {
      Map<String, String> service =
          Map.of("url", center.url(), "clientId", "billing", "clientSecret", "hidden");
      KeyDirectory directory =
          new KeyDirectory(SignInParameters.of(service), "persistent://a/b/c", null);
      KeyKeeper keeper = new KeyKeeper(directory, KeyKeeper.FRESH_MILLIS);
      KeyHalf half = keeper.privateHalf("orders", 1);
      keeper.close();
      assertArrayEquals(new byte[half.pem().length], half.pem());
    }
  }
}
