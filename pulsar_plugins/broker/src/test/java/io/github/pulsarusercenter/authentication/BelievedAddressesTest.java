package io.github.pulsarusercenter.authentication;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationDataCommand;
import org.apache.pulsar.broker.authentication.AuthenticationDataSubscription;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Alice comes from 10.0.0.1; proxy and gate are proxies, of which only gate is trusted. */
class BelievedAddressesTest {
  private static final String HERE = "10.0.0.1";
  private static final String FORWARDED = "X-Forwarded-For";

  private final ServiceConfiguration conf = new ServiceConfiguration();
  private final Map<String, List<String>> headers = new HashMap<>();
  private boolean intercepting = true;
  private X509Certificate certificate;
  private final AddressRules rules =
      new AddressRules(conf, Set.of("gate", "alice"), () -> intercepting);

  @BeforeEach
  void proxies() {
    conf.setProxyRoles(Set.of("proxy", "gate"));
  }

  private CommandData connection(String credential) {
    var address = new InetSocketAddress(HERE, 5000);
    CommandData data = new CommandData(null, address, null, new ConnectionOrigin(address, rules));
    data.setCredential(new Credential(credential, "t", "k", Long.MAX_VALUE, 0, 0));
    return data;
  }

  private HttpData call(String credential) {
    HttpData data = new HttpData(new FakeHttpCall(headers, certificate), rules);
    data.setCredential(new Credential(credential, "t", "k", Long.MAX_VALUE, 0, 0));
    return data;
  }

  private static void assertAddress(String expected, IpAddress address) {
    assertEquals(IpAddress.parse(expected), address);
  }

  @Test
  void theAddressOfAConnectionBelongsToItsCredential() {
    CommandData data = connection("alice");
    assertAddress(HERE, data.from("alice"));
    assertNull(data.from("bob"));
    data.setPeerOwner("alice");
    assertAddress(HERE, data.from("alice"));
    assertNull(data.from("bob"));
    assertAddress(HERE, SignInData.of(new AuthenticationDataSubscription(data, "s")).from("alice"));
  }

  @Test
  void behindAProxyOnlyTheProxysAddressIsKnown() {
    CommandData proxys = connection("gate");
    proxys.setPeerOwner("gate");
    assertAddress(HERE, proxys.from("gate"));
    assertNull(proxys.from("alice"));
    CommandData forwarded = connection("alice");
    forwarded.setPeerOwner("gate");
    assertNull(forwarded.from("alice"));
  }

  @Test
  void behindABalancerNoAddressIsKnown() {
    CommandData data = connection("alice");
    data.setPeerOwner(null);
    assertNull(data.from("alice"));
  }

  @Test
  void withoutTheInterceptorAddressesBehindABalancerOrProxyAreUnknown() {
    intercepting = false;
    assertAddress(HERE, connection("alice").from("alice"));
    conf.setHaProxyProtocolEnabled(true);
    assertNull(connection("alice").from("alice"));
    conf.setHaProxyProtocolEnabled(false);
    conf.setAuthenticateOriginalAuthData(true);
    assertNull(connection("alice").from("alice"));
    intercepting = true;
    assertAddress(HERE, connection("alice").from("alice"));
  }

  @Test
  void theAddressOfACallBelongsToItsCredential() {
    assertAddress(HERE, call("alice").from("alice"));
    assertNull(call("alice").from("bob"), "alice may not tell: she is no proxy");
  }

  /** A Pulsar proxy that passes its client's credential on counts as a proxy, too. */
  @Test
  void aCallWithAForwardedAddressHasNone() {
    headers.put(FORWARDED, List.of("10.9.9.9"));
    assertNull(call("alice").from("alice"));
    headers.clear();
    headers.put("Forwarded", List.of("for=10.9.9.9"));
    assertNull(call("alice").from("alice"));
    assertNull(call("alice").from("bob"));
  }

  @Test
  void onlyTheLastAddressOfATrustedProxyCounts() {
    headers.put("X-Original-Principal", List.of("alice"));
    headers.put(FORWARDED, List.of("10.9.9.9, 10.8.8.8", "10.7.7.7,  192.168.0.5"));
    assertAddress("192.168.0.5", call("gate").from("alice"));
    assertNull(call("proxy").from("alice"));
    assertAddress(HERE, call("gate").from("gate"));
    headers.put(FORWARDED, List.of("10.9.9.9, [2001:db8::1]"));
    assertAddress("2001:db8::1", call("gate").from("alice"));
    for (String nothing : List.of("unknown", "", "10.9.9.9,", "10.9.9.9:80", "localhost")) {
      headers.put(FORWARDED, List.of(nothing));
      assertNull(call("gate").from("alice"), nothing);
    }
    headers.remove(FORWARDED);
    assertNull(call("gate").from("alice"));
    conf.setProxyRoles(Set.of("proxy"));
    headers.put(FORWARDED, List.of("10.9.9.9"));
    assertNull(call("gate").from("alice"), "it is no proxy any more");
  }

  /** Pulsar's proxy of 5.0 writes the one header and hands on the other of its client. */
  @Test
  void noAddressCountsBesideTheOtherHeader() {
    headers.put("X-Original-Principal", List.of("alice"));
    headers.put(FORWARDED, List.of("10.9.9.9"));
    assertAddress("10.9.9.9", call("gate").from("alice"));
    for (String other : List.of("by=10.0.0.1;for=192.168.0.5;host=x;proto=http", "")) {
      headers.put("Forwarded", List.of(other));
      assertNull(call("gate").from("alice"), other);
    }
  }

  /** Over HTTP a Pulsar proxy shows its client's credential, but its own certificate. */
  @Test
  void aProxyIsKnownByItsCertificateToo() {
    headers.put(FORWARDED, List.of("10.9.9.9, 192.168.0.5"));
    certificate = new CertificateOf("CN=gate,OU=proxies");
    assertAddress("192.168.0.5", call("alice").from("alice"));
    for (String other : List.of("CN=proxy", "CN=alice", "OU=gate", "CN=gate+CN=x", "O=CN\\=gate")) {
      certificate = new CertificateOf(other);
      assertNull(call("alice").from("alice"), other);
    }
    headers.clear();
    assertAddress(HERE, call("alice").from("alice")); // a certificate of somebody who is no proxy
    certificate = new CertificateOf("CN=gate");
    assertNull(call("alice").from("alice"), "a proxy that says nothing");
    assertAddress(HERE, call("gate").from("gate"));
    headers.put(FORWARDED, List.of("192.168.0.5"));
    conf.setTlsAllowInsecureConnection(true);
    assertNull(call("alice").from("alice"), "nobody has checked the certificate");
  }

  /** Jetty then says that the peer is who the client claims to be. */
  @Test
  void withTrustedHeadersNoPeerAddressIsBelieved() {
    conf.setWebServiceTrustXForwardedFor(true);
    assertAddress(HERE, call("alice").from("alice"));
    headers.put("X-Original-Principal", List.of("alice"));
    headers.put(FORWARDED, List.of("10.9.9.9"));
    assertNull(call("gate").from("gate"));
    assertAddress("10.9.9.9", call("gate").from("alice"));
    headers.clear();
    conf.setWebServiceHaProxyProtocolEnabled(true);
    assertNull(call("alice").from("alice"));
  }

  @Test
  void dataOfAnotherComponentIsJudgedAlike() {
    var peer = new AuthenticationDataCommand("t", new InetSocketAddress(HERE, 1), null);
    assertAddress(HERE, new ForeignData(peer, rules).from("alice"));
    assertNull(new ForeignData(new AuthenticationDataCommand("t"), rules).from("alice"));
    assertNull(new ForeignData(null, rules).from("alice"));
    headers.put(FORWARDED, List.of("10.9.9.9"));
    assertNull(new ForeignData(call("alice"), rules).from("alice"));
    headers.clear();
    assertAddress(HERE, new ForeignData(call("alice"), rules).from("alice"));
  }

  /** Pulsar's WebSocket service asks with data of its own. */
  @Test
  void theSignInOnTheSameHttpConnectionCounts() {
    RecentHttpUsers recent = new RecentHttpUsers();
    recent.start();
    HttpData signIn = call("alice");
    recent.signedIn(signIn, signIn.credential());
    ForeignData asking = new ForeignData(signIn, rules);
    assertAddress(HERE, recent.origin(signIn).from("alice"));
    var another = new AuthenticationDataSubscription(new WithPeer(), "s");
    assertAddress(HERE, recent.origin(another).from("alice"));
    assertNull(recent.origin(another).from("bob"));
    assertNull(new RecentHttpUsers().origin(another).from("alice"));
    assertNull(recent.origin(null).from("alice"));
    assertAddress(HERE, recent.origin(asking).from("alice"));
  }

  private static final class WithPeer extends AuthenticationDataCommand {
    WithPeer() {
      super("t", InetSocketAddress.createUnresolved(HERE, 5000), null);
    }

    @Override
    public boolean hasDataFromHttp() {
      return true;
    }
  }

  private record FakeHttpCall(Map<String, List<String>> headers, X509Certificate certificate)
      implements HttpCall {
    @Override
    public String header(String name) {
      return headers.containsKey(name) ? headers.get(name).get(0) : null;
    }

    @Override
    public List<String> headers(String name) {
      return headers.getOrDefault(name, List.of());
    }

    @Override
    public String authType() {
      return null;
    }

    @Override
    public String method() {
      return "GET";
    }

    @Override
    public String path() {
      return "/";
    }

    @Override
    public String query() {
      return null;
    }

    @Override
    public String address() {
      return HERE;
    }

    @Override
    public int port() {
      return 5000;
    }

    @Override
    public X509Certificate[] certificates() {
      return certificate == null ? null : new X509Certificate[] {certificate};
    }

    @Override
    public void whenAnswered(Runnable action) {}
  }
}
