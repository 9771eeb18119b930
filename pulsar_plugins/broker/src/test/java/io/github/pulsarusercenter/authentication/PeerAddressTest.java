package io.github.pulsarusercenter.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class PeerAddressTest {
  @Test
  void anAddressIsTheSameOverHttpAndBinary() throws Exception {
    for (String text : new String[] {"10.0.0.1", "2001:db8:0:0:0:0:0:1"}) {
      InetAddress address = InetAddress.getByName(text);
      // As Jetty 9 and 12 give it to a servlet.
      String shown = text.contains(":") ? "[" + text + "]" : text;
      PeerAddress http = PeerAddress.of(InetSocketAddress.createUnresolved(shown, 4711));
      assertEquals(PeerAddress.of(new InetSocketAddress(address, 4711)), http);
      assertEquals(new PeerAddress(text, text + ":4711"), http);
    }
  }

  @Test
  void aMissingAddressIsNone() {
    assertNull(PeerAddress.of(null).ip());
  }
}
