package io.github.pulsarusercenter.signin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class WebSocketAddressTest {
  private static final String PATH = "/ws/v2/producer/persistent/acme/orders/created";

  @Test
  void aHandshakeMayHoldItsToken() {
    assertEquals("a.b-c_d", WebSocketAddress.token(PATH, "token=a.b-c_d"));
    assertEquals("a b", WebSocketAddress.token(PATH, "x=1&token=a%20b&token=other"));
    assertEquals("%zz", WebSocketAddress.token(PATH, "token=%zz"));
  }

  @Test
  void otherAddressesHoldNoToken() {
    assertNull(WebSocketAddress.token(PATH, null));
    assertNull(WebSocketAddress.token(PATH, "atoken=a"));
    assertNull(WebSocketAddress.token(null, "token=a"));
    assertNull(WebSocketAddress.token("/admin/v2/tenants", "token=a"));
    assertNull(WebSocketAddress.token("/wsx", "token=a"));
  }
}
