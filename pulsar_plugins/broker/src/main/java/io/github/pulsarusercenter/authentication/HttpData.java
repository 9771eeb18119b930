package io.github.pulsarusercenter.authentication;

import javax.servlet.http.HttpServletRequest;
import org.apache.pulsar.broker.authentication.AuthenticationDataHttps;

/**
 * A sign-in over HTTP. Keeps method and path, because the broker asks DELETE_TOPIC with the
 * namespace only; the path says which topic. The one class that knows the servlet API (javax up to
 * Pulsar 4.x): where it can't be loaded, the broker's own class takes its place and the namespace
 * is asked.
 */
final class HttpData extends AuthenticationDataHttps implements SignInData {
  private final PeerAddress peer;
  private volatile Credential credential;

  HttpData(HttpServletRequest request) {
    super(request);
    this.peer = PeerAddress.of(remoteAddress);
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
    return null;
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public String path() {
    return request.getRequestURI();
  }
}
