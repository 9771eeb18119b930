package io.github.pulsarusercenter.revocation;

import static io.github.pulsarusercenter.revocation.RightsInForce.TOPIC;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.Origin;
import io.github.pulsarusercenter.snapshot.rights.NetworkList;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.Question;
import io.github.pulsarusercenter.vocabulary.ResourceName;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Clients are at 10.0.0.1 unless the test says otherwise. */
class NetworksOfOpenConnectionsTest extends LiveSetUp {
  @Test
  void clientsOutsideAChangedNetworkAreRechecked() {
    Client inside = new Client("bea");
    inside.producer(TOPIC);
    Client elsewhere = new Client("bea");
    elsewhere.from = IpAddress.parse("192.168.0.1");
    elsewhere.consumer(TOPIC);
    inForce.limit(1, "10.0.0.0/8");
    assertEquals(List.of("bea consumes"), rechecked);
    inForce.limit(2, "192.168.0.0/16");
    assertEquals(List.of("bea consumes", "bea produces"), rechecked);
  }

  @Test
  void withoutLimitsNoAddressIsLookedUp() {
    AtomicInteger lookedUp = new AtomicInteger();
    Question produce = Question.of("topic:PRODUCE");
    Origin origin =
        who -> {
          lookedUp.incrementAndGet();
          return IpAddress.parse("10.0.0.1");
        };
    ResourceName topic = ResourceName.topic(TOPIC);
    assertTrue(inForce.answers.wouldAllow(produce, topic, "bea", null, origin));
    assertEquals(0, lookedUp.get());
    inForce.limit(1, "10.0.0.0/8");
    assertTrue(inForce.answers.wouldAllow(produce, topic, "bea", null, origin));
    assertEquals(1, lookedUp.get());
  }

  @Test
  void anUnknownAddressIsOutside() {
    Client proxied = new Client("bea", "proxy");
    proxied.producer(TOPIC);
    assertEquals(List.of(), rechecked);
    inForce.limit(1, "0.0.0.0/0");
    assertEquals(List.of("bea produces"), rechecked);
  }

  @Test
  void connectionsOfAUserThatMayNoLongerActFromThereAreClosed() {
    Client bea = new Client("bea");
    Client bob = new Client("bob");
    Client alice = new Client("alice");
    List<Client> all = List.of(bea, bob, alice);
    all.forEach(live::connected);
    inForce.limitUser(1, "bea", 2, "10.0.0.0/8");
    assertEquals(List.of(false, false, false), all.stream().map(client -> client.closed).toList());
    inForce.limitUser(2, "bea", 2, "192.168.0.0/16");
    assertEquals(List.of(true, true, false), all.stream().map(client -> client.closed).toList());
  }

  /** The sign-in could not see the proxy. */
  @Test
  void aTokenThatIsNotKnownToBeInItsNetworksEndsItsConnection() {
    Credential token =
        new Credential("bea", "t", "k1", Long.MAX_VALUE, RightsInForce.START, 0)
            .withNetworks(NetworkList.of(List.of("10.0.0.0/8")));
    Client direct = new Client("bea");
    Client forwarded = new Client("bea", "proxy");
    for (Client client : List.of(direct, forwarded)) {
      client.credentials = List.of(token);
      live.connected(client);
    }
    assertFalse(direct.closed);
    assertTrue(forwarded.closed);
  }
}
