package io.github.pulsarusercenter.authentication;

import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSession;
import org.apache.pulsar.broker.authentication.AuthenticationDataCommand;
import org.apache.pulsar.common.api.AuthData;

/** A sign-in over the binary protocol. Address, session and data may be null (Kafka-on-Pulsar). */
final class CommandData extends AuthenticationDataCommand implements SignInData {
  private final PeerAddress peer;
  private volatile Credential credential;

  CommandData(AuthData data, SocketAddress address, SSLSession session) {
    super(text(data), address, session);
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
  public void verified(Credential now) {
    credential = now;
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
