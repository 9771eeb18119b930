package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.Certificate;

/**
 * A sign-in over HTTP. Keeps method and path, because the broker asks DELETE_TOPIC with the
 * namespace only and the path names the topic. Does not extend the broker's own HTTP class, which
 * is tied to one servlet API.
 */
public final class HttpData implements SignInData {
  private final HttpCall call;
  private final AddressRules addresses;
  private final String method;
  private final String path;
  private final String query;
  private final SocketAddress address;
  private final PeerAddress peer;
  private volatile Credential credential;
  private volatile String subscription;

  public HttpData(HttpCall call, AddressRules addresses) {
    this.addresses = addresses;
    this.call = call;
    this.method = call.method();
    this.path = call.path();
    this.query = call.query();
    this.address = InetSocketAddress.createUnresolved(call.address(), call.port());
    this.peer = PeerAddress.of(address);
  }

  @Override
  public boolean hasDataFromHttp() {
    return true;
  }

  @Override
  public String getHttpAuthType() {
    return call.authType();
  }

  @Override
  public String getHttpHeader(String name) {
    return call.header(name);
  }

  @Override
  public boolean hasDataFromTls() {
    return call.certificates() != null;
  }

  @Override
  public Certificate[] getTlsCertificates() {
    return call.certificates();
  }

  @Override
  public boolean hasDataFromPeer() {
    return true;
  }

  @Override
  public SocketAddress getPeerAddress() {
    return address;
  }

  @Override
  public boolean hasSubscription() {
    return subscription != null;
  }

  @Override
  public String getSubscription() {
    return subscription;
  }

  @Override
  public void setSubscription(String name) {
    subscription = name;
  }

  @Override
  public Credential credential() {
    return credential;
  }

  @Override
  public void setCredential(Credential verified) {
    credential = verified;
  }

  @Override
  public String ip() {
    return peer.ip();
  }

  @Override
  public IpAddress from(String principal) {
    Credential current = credential;
    boolean own = current == null || current.principal().equals(principal);
    String proxy = own ? addresses.proxyBefore(this, principal) : current.principal();
    return proxy == null
        ? addresses.caller(this, ip(), principal)
        : addresses.forwardedAddress(call, proxy);
  }

  @Override
  public String session() {
    return null;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String query() {
    return query;
  }

  @Override
  public void whenOver(Runnable action) {
    call.whenAnswered(action);
  }
}
