package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The broker's connections are fakes; rights, decisions and time are real. */
abstract class LiveSetUp {
  @TempDir Path directory;
  final AtomicInteger reports = new AtomicInteger();
  final List<String> rechecked = new ArrayList<>();
  final AtomicInteger looks = new AtomicInteger();
  RightsInForce inForce;
  LiveConnections live;

  @BeforeEach
  void begin() {
    inForce = new RightsInForce(directory);
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

  /** A connection that records the calls to it; they complete when the test says so. */
  final class Client implements Connection {
    private final String principal;
    private final String authenticated;
    final CompletableFuture<Void> disconnected = new CompletableFuture<>();
    List<Credential> credentials = List.of();
    IpAddress from = IpAddress.parse("10.0.0.1");
    TokenScope scope;
    boolean closed;
    boolean open = true;

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

    /** Behind a proxy the address is the proxy's. */
    @Override
    public IpAddress from(String name) {
      return name.equals(authenticated) ? from : null;
    }

    @Override
    public TokenScope scope(String name) {
      return name.equals(principal) ? scope : null;
    }

    @Override
    public List<Credential> credentials() {
      looks.incrementAndGet();
      return credentials;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public CompletableFuture<Void> close() {
      closed = true;
      return disconnected;
    }

    @Override
    public CompletableFuture<Void> settled() {
      return disconnected;
    }

    /** A producer with equality by name, like the broker's own. */
    Object producer(String topic) {
      Object client = new String("producer");
      live.opened(
          this,
          OpenUse.producer(client, label(topic, null), () -> recheck(principal + " produces")));
      return client;
    }

    Object consumer(String topic) {
      Object client = new String("consumer");
      live.opened(
          this,
          OpenUse.consumer(client, label(topic, "s"), () -> recheck(principal + " consumes")));
      return client;
    }

    private OpenUse.Label label(String topic, String subscription) {
      return new OpenUse.Label("name", topic, subscription, subscription == null ? null : "Shared");
    }

    private CompletableFuture<Void> recheck(String what) {
      rechecked.add(what);
      return CompletableFuture.completedFuture(null);
    }
  }
}
