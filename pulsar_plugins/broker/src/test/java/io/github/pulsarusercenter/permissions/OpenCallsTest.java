package io.github.pulsarusercenter.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.pulsarusercenter.client.Caller;
import io.github.pulsarusercenter.permissions.OpenCalls.Ticket;
import io.github.pulsarusercenter.permissions.PermissionCall.Verb;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OpenCallsTest {
  private static final PermissionCall TO_DORA =
      new PermissionCall(Verb.GRANT, "acme", "acme/orders", "dora");
  private static final PermissionCall TO_EVE =
      new PermissionCall(Verb.GRANT, "acme", "acme/orders", "eve");
  private static final PermissionCall IN_ORDERS =
      new PermissionCall(Verb.GRANT, "acme", "acme/orders", null);
  private static final PermissionCall IN_ACME = new PermissionCall(null, "acme", null, null);

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final OpenCalls calls = new OpenCalls(now::get);

  @Test
  void namesTheCallerOfTheMatchingCall() {
    calls.allowed("alice", "proof of alice", TO_DORA);
    assertEquals(Set.of("alice"), calls.causeOf(TO_DORA).who());
    assertEquals(Set.of(), calls.causeOf(TO_EVE).who());
  }

  @Test
  void twoCallersAreDistinguishedByTheirCalls() {
    calls.allowed("alice", "proof of alice", TO_DORA);
    calls.allowed("mallory", "proof of mallory", TO_EVE);
    assertEquals(Set.of("alice"), calls.causeOf(TO_DORA).who());
    assertEquals(Set.of("mallory"), calls.causeOf(TO_EVE).who());
  }

  @Test
  void namesBothWhenEitherMayBeTheCause() {
    calls.allowed("alice", "proof of alice", TO_DORA);
    calls.allowed("mallory", "proof of mallory", IN_ORDERS);
    assertEquals(Set.of("alice", "mallory"), calls.causeOf(TO_DORA).who());
    assertEquals(Set.of("mallory"), calls.causeOf(TO_EVE).who());
  }

  @Test
  void aCallWithoutDetailsMayBeAboutAnything() {
    calls.allowed("alice", "proof of alice", TO_DORA);
    calls.allowed("root", "proof of root", PermissionCall.ANY);
    calls.allowed("mallory", "proof of mallory", IN_ACME);
    assertEquals(Set.of("alice", "root", "mallory"), calls.causeOf(TO_DORA).who());
    PermissionCall elsewhere = new PermissionCall(Verb.GRANT, "other", "other/space", "dora");
    assertEquals(Set.of("root"), calls.causeOf(elsewhere).who());
  }

  @Test
  void aCallThatEndsBeforeTheGrantWasNotTheCause() {
    Ticket ended = calls.allowed("alice", "proof of alice", TO_DORA);
    calls.allowed("mallory", "proof of mallory", TO_DORA);
    OpenCalls.Cause cause = calls.causeOf(TO_DORA);
    assertEquals(Set.of("alice", "mallory"), cause.who());
    calls.over(ended);
    assertEquals(Set.of("mallory"), cause.who());
  }

  @Test
  void aLaterCallWasNotTheCause() {
    calls.allowed("alice", "proof of alice", TO_DORA);
    OpenCalls.Cause cause = calls.causeOf(TO_DORA);
    calls.allowed("mallory", "proof of mallory", TO_DORA);
    assertEquals(Set.of("alice"), cause.who());
  }

  @Test
  void theSamePersonTwiceIsOnePerson() {
    calls.allowed("alice", "proof of alice", TO_DORA);
    calls.over(calls.allowed("alice", "proof of alice", TO_DORA));
    assertEquals(Set.of("alice"), calls.causeOf(TO_DORA).who());
  }

  @Test
  void theCallerComesWithItsOwnProof() {
    calls.allowed("alice", "proof of alice", TO_DORA);
    calls.allowed("alice", null, TO_DORA);
    calls.allowed("mallory", "proof of mallory", TO_DORA);
    OpenCalls.Cause cause = calls.causeOf(TO_DORA);
    assertEquals(new Caller("alice", "proof of alice"), cause.as("alice"));
    assertEquals(new Caller("nobody", null), cause.as("nobody"));
    assertFalse(cause.as("alice").toString().contains("proof"));
  }

  @Test
  void forgetsCallsThatNeverEnd() {
    calls.allowed("alice", "proof of alice", TO_DORA);
    now.addAndGet(120_001);
    assertEquals(Set.of(), calls.causeOf(TO_DORA).who());
  }

  @Test
  void namesNobodyWhileACallCouldNotBeNoted() {
    for (int i = 0; i <= 10_000; i++) {
      calls.allowed("alice", "proof of alice", TO_DORA);
    }
    assertEquals(Set.of(), calls.causeOf(TO_DORA).who());
    now.addAndGet(120_001);
    calls.allowed("alice", "proof of alice", TO_DORA);
    assertEquals(Set.of("alice"), calls.causeOf(TO_DORA).who());
  }
}
