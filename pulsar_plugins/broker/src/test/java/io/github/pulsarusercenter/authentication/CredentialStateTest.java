package io.github.pulsarusercenter.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.snapshot.rights.NetworkList;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import javax.naming.AuthenticationException;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.common.api.AuthData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Here a client sends just its user's name, and the verifier accepts it. */
class CredentialStateTest {
  private static final String KEY = "{\"kid\":\"k1\",\"kty\":\"EC\"}";

  private final AtomicLong now = new AtomicLong(1_000);
  private final CurrentRights rights =
      new CurrentRights(
          new DecisionEngine(DecisionOptions.DEFAULTS),
          3_600,
          () -> 0,
          new CenterTime(() -> 0, () -> 0));
  private final SignInRules rules = new SignInRules(rights, Set::of, Set::of, now::get);
  private final AddressRules addresses =
      new AddressRules(new ServiceConfiguration(), Set.of(), () -> true);
  private final CredentialState state = state(CredentialStateTest::accept);

  @BeforeEach
  void holdASnapshot() {
    rights.replace(Snapshots.parse(Snapshots.json(5, KEY, "")), 0);
  }

  private CredentialState state(CredentialState.Verifier verifier) {
    var peer = new InetSocketAddress("10.0.0.1", 5000);
    return new CredentialState(verifier, rules, addresses, sent("alice"), peer, null);
  }

  private static AuthData sent(String name) {
    return AuthData.of(name.getBytes(StandardCharsets.UTF_8));
  }

  private static CompletableFuture<Credential> accept(SignInData data) {
    String name = data.getCommandData();
    return CompletableFuture.completedFuture(new Credential(name, "t-" + name, "k1", 2_000, 0, 0));
  }

  @Test
  void nobodyIsInBeforeTheFirstCheck() {
    assertThrows(AuthenticationException.class, state::getAuthRole);
    assertFalse(state.isExpired());
  }

  @Test
  void aFreshCredentialOfTheSameUserReplacesTheFirst() throws Exception {
    state.authenticateAsync(sent("alice")).get();
    now.set(2_000);
    assertTrue(state.isExpired());
    now.set(1_500);
    state.authenticateAsync(sent("alice")).get();
    assertFalse(state.isExpired());
    assertEquals("alice", state.getAuthRole());
  }

  @Test
  void aFreshCredentialOfAnotherUserIsRefused() throws Exception {
    state.authenticateAsync(sent("alice")).get();
    ExecutionException failure =
        assertThrows(ExecutionException.class, () -> state.authenticateAsync(sent("root")).get());
    RefusedException refused = assertInstanceOf(RefusedException.class, failure.getCause());
    assertEquals(Refusal.PRINCIPAL_CHANGED, refused.refusal());
    assertEquals("alice", state.getAuthRole());
  }

  /**
   * Revoked after the verification and before the state holds it, so that no check of connections
   * saw it.
   */
  @Test
  void aCredentialRevokedDuringItsVerificationDoesNotCount() {
    CompletableFuture<Credential> verified = new CompletableFuture<>();
    CredentialState slow = state(data -> verified);
    CompletableFuture<AuthData> refreshed = slow.authenticateAsync(sent("alice"));
    rights.replace(
        Snapshots.parse(Snapshots.json(6, KEY, "{\"jti\":\"t-alice\",\"exp\":9000}")), 0);
    verified.complete(new Credential("alice", "t-alice", "k1", 2_000, 0, 0));
    ExecutionException failure = assertThrows(ExecutionException.class, refreshed::get);
    RefusedException refused = assertInstanceOf(RefusedException.class, failure.getCause());
    assertEquals(Refusal.REVOKED, refused.refusal());
  }

  @Test
  void aFreshTokenCountsOnlyInItsNetworks() throws Exception {
    Credential token = new Credential("alice", "t", "k1", 2_000, 0, 0);
    List<String> networks = new ArrayList<>(List.of("10.0.0.0/8"));
    CredentialState limited =
        state(
            data ->
                CompletableFuture.completedFuture(token.withNetworks(NetworkList.of(networks))));
    limited.authenticateAsync(sent("alice")).get();
    assertFalse(limited.isExpired());
    networks.set(0, "192.168.0.0/16");
    ExecutionException failure =
        assertThrows(
            ExecutionException.class, () -> limited.authenticateAsync(sent("alice")).get());
    RefusedException refused = assertInstanceOf(RefusedException.class, failure.getCause());
    assertEquals(Refusal.OUTSIDE_NETWORK, refused.refusal());
  }

  /**
   * The first sign-in does not see the proxy; the broker then asks for a fresh credential in vain.
   */
  @Test
  void itExpiresWhenAProxyStandsBetween() throws Exception {
    CredentialState limited =
        state(
            data ->
                CompletableFuture.completedFuture(
                    new Credential("alice", "t", "k1", 2_000, 0, 0)
                        .withNetworks(NetworkList.of(List.of("10.0.0.0/8")))));
    limited.authenticateAsync(sent("alice")).get();
    SignInData.of(limited.getAuthDataSource()).setPeerOwner("proxy");
    assertTrue(limited.isExpired());
    assertThrows(ExecutionException.class, () -> limited.authenticateAsync(sent("alice")).get());
  }

  @Test
  void aUserThatMayNoLongerActFromThereExpires() throws Exception {
    state.authenticateAsync(sent("alice")).get();
    String limited = "\"disabled\",\"limits\":{\"active\":true,\"networks\":[\"%s\"]}";
    String before = Snapshots.json(6, KEY, "");
    for (String network : List.of("10.0.0.0/8", "192.168.0.0/16")) {
      String changed = before.replaceFirst("\"active\"", limited.formatted(network));
      rights.replace(Snapshots.parse(changed), 0);
      assertEquals(network.startsWith("192"), state.isExpired(), network);
    }
  }

  @Test
  void aTokenEndsWithTheKeyThatSignedIt() throws Exception {
    state.authenticateAsync(sent("alice")).get();
    assertFalse(state.isExpired());
    rights.replace(Snapshots.parse(Snapshots.json(6, "", "")), 0);
    assertTrue(state.isExpired());
  }
}
