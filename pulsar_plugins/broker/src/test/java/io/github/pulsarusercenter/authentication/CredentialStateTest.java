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
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import javax.naming.AuthenticationException;
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
  private final CredentialState state =
      new CredentialState(CredentialStateTest::believed, rules, sent("alice"), null, null);

  @BeforeEach
  void holdASnapshot() {
    rights.replace(Snapshots.parse(Snapshots.json(5, KEY, "")), 0);
  }

  private static AuthData sent(String name) {
    return AuthData.of(name.getBytes(StandardCharsets.UTF_8));
  }

  private static CompletableFuture<Credential> believed(SignInData data) {
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
  void aFreshCredentialOfSomebodyElseIsRefused() throws Exception {
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
  void whatIsTakenBackWhileItIsVerifiedDoesNotRefresh() {
    CompletableFuture<Credential> verified = new CompletableFuture<>();
    CredentialState slow = new CredentialState(data -> verified, rules, sent("alice"), null, null);
    CompletableFuture<AuthData> refreshed = slow.authenticateAsync(sent("alice"));
    rights.replace(
        Snapshots.parse(Snapshots.json(6, KEY, "{\"jti\":\"t-alice\",\"exp\":9000}")), 0);
    verified.complete(new Credential("alice", "t-alice", "k1", 2_000, 0, 0));
    ExecutionException failure = assertThrows(ExecutionException.class, refreshed::get);
    RefusedException refused = assertInstanceOf(RefusedException.class, failure.getCause());
    assertEquals(Refusal.REVOKED, refused.refusal());
  }

  @Test
  void aTokenEndsWithTheKeyThatSignedIt() throws Exception {
    state.authenticateAsync(sent("alice")).get();
    assertFalse(state.isExpired());
    rights.replace(Snapshots.parse(Snapshots.json(6, "", "")), 0);
    assertTrue(state.isExpired());
  }
}
