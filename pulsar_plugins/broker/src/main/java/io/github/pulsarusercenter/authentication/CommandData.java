package io.github.pulsarusercenter.authentication;

import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSession;
import org.apache.pulsar.broker.authentication.AuthenticationDataCommand;
import org.apache.pulsar.common.api.AuthData;

/** A sign-in over the binary protocol. Address, session and data may be null (Kafka-on-Pulsar). */
final class CommandData extends AuthenticationDataCommand implements SignInData {
  private final PeerAddress peer;
  private final ConnectionOrigin origin;
  private volatile Credential credential;

  CommandData(AuthData data, SocketAddress address, SSLSession session, ConnectionOrigin origin) {
    super(text(data), address, session);
    this.origin = origin;
    this.peer = PeerAddress.of(address);
  }

  private static String text(AuthData data) {
    byte[] bytes = data == null ? null : data.getBytes();
    return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public Credential credential() {
    return credential;
  }

  @Override
  public void setCredential(Credential verified) {
    credential = verified;
  }

  /** Null for a proxy's client, because the client could forge what a proxy says here. */
  @Override
  public IpAddress from(String principal) {
    Credential current = credential;
    boolean own = current == null || current.principal().equals(principal);
    return own ? origin.from(principal) : null;
  }

  @Override
  public void setPeerOwner(String owner) {
    origin.setPeerOwner(owner);
  }

  @Override
  public String ip() {
    return peer.ip();
  }

  @Override
  public String session() {
    return peer.session();
  }
}
