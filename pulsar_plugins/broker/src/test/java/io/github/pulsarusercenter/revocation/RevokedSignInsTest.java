package io.github.pulsarusercenter.revocation;

import static io.github.pulsarusercenter.revocation.RightsInForce.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.authentication.Credential;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections are closed when their sign-in is revoked by user, credential or key. */
class RevokedSignInsTest extends LiveSetUp {
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
    assertEquals(List.of(bea, bob), all.stream().filter(client -> client.closed).toList());
    assertEquals(0, live.enforced().revision());
    bea.disconnected.complete(null);
    bob.disconnected.complete(null);
    assertEquals(2, live.enforced().revision());
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
    assertEquals(0, live.enforced().revision(), "it is not closed yet");
  }

  @Test
  void aTokenRevokedDuringTheSignInClosesItsConnection() {
    inForce.apply(
        """
        {"after":1,"revision":2,"set":{"revoked":[{"jti":"lost","exp":1890000000000}]}}""");
    Client late = new Client("alice");
    late.credentials = List.of(token("alice", "lost"));
    live.connected(late);
    assertTrue(late.closed);
    // A WebSocket session is found up to a second after it was let in, together with its producer.
    Client session = new Client("alice");
    session.credentials = List.of(token("alice", "lost"));
    session.producer(TOPIC);
    assertTrue(session.closed);
    Client other = new Client("alice");
    other.credentials = List.of(token("alice", "other"));
    live.connected(other);
    other.producer(TOPIC);
    assertFalse(other.closed);
    assertEquals(List.of(), rechecked);
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
    assertEquals(List.of("bea produces"), rechecked);
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
  void aWithdrawnKeyClosesConnectionsOfItsTokens() {
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
    return new Credential(principal, id, "k1", Long.MAX_VALUE, RightsInForce.START, 0);
  }
}
