package io.github.pulsarusercenter.revocation;

import static io.github.pulsarusercenter.revocation.InForce.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.pulsarusercenter.authentication.Credential;
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
  private final AtomicInteger looks = new AtomicInteger();
  private InForce inForce;
  private LiveConnections live;

  @BeforeEach
  void begin() {
    inForce = new InForce(directory);
    live =
        new LiveConnections(
            inForce.answers,
            inForce.rights::snapshot,
            () -> Set.of("broker"),
            () -> inForce.nanos.get() / 1_000_000,
            inForce.time,
            reports::incrementAndGet);
    inForce.rights.addListener(live);
  }

  /** A connection that notes what is done to it; what is done is over when the test says so. */
  private final class Client implements Connection {
    private final String principal;
    private final String authenticated;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private List<Credential> credentials = List.of();
    private boolean closed;

    Client(String principal) {
      this(principal, principal);
    }

    Client(String principal, String authenticated) {
      this.principal = principal;
      this.authenticated = authenticated;
    }

    @Override
    public String authenticated() {
      return authenticated;
    }

    @Override
    public String address() {
      return "10.0.0.1:5000";
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
    public List<Credential> credentials() {
      looks.incrementAndGet();
      return credentials;
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
      live.opened(
          this, OpenUse.producer(client, label(topic, null), () -> ask(principal + " produces")));
      return client;
    }

    Object consumer(String topic) {
      Object client = new String("consumer");
      live.opened(
          this, OpenUse.consumer(client, label(topic, "s"), () -> ask(principal + " consumes")));
      return client;
    }

    private OpenUse.Label label(String topic, String subscription) {
      return new OpenUse.Label("name", topic, subscription, subscription == null ? null : "Shared");
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
    lost.credentials = List.of(token("alice", "lost"));
    other.credentials = List.of(token("alice", "other"));
    inForce.apply(
        """
        {"after":1,"revision":2,"set":{"revoked":[{"jti":"lost","exp":1890000000000}]}}""");
    assertTrue(lost.closed);
    assertFalse(other.closed);
    assertEquals(0, live.enforcedRevision(), "it is not closed yet");
  }

  @Test
  void whatWasTakenBackWhileAConnectionCameToBeClosesIt() {
    inForce.apply(
        """
        {"after":1,"revision":2,"set":{"revoked":[{"jti":"lost","exp":1890000000000}]}}""");
    Client late = new Client("alice");
    late.credentials = List.of(token("alice", "lost"));
    live.connected(late);
    assertTrue(late.closed);
    // A WebSocket session is found up to a second after it was let in, with what is open on it.
    Client session = new Client("alice");
    session.credentials = List.of(token("alice", "lost"));
    session.producer(TOPIC);
    assertTrue(session.closed);
    Client other = new Client("alice");
    other.credentials = List.of(token("alice", "other"));
    live.connected(other);
    other.producer(TOPIC);
    assertFalse(other.closed);
    assertEquals(List.of(), asked);
  }

  @Test
  void behindAProxyTheOriginalPrincipalCounts() {
    Client proxied = new Client("bea", "proxy");
    proxied.producer(TOPIC);
    Client proxy = new Client("alice", "proxy");
    proxy.producer(TOPIC);
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[8]}}""");
    assertEquals(List.of("bea produces"), asked);
    assertFalse(proxied.closed, "the center does not know the proxy: it signed in elsewhere");
  }

  @Test
  void behindAProxyBothSignInsHoldTheConnection() {
    Client own = new Client("bea", "alice");
    own.credentials = List.of(token("bea", "clients"), token("alice", "proxys"));
    Client other = new Client("bea", "alice");
    other.credentials = List.of(token("alice", "proxys"));
    Client direct = new Client("bea");
    List.of(own, other, direct).forEach(live::connected);
    inForce.apply(
        """
        {"after":1,"revision":2,"set":{"revoked":[{"jti":"clients","exp":1890000000000}]}}""");
    assertEquals(List.of(true, false, false), List.of(own.closed, other.closed, direct.closed));
    inForce.apply(
        """
        {"after":2,"revision":3,"set":{"users":[{"name":"alice","status":"disabled","roles":[1]}]}}""");
    assertEquals(List.of(true, true, false), List.of(own.closed, other.closed, direct.closed));
  }

  @Test
  void aDeltaConcernsWhomItTouchesAndNobodyElse() {
    List<Client> all = List.of(new Client("alice"), new Client("bea"), new Client("bob"));
    all.forEach(one -> one.producer(TOPIC));
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[7]}}""");
    assertEquals(List.of("alice produces"), asked);
    inForce.apply(
        """
        {"after":2,"revision":3,"set":{"users":[{"name":"bea","roles":[4]}]}}""");
    assertEquals(Set.of("alice produces", "bea produces", "bob produces"), Set.copyOf(asked));
    assertEquals(3, asked.size());
    all.forEach(one -> one.over.complete(null));
    assertEquals(3, live.enforcedRevision());
  }

  @Test
  void whoseRolesChangedIsFoundByTheNewOnes() {
    Client bea = new Client("bea");
    bea.producer(TOPIC);
    Client bob = new Client("bob");
    bob.producer(TOPIC);
    inForce.apply(
        """
        {"after":1,"revision":2,"set":{"users":[{"name":"bea","roles":[1]}]}}""");
    assertEquals(List.of(), asked);
    inForce.apply(
        """
        {"after":2,"revision":3,"gone":{"grants":[7]}}""");
    assertEquals(Set.of("bea produces", "bob produces"), Set.copyOf(asked));
  }

  @Test
  void anInvalidPlaceConcernsWhatIsOpenThere() {
    new Client("bea").producer(TOPIC + "-partition-3");
    new Client("alice").consumer(TOPIC + "-s-RETRY");
    inForce.apply(
        """
        {"after":1,"revision":2,"set":{"invalid":["persistent://acme/orders/created"]}}""");
    assertTrue(asked.contains("bea produces"));
    inForce.apply(
        """
        {"after":2,"revision":3,"set":{"invalid":["acme"]}}""");
    assertTrue(asked.contains("alice consumes"));
  }

  @Test
  void retryAndDeadLetterTopicsEndWithTheTopicTheyServe() {
    Client alice = new Client("alice");
    alice.producer(TOPIC + "-s-DLQ");
    alice.consumer(TOPIC + "-s-RETRY");
    assertEquals(List.of(), asked);
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[7]}}""");
    assertEquals(Set.of("alice produces", "alice consumes"), Set.copyOf(asked));
  }

  @Test
  void aRevisionIsNotEnforcedBeforeASlowCutOfAnEarlierOne() {
    Client bea = new Client("bea");
    bea.producer(TOPIC);
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[8]}}""");
    inForce.apply(
        """
        {"after":2,"revision":3,"gone":{"grants":[7]}}""");
    assertEquals(0, live.enforcedRevision());
    bea.over.complete(null);
    assertEquals(3, live.enforcedRevision());
  }

  @Test
  void whatWasGivenBackAndTakenAgainIsAskedAgainAtOnce() {
    new Client("bea").producer(TOPIC);
    String grant =
        "{\"id\":8,\"role\":2,\"name\":\"acme/orders\",\"type\":3,\"auth\":[302],\"until\":null}";
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[8]}}""");
    inForce.apply("{\"after\":2,\"revision\":3,\"set\":{\"grants\":[%s]}}".formatted(grant));
    inForce.apply(
        """
        {"after":3,"revision":4,"gone":{"grants":[8]}}""");
    assertEquals(List.of("bea produces", "bea produces"), asked);
  }

  @Test
  void nobodyElseIsEvenLookedAt() {
    new Client("bea").producer(TOPIC);
    for (int i = 0; i < 1_000; i++) {
      new Client("alice").producer(TOPIC);
    }
    looks.set(0);
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[8]}}""");
    assertEquals(1, looks.get(), "bea's; the cost does not grow with what alice has open");
    assertEquals(List.of("bea produces"), asked);
  }

  @Test
  void theCenterIsToldWhatIsOpen() {
    Client alice = new Client("alice", "proxy");
    alice.producer(TOPIC + "-partition-1");
    alice.consumer(TOPIC);
    Client bea = new Client("bea");
    bea.consumer("persistent://acme/other/t");
    live.connected(new Client("bea"));
    JsonNode alices = new ConnectionQuestion(1, "alice", null, 10).answer(live);
    assertEquals(2, alices.path("total").asInt());
    assertEquals("proxy", alices.path("connections").get(0).path("via").asText());
    JsonNode onTopic = new ConnectionQuestion(2, null, TOPIC, 1).answer(live);
    assertEquals(2, onTopic.path("total").asInt());
    assertEquals(1, onTopic.path("connections").size(), "bounded, but counted");
    JsonNode beas = new ConnectionQuestion(3, "bea", null, 10).answer(live);
    assertEquals(2, beas.path("total").asInt(), "an idle connection is one, too");
    assertEquals(
        1, new ConnectionQuestion(4, "bea", "acme", 10).answer(live).path("total").asInt());
    assertEquals(
        0, new ConnectionQuestion(5, "proxy", null, 10).answer(live).path("total").asInt());
  }

  @Test
  void aWithdrawnKeyEndsWhatItsTokensOpened() {
    Client signed = new Client("alice");
    signed.credentials = List.of(token("alice", "any"));
    Client byPassword = new Client("alice");
    byPassword.credentials =
        List.of(new Credential("alice", "password", null, Long.MAX_VALUE, 0, 0));
    live.connected(signed);
    live.connected(byPassword);
    inForce.apply("{\"after\":1,\"revision\":2,\"set\":{},\"gone\":{\"keys\":[\"k1\"]}}");
    assertTrue(signed.closed);
    assertFalse(byPassword.closed);
  }

  private static Credential token(String principal, String id) {
    return new Credential(principal, id, "k1", Long.MAX_VALUE, InForce.START, 0);
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
