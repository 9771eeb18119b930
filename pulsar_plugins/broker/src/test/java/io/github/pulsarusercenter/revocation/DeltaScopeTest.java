package io.github.pulsarusercenter.revocation;

import static io.github.pulsarusercenter.revocation.RightsInForce.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** After a delta exactly the connections that it can concern are checked again. */
class DeltaScopeTest extends LiveSetUp {
  @Test
  void aDeltaConcernsOnlyTheConnectionsItTouches() {
    List<Client> all = List.of(new Client("alice"), new Client("bea"), new Client("bob"));
    all.forEach(client -> client.producer(TOPIC));
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[7]}}""");
    assertEquals(List.of("alice produces"), rechecked);
    inForce.apply(
        """
        {"after":2,"revision":3,"set":{"users":[{"name":"bea","roles":[4]}]}}""");
    assertEquals(Set.of("alice produces", "bea produces", "bob produces"), Set.copyOf(rechecked));
    assertEquals(3, rechecked.size());
    all.forEach(client -> client.disconnected.complete(null));
    assertEquals(3, live.enforced().revision());
  }

  @Test
  void changedRolesAreIndexedAtOnce() {
    Client bea = new Client("bea");
    bea.producer(TOPIC);
    Client bob = new Client("bob");
    bob.producer(TOPIC);
    inForce.apply(
        """
        {"after":1,"revision":2,"set":{"users":[{"name":"bea","roles":[1]}]}}""");
    assertEquals(List.of(), rechecked);
    inForce.apply(
        """
        {"after":2,"revision":3,"gone":{"grants":[7]}}""");
    assertEquals(Set.of("bea produces", "bob produces"), Set.copyOf(rechecked));
  }

  @Test
  void anInvalidPlaceConcernsWhatIsOpenThere() {
    new Client("bea").producer(TOPIC + "-partition-3");
    new Client("alice").consumer(TOPIC + "-s-RETRY");
    inForce.apply(
        """
        {"after":1,"revision":2,"set":{"invalid":["persistent://acme/orders/created"]}}""");
    assertTrue(rechecked.contains("bea produces"));
    inForce.apply(
        """
        {"after":2,"revision":3,"set":{"invalid":["acme"]}}""");
    assertTrue(rechecked.contains("alice consumes"));
  }

  @Test
  void retryAndDeadLetterTopicsEndWithTheTopicTheyServe() {
    Client alice = new Client("alice");
    alice.producer(TOPIC + "-s-DLQ");
    alice.consumer(TOPIC + "-s-RETRY");
    assertEquals(List.of(), rechecked);
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[7]}}""");
    assertEquals(Set.of("alice produces", "alice consumes"), Set.copyOf(rechecked));
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
    assertEquals(0, live.enforced().revision());
    bea.disconnected.complete(null);
    assertEquals(3, live.enforced().revision());
  }

  @Test
  void aRightGrantedAgainAndRevokedIsRecheckedAtOnce() {
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
    assertEquals(List.of("bea produces", "bea produces"), rechecked);
  }

  @Test
  void otherConnectionsAreNotLookedAt() {
    new Client("bea").producer(TOPIC);
    for (int i = 0; i < 1_000; i++) {
      new Client("alice").producer(TOPIC);
    }
    looks.set(0);
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[8]}}""");
    assertEquals(1, looks.get(), "bea's; the cost does not grow with what alice has open");
    assertEquals(List.of("bea produces"), rechecked);
  }

  /**
   * A reader of a topic uses its retry and dead-letter topics by that right, so they close with the
   * topic although they are valid.
   */
  @Test
  void retryAndDeadLetterTopicsEndWhenTheTopicTheyServeIsInvalid() {
    inForce.apply(
        """
        {"after":1,"revision":2,"gone":{"grants":[8]},
         "set":{"grants":[{"id":20,"role":2,"name":"%s","type":4,"auth":[303]}]}}"""
            .formatted(TOPIC));
    Client bea = new Client("bea");
    bea.producer(TOPIC + "-my-sub-DLQ");
    bea.consumer(TOPIC + "-my-sub-RETRY-partition-1");
    assertEquals(List.of(), rechecked);
    inForce.apply("{\"after\":2,\"revision\":3,\"set\":{\"invalid\":[\"%s\"]}}".formatted(TOPIC));
    assertEquals(Set.of("bea produces", "bea consumes"), Set.copyOf(rechecked));
    assertEquals(2, live.enforced().revision(), "not before they are cut");
    bea.disconnected.complete(null);
    assertEquals(3, live.enforced().revision());
  }
}
