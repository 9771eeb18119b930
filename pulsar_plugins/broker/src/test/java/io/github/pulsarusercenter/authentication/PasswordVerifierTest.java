package io.github.pulsarusercenter.authentication;

import static io.github.pulsarusercenter.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.FakeCenter;
import io.github.pulsarusercenter.Snapshots;
import io.github.pulsarusercenter.client.ClusterCredential;
import io.github.pulsarusercenter.client.UserCenterClient;
import io.github.pulsarusercenter.clock.CenterTime;
import io.github.pulsarusercenter.decision.DecisionEngine;
import io.github.pulsarusercenter.decision.DecisionOptions;
import io.github.pulsarusercenter.settings.PluginSettings;
import io.github.pulsarusercenter.snapshot.current.CurrentRights;
import io.github.pulsarusercenter.vocabulary.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PasswordVerifierTest {
  @TempDir Path directory;
  private final AtomicLong now = new AtomicLong(1_790_000_000_000L);
  private final CurrentRights rights =
      new CurrentRights(
          new DecisionEngine(DecisionOptions.DEFAULTS),
          3_600,
          () -> 0,
          new CenterTime(() -> 0, () -> 0));
  private FakeCenter center;
  private PasswordVerifier verifier;

  @BeforeEach
  void start() throws IOException {
    center = new FakeCenter();
    rights.replace(Snapshots.parse(Snapshots.json(5)), 0);
    verifier = verifier(2, 1_500);
  }

  @AfterEach
  void stop() {
    verifier.close();
    center.close();
  }

  private PasswordVerifier verifier(int concurrency, long deadline) throws IOException {
    Path file = directory.resolve("credential");
    Files.writeString(file, FakeCenter.CREDENTIAL);
    Map<String, Object> conf =
        Map.of(
            "userCenterUrl", center.url(),
            "userCenterCredentialFile", file.toString(),
            "userCenterIssuer", "i");
    PluginSettings settings = PluginSettings.read(conf::get, "test");
    UserCenterClient client =
        new UserCenterClient(settings, new ClusterCredential(file), stated -> {});
    SignInRules rules = new SignInRules(rights, Set::of, Set::of, now::get);
    return new PasswordVerifier(client, rules, concurrency, deadline, 300_000, now::get);
  }

  private Refusal refused(CompletableFuture<Credential> answer) {
    ExecutionException failure = assertThrows(ExecutionException.class, answer::get);
    return assertInstanceOf(RefusedException.class, failure.getCause()).refusal();
  }

  @Test
  void aVerifiedPasswordIsRemembered() throws Exception {
    assertEquals("alice", verifier.verify("alice", "pa:ss", "10.0.0.1").get().principal());
    center.close();
    assertEquals("alice", verifier.verify("alice", "pa:ss", null).get().principal());
    assertEquals(1, center.passwordChecks.get());
    assertTrue(center.bodies.get(0).contains("10.0.0.1"));
  }

  @Test
  void aWrongPasswordIsNeverRemembered() {
    assertEquals(Refusal.INVALID_CREDENTIALS, refused(verifier.verify("alice", "wrong", null)));
    assertEquals(Refusal.INVALID_CREDENTIALS, refused(verifier.verify("alice", "wrong", null)));
    assertEquals(2, center.passwordChecks.get());
  }

  @Test
  void itIsForgottenAfterItsTime() throws Exception {
    verifier.verify("alice", "pa:ss", null).get();
    now.addAndGet(300_000);
    verifier.verify("alice", "pa:ss", null).get();
    assertEquals(2, center.passwordChecks.get());
  }

  @Test
  void itIsForgottenWhenTheUserChanges() throws Exception {
    Credential credential = verifier.verify("alice", "pa:ss", null).get();
    String changed = Snapshots.json(6).replace("\"cred\":3", "\"cred\":4");
    rights.replace(Snapshots.parse(changed), 0);
    SignInRules rules = new SignInRules(rights, Set::of, Set::of, now::get);
    assertEquals(Refusal.REVOKED, rules.refusal(credential));
    // The center still answers cred 3, which is older than the version in the snapshot.
    assertEquals(Refusal.REVOKED, refused(verifier.verify("alice", "pa:ss", null)));
    assertEquals(2, center.passwordChecks.get());
  }

  /** The name may then belong to another user with the same version. */
  @Test
  void itIsForgottenWhenABackUpWasRestored() throws Exception {
    for (String epoch : List.of("before", "after", "after")) {
      String all = Snapshots.json(6).replaceFirst("\\{", "{\"epoch\":\"" + epoch + "\",");
      rights.replace(Snapshots.parse(all), 0);
      verifier.verify("alice", "pa:ss", null).get();
    }
    assertEquals(2, center.passwordChecks.get());
  }

  @Test
  void itIsForgottenWhenTheUserIsDisabled() throws Exception {
    verifier.verify("alice", "pa:ss", null).get();
    String disabled =
        Snapshots.json(6)
            .replaceFirst("\"alice\",\"status\":\"active\"", "\"alice\",\"status\":\"locked\"");
    rights.replace(Snapshots.parse(disabled), 0);
    assertEquals(Refusal.USER_DISABLED, refused(verifier.verify("alice", "pa:ss", null)));
  }

  /** The center may let one of them in, and not the other. */
  @Test
  void aLimitedUserIsVerifiedForEachAddress() throws Exception {
    String limited =
        Snapshots.json(6)
            .replaceFirst(
                "\"active\"",
                "\"disabled\",\"limits\":{\"active\":true,\"networks\":[\"10.0.0.0/8\"]}");
    rights.replace(Snapshots.parse(limited), 0);
    center.authenticateDelayMillis = 300;
    var first = verifier.verify("alice", "pa:ss", "10.0.0.1");
    var same = verifier.verify("alice", "pa:ss", "10.0.0.1");
    var other = verifier.verify("alice", "pa:ss", "192.168.0.1");
    CompletableFuture.allOf(first, same, other).get();
    assertEquals(2, center.passwordChecks.get());
  }

  @Test
  void manyConnectionsWithOnePasswordAskOnce() throws Exception {
    center.authenticateDelayMillis = 300;
    List<CompletableFuture<Credential>> answers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      answers.add(verifier.verify("alice", "pa:ss", null));
    }
    for (CompletableFuture<Credential> answer : answers) {
      assertEquals("alice", answer.get().principal());
    }
    assertEquals(1, center.passwordChecks.get());
  }

  @Test
  void aStallingCenterIsAwaitedUntilTheDeadline() throws Exception {
    center.authenticateDelayMillis = 20_000;
    long start = System.nanoTime();
    assertEquals(Refusal.CENTER_UNREACHABLE, refused(verifier.verify("alice", "pa:ss", null)));
    assertTrue(System.nanoTime() - start < 5_000_000_000L);
  }

  @Test
  void tooManyAtOnceAreRefusedAsBusy() throws Exception {
    center.authenticateDelayMillis = 1_000;
    PasswordVerifier narrow = verifier(1, 1_500);
    List<CompletableFuture<Credential>> answers = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      answers.add(narrow.verify("alice", "p" + i, null));
    }
    assertEquals(Refusal.BUSY, refused(answers.get(79)));
    eventually("all answered", () -> answers.stream().allMatch(CompletableFuture::isDone));
    assertTrue(center.passwordChecks.get() < 5);
    narrow.close();
  }

  @Test
  void aDeadCenterIsUnreachable() {
    center.close();
    assertEquals(Refusal.CENTER_UNREACHABLE, refused(verifier.verify("alice", "pa:ss", null)));
  }

  @Test
  void theCentersLimitsBecomeRefusals() {
    center.authenticateStatus = 429;
    assertEquals(Refusal.BUSY, refused(verifier.verify("alice", "pa:ss", null)));
    center.authenticateStatus = 403;
    assertEquals(
        Refusal.PASSWORD_CHANGE_REQUIRED, refused(verifier.verify("alice", "pa:ss2", null)));
  }

  @Test
  void aCacheThatIsTurnedOffKeepsNothing() {
    PasswordCache off = new PasswordCache(0, now::get);
    PasswordCache.Mark mark = off.mark(null, "alice", "pa:ss");
    off.put(mark, new Credential("alice", "password", null, Long.MAX_VALUE, 0, 3));
    assertNull(off.get(mark));
  }

  @Test
  void marksKeepNameAndPasswordApart() {
    PasswordCache cache = new PasswordCache(1_000, now::get);
    assertFalse(cache.mark(null, "ab", "c").equals(cache.mark(null, "a", "bc")));
    assertEquals(cache.mark(null, "a", "b"), cache.mark(null, "a", "b"));
    assertFalse(
        new PasswordCache(1_000, now::get).mark(null, "a", "b").equals(cache.mark(null, "a", "b")));
  }
}
