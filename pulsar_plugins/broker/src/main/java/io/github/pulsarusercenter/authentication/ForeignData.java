package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.net.SocketAddress;
import org.apache.pulsar.broker.authentication.AuthenticationDataSource;

/** Wraps data made by another component (KoP, functions worker, websocket), which may be null. */
public final class ForeignData implements SignInData {
  private final AuthenticationDataSource data;
  private final AddressRules addresses;
  private final PeerAddress peer;
  private Credential credential;

  public ForeignData(AuthenticationDataSource data, AddressRules addresses) {
    this.addresses = addresses;
    this.data = data;
    this.peer =
        PeerAddress.of(data != null && data.hasDataFromPeer() ? data.getPeerAddress() : null);
  }

  @Override
  public boolean hasDataFromCommand() {
    return data != null && data.hasDataFromCommand();
  }

  @Override
  public String getCommandData() {
    return data.getCommandData();
  }

  @Override
  public boolean hasDataFromHttp() {
    return data != null && data.hasDataFromHttp();
  }

  @Override
  public String getHttpHeader(String name) {
    return data.getHttpHeader(name);
  }

  @Override
  public boolean hasDataFromPeer() {
    return peer.ip() != null;
  }

  @Override
  public SocketAddress getPeerAddress() {
    return data == null ? null : data.getPeerAddress();
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
    if (hasDataFromHttp()) {
      boolean proxied = addresses.proxyBefore(data, principal) != null;
      return proxied ? null : addresses.caller(data, ip(), principal);
    }
    return addresses.believesUnseenPeers() ? IpAddress.parse(ip()) : null;
  }

  @Override
  public String session() {
    return peer.session();
  }
}
