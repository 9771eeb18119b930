package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.CredentialState;
import io.github.pulsarusercenter.authentication.SignInData;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.broker.service.ServerCnx;

/** The broker's own connection. */
public record BrokerConnection(ServerCnx connection) implements Connection {
  @Override
  public String principal() {
    return connection.getPrincipal();
  }

  @Override
  public SignInData signIn() {
    return SignInData.of(connection.getAuthenticationData());
  }

  @Override
  public boolean isSignInRevoked() {
    return connection.getAuthState() instanceof CredentialState state && state.isRevoked();
  }

  @Override
  public CompletableFuture<Void> close() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    connection.ctx().close().addListener(done -> closed.complete(null));
    return closed;
  }

  /** Disconnecting runs on the connection's own thread, in order: what we add comes after it. */
  @Override
  public CompletableFuture<Void> settled() {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    connection.execute(() -> settled.complete(null));
    return settled;
  }
}
