package io.github.pulsarusercenter.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.Set;
import org.apache.pulsar.broker.authentication.AuthenticationDataCommand;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;
import org.junit.jupiter.api.Test;

class ProxyRulesTest {
  private final ProxyRules rules =
      new ProxyRules(() -> Set.of("proxy", "root"), () -> Set.of("root"));

  private record ProxiedCall(String original, String upgrade) implements AuthenticationDataSource {
    ProxiedCall(String original) {
      this(original, null);
    }

    @Override
    public boolean hasDataFromHttp() {
      return true;
    }

    @Override
    public String getHttpHeader(String name) {
      return switch (name) {
        case "X-Original-Principal" -> original;
        case "Upgrade" -> upgrade;
        default -> null;
      };
    }
  }

  @Test
  void aProxyPassesForAnotherPrincipal() {
    assertTrue(rules.passes("proxy", new ProxiedCall("alice")));
    var address = new InetSocketAddress("127.0.0.1", 5000);
    var connection = new AuthenticationDataCommand("token", address, null);
    assertTrue(rules.passes("proxy", connection));
    assertTrue(rules.passes("proxy", new AuthenticationDataSubscription(connection, "s")));
  }

  /** The WebSocket service asks about the role only, whatever the header says. */
  @Test
  void aProxyDoesNotPassAtAWebSocketHandshake() {
    ProxiedCall handshake = new ProxiedCall("alice", "WebSocket");
    assertFalse(rules.passes("proxy", handshake));
    assertFalse(rules.passes("proxy", new AuthenticationDataSubscription(handshake, "s")));
  }

  @Test
  void dataWithoutAnAddressIsAboutOneRoleOnly() {
    var data = new AuthenticationDataCommand("token");
    assertFalse(rules.passes("proxy", data));
    assertFalse(rules.passes("proxy", new AuthenticationDataSubscription(data, "s")));
    assertFalse(rules.passes("proxy", new CommandData(null, null, null, null)));
    assertFalse(rules.passes("proxy", null));
  }

  @Test
  void otherRolesDoNotPass() {
    assertFalse(rules.passes("alice", new ProxiedCall("bob")));
    assertFalse(rules.passes(null, new ProxiedCall("bob")));
  }

  @Test
  void aProxyWithoutAPrincipalNeedsRightsOfItsOwn() {
    for (String original : new String[] {null, "", " ", ProxyRules.STAND_IN}) {
      assertFalse(rules.passes("proxy", new ProxiedCall(original)));
      AuthenticationDataSource wrapped =
          new AuthenticationDataSubscription(new ProxiedCall(original), "subscription");
      assertFalse(rules.passes("proxy", wrapped));
    }
  }

  @Test
  void aConnectionWithoutAPrincipalIsClosedUnlessASuperUsers() {
    assertTrue(rules.mustClose("proxy", ProxyRules.STAND_IN));
    assertFalse(rules.mustClose("root", ProxyRules.STAND_IN));
    assertFalse(rules.mustClose("alice", ProxyRules.STAND_IN));
    assertFalse(rules.mustClose("proxy", "alice"));
  }

  @Test
  void theStandInMeansTheRoleThatSignedIn() {
    CommandData data = new CommandData(null, null, null, null);
    assertEquals(ProxyRules.STAND_IN, ProxyRules.actingPrincipal(ProxyRules.STAND_IN, data));
    data.setCredential(new Credential("broker", "t", "k1", Long.MAX_VALUE, 0, 0));
    assertEquals("broker", ProxyRules.actingPrincipal(ProxyRules.STAND_IN, data));
    assertEquals("alice", ProxyRules.actingPrincipal("alice", data));
    assertNull(ProxyRules.actingPrincipal(null, data));
  }
}
