package io.github.pulsarusercenter.revocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions with the methods of the two Jetty lines; a broker has one of them. */
class WebSocketHandlerTest {
  private static final InetSocketAddress FROM =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711);
  private static final List<String> closed = new ArrayList<>();

  /** Pulsar's handler, reduced to the method that is called. */
  public record Handler(Object session) {
    public Object getSession() {
      return session;
    }
  }

  /** The session up to Pulsar 4. */
  public static final class Older {
    public SocketAddress getRemoteAddress() {
      return FROM;
    }

    public void close(int status, String why) {
      closed.add("older " + status);
    }
  }

  /** Jetty 12's. */
  public interface Callback {
    Callback NOOP = new Callback() {};
  }

  /** The session of Pulsar 5. */
  public static final class Newer {
    public SocketAddress getRemoteSocketAddress() {
      return FROM;
    }

    public void close(int status, String why, Callback whenDone) {
      closed.add("newer " + status + (whenDone == null ? " without callback" : ""));
    }
  }

  @Test
  void sessionsOfBothLinesAreFoundAndEnded() throws Exception {
    closed.clear();
    for (Object session : new Object[] {new Older(), new Newer()}) {
      var handler = new WebSocketHandler(new Handler(session), "persistent://a/b/c", true);
      assertEquals("127.0.0.1:4711", handler.address());
      handler.close();
    }
    assertEquals(List.of("older 1008", "newer 1008"), closed);
  }

  @Test
  void aSessionThatIsOverHasNoAddress() throws Exception {
    var handler = new WebSocketHandler(new Handler(null), "persistent://a/b/c", true);
    assertNull(handler.address());
    handler.close();
  }
}
