package io.github.pulsarusercenter.permissions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.permissions.PermissionCall.Verb;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.apache.pulsar.broker.web.RestException;
import org.apache.pulsar.common.policies.data.AuthAction;
import org.junit.jupiter.api.Test;

class PermissionCallsTest {
  private static final PermissionCall TO_DORA =
      new PermissionCall(Verb.GRANT, "acme", "acme/orders", "dora");

  private final OpenCalls open = new OpenCalls(() -> 0);

  /** No caller is certain, so the center is not called. */
  private final PermissionCalls calls = new PermissionCalls(null, Runnable::run, null, null);

  @Test
  void anUnknownCallerGetsAHelpfulRefusal() {
    String sentence = refused();
    assertTrue(sentence.contains("nobody who signed in here with its token, password or secret"));
    assertTrue(sentence.contains("sign in so, or use the user center"), sentence);
    assertFalse(sentence.contains("again"), sentence);
  }

  @Test
  void severalCallersAreRefusedUntilLater() {
    open.note("alice", "proof of alice", TO_DORA);
    open.note("mallory", "proof of mallory", TO_DORA);
    String sentence = refused();
    assertTrue(sentence.contains("several people do so now"), sentence);
    assertTrue(sentence.contains("try again in two minutes, or use the user center"), sentence);
  }

  private String refused() {
    Set<AuthAction> actions = Set.of(AuthAction.produce);
    OpenCalls.Cause cause = open.causeOf(TO_DORA);
    CompletionException thrown =
        assertThrows(
            CompletionException.class,
            () -> calls.grant("namespace", "acme/orders", "dora", actions, cause).join());
    RestException refusal = (RestException) thrown.getCause();
    assertEquals(409, refusal.getResponse().getStatus());
    return refusal.getMessage();
  }
}
