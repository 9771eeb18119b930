package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.RecentHttpUsers.Visitor;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.log.LogText;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A WebSocket session as a connection of the user that opened it. */
record WebSocketSession(WebSocketHandler handler, Visitor visitor, String address)
    implements Connection {
  private static final Logger log = LoggerFactory.getLogger(WebSocketSession.class);

  @Override
  public String principal() {
    return visitor.principal();
  }

  @Override
  public String authenticated() {
    return visitor.principal();
  }

  @Override
  public SignInData signIn() {
    return null;
  }

  @Override
  public List<Credential> credentials() {
    return visitor.credential() == null ? List.of() : List.of(visitor.credential());
  }

  @Override
  public IpAddress from(String name) {
    return visitor.from(name);
  }

  @Override
  public TokenScope scope(String name) {
    return visitor.scope(name);
  }

  /** A session can't be asked for a fresh token, so it ends with the token that opened it. */
  boolean isExpired(long now) {
    return visitor.credential() != null && now >= visitor.credential().expiresAt();
  }

  /** Always true: {@link WebSocketSessions} finds ended sessions by polling. */
  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public CompletableFuture<Void> close() {
    try {
      handler.close();
      return CompletableFuture.completedFuture(null);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.warn("A WebSocket session of {} could not be ended", LogText.of(visitor.principal()), e);
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Void> settled() {
    return CompletableFuture.completedFuture(null);
  }
}
