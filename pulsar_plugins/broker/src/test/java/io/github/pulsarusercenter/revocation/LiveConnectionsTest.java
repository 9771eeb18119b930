package io.github.pulsarusercenter.revocation;

import static io.github.pulsarusercenter.revocation.InForce.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.authentication.SignInData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections of the broker are fakes here; rights, decisions and time are real. */
class LiveConnectionsTest {
  @TempDir Path directory;
  private final AtomicInteger reports = new AtomicInteger();
  private final List<String> asked = new ArrayList<>();
  private InForce inForce;
  private LiveConnections live;

  @BeforeEach
  void begin() {
    inForce = new InForce(directory);
    live =
        new LiveConnections(
            inForce.answers,
            () -> Set.of("broker"),
            () -> inForce.nanos.get() / 1_000_000,
            reports::incrementAndGet);
    inForce.rights.addListener(live);
  }

  /** A connection that notes what is done to it; what is done is over when the test says so. */
  private final class Client implements Connection {
    private final String principal;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private boolean revoked;
    private boolean closed;

    Client(String principal) {
      this.principal = principal;
    }

    @Override
    public String principal() {
      return principal;
    }

    @Override
    public SignInData signIn() {
      return null;
    }

    @Override
    public boolean isSignInRevoked() {
      return revoked;
    }

    @Override
    public CompletableFuture<Void> close() {
      closed = true;
      return over;
    }

    @Override
    public CompletableFuture<Void> settled() {
      return over;
    }

    /** Equal by name, as the broker's own producers are. */
    Object producer(String topic) {
      Object client = new String("producer");
      live.opened(this, OpenUse.producer(client, topic, () -> ask(principal + " produces")));
      return client;
    }

    Object consumer(String topic) {
      Object client = new String("consumer");
      live.opened(this, OpenUse.consumer(client, topic, "s", () -> ask(principal + " consumes")));
      return client;
    }

    private CompletableFuture<Void> ask(String what) {
      asked.add(what);
      return CompletableFuture.completedFuture(null);
    }
  }

  private void passed(long millis) {
    inForce.pass(millis);
  }

  @Test
  void theEndOfAWindowConcernsExactlyItsHolders() {
    Client alice = new Client("alice");
    alice.producer(TOPIC + "-partition-1");
    alice.consumer(TOPIC);
    new Client("bea").producer(TOPIC);
    passed(9_999);
    assertEquals(List.of(), asked);
    passed(1);
    assertEquals(Set.of("alice produces", "alice consumes"), Set.copyOf(asked));
    assertEquals(2, asked.size());
    assertFalse(alice.closed, "she is still signed in");
    assertEquals(0, reports.get(), "the center need not be told what time it is");
  }

  @Test
  void aRevocationConcernsExactlyItsHoldersAndIsReportedWhenItIsDone() {
    Client bea = new Client("bea");
    bea.producer(TOPIC);
    Client alice = new Client("alice");
    alice.producer(TOPIC);
    inForce.put(2, "active", "7,9");
    assertEquals(List.of("bea produces"), asked);
    assertEquals(0, live.enforcedRevision());
    bea.over.complete(null);
    assertEquals(2, live.enforcedRevision());
    assertEquals(1, reports.get());
  }

  @Test
  void aSubAccountEndsWithItsMainAccountsRight() {
    new Client("bob").producer(TOPIC);
    inForce.put(2, "active", "7,9");
    assertEquals(List.of("bob produces"), asked);
  }

  @Test
  void connectionsOfADisabledUserAndItsSubAccountsAreClosed() {
    Client bea = new Client("bea");
    Client bob = new Client("bob");
    Client alice = new Client("alice");
    Client broker = new Client("broker");
    Client early = new Client(null);
    List<Client> all = List.of(bea, bob, alice, broker, early);
    all.forEach(live::connected);
    inForce.put(2, "disabled", "7,8,9");
    assertEquals(List.of(bea, bob), all.stream().filter(one -> one.closed).toList());
    assertEquals(0, live.enforcedRevision());
    bea.over.complete(null);
    bob.over.complete(null);
    assertEquals(2, live.enforcedRevision());
  }

  @Test
  void aRevokedSignInClosesItsConnectionOnly() {
    Client lost = new Client("alice");
    Client other = new Client("alice");
    live.connected(lost);
    live.connected(other);
    lost.revoked = true;
    inForce.put(2, "active", "7,8,9");
    assertTrue(lost.closed);
    assertFalse(other.closed);
  }

  @Test
  void whatOpensAfterItsRightEndedIsAskedAtOnce() {
    passed(10_000);
    new Client("alice").producer(TOPIC);
    assertEquals(List.of("alice produces"), asked);
  }

  @Test
  void aClientThatIsSlowToGoIsAskedAgainAfterAPause() {
    new Client("alice").producer(TOPIC);
    passed(10_000);
    live.recheckAll();
    passed(9_999);
    live.recheckAll();
    assertEquals(1, asked.size());
    passed(1);
    live.recheckAll();
    assertEquals(2, asked.size());
  }

  @Test
  void whatIsClosedIsForgotten() {
    Client alice = new Client("alice");
    Object producer = alice.producer(TOPIC);
    alice.consumer(TOPIC);
    live.closed(alice, producer);
    passed(10_000);
    assertEquals(List.of("alice consumes"), asked);
    live.disconnected(alice);
    assertEquals(0, live.count());
    passed(20_000);
    live.recheckAll();
    assertEquals(1, asked.size());
  }

  @Test
  void oneOfTwoThatAreEqualByNameIsForgotten() {
    Client alice = new Client("alice");
    Object first = alice.producer(TOPIC);
    alice.producer(TOPIC);
    live.closed(alice, first);
    passed(10_000);
    assertEquals(1, asked.size());
  }

  @Test
  void aUseThatGoesOnIsRecordedOnceADay() throws Exception {
    inForce.events.start();
    new Client("bea").producer(TOPIC);
    live.renew();
    passed(86_400_000);
    live.renew();
    live.renew();
    inForce.events.close();
    List<JsonNode> lines = new ArrayList<>();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          lines.add(new ObjectMapper().readTree(line));
        }
      }
    }
    assertEquals(1, lines.size());
    assertEquals("bea", lines.get(0).get("user").asText());
  }
}
