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
    calls.note("alice", "proof of alice", TO_DORA);
    assertEquals(Set.of("alice"), calls.causeOf(TO_DORA).callers());
    assertEquals(Set.of(), calls.causeOf(TO_EVE).callers());
  }

  @Test
  void twoCallersAreDistinguishedByTheirCalls() {
    calls.note("alice", "proof of alice", TO_DORA);
    calls.note("mallory", "proof of mallory", TO_EVE);
    assertEquals(Set.of("alice"), calls.causeOf(TO_DORA).callers());
    assertEquals(Set.of("mallory"), calls.causeOf(TO_EVE).callers());
  }

  @Test
  void namesBothWhenEitherMayBeTheCause() {
    calls.note("alice", "proof of alice", TO_DORA);
    calls.note("mallory", "proof of mallory", IN_ORDERS);
    assertEquals(Set.of("alice", "mallory"), calls.causeOf(TO_DORA).callers());
    assertEquals(Set.of("mallory"), calls.causeOf(TO_EVE).callers());
  }

  @Test
  void aCallWithoutDetailsMayBeAboutAnything() {
    calls.note("alice", "proof of alice", TO_DORA);
    calls.note("root", "proof of root", PermissionCall.ANY);
    calls.note("mallory", "proof of mallory", IN_ACME);
    assertEquals(Set.of("alice", "root", "mallory"), calls.causeOf(TO_DORA).callers());
    PermissionCall elsewhere = new PermissionCall(Verb.GRANT, "other", "other/space", "dora");
    assertEquals(Set.of("root"), calls.causeOf(elsewhere).callers());
  }

  @Test
  void aCallThatEndsBeforeTheGrantWasNotTheCause() {
    Ticket ended = calls.note("alice", "proof of alice", TO_DORA);
    calls.note("mallory", "proof of mallory", TO_DORA);
    OpenCalls.Cause cause = calls.causeOf(TO_DORA);
    assertEquals(Set.of("alice", "mallory"), cause.callers());
    calls.end(ended);
    assertEquals(Set.of("mallory"), cause.callers());
  }

  @Test
  void aLaterCallWasNotTheCause() {
    calls.note("alice", "proof of alice", TO_DORA);
    OpenCalls.Cause cause = calls.causeOf(TO_DORA);
    calls.note("mallory", "proof of mallory", TO_DORA);
    assertEquals(Set.of("alice"), cause.callers());
  }

  @Test
  void theSamePersonTwiceIsOnePerson() {
    calls.note("alice", "proof of alice", TO_DORA);
    calls.end(calls.note("alice", "proof of alice", TO_DORA));
    assertEquals(Set.of("alice"), calls.causeOf(TO_DORA).callers());
  }

  @Test
  void theCallerComesWithItsOwnProof() {
    calls.note("alice", "proof of alice", TO_DORA);
    calls.note("alice", null, TO_DORA);
    calls.note("mallory", "proof of mallory", TO_DORA);
    OpenCalls.Cause cause = calls.causeOf(TO_DORA);
    assertEquals(new Caller("alice", "proof of alice"), cause.caller("alice"));
    assertEquals(new Caller("nobody", null), cause.caller("nobody"));
    assertFalse(cause.caller("alice").toString().contains("proof"));
  }

  @Test
  void forgetsCallsThatNeverEnd() {
    calls.note("alice", "proof of alice", TO_DORA);
    now.addAndGet(120_001);
    assertEquals(Set.of(), calls.causeOf(TO_DORA).callers());
  }

  @Test
  void namesNoCallerWhileACallIsNotNoted() {
    for (int i = 0; i <= 10_000; i++) {
      calls.note("alice", "proof of alice", TO_DORA);
    }
    assertEquals(Set.of(), calls.causeOf(TO_DORA).callers());
    now.addAndGet(120_001);
    calls.note("alice", "proof of alice", TO_DORA);
    assertEquals(Set.of("alice"), calls.causeOf(TO_DORA).callers());
  }
}
