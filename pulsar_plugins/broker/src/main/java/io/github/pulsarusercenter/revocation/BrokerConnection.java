package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.apache.pulsar.broker.authentication.AuthenticationState;
import org.apache.pulsar.broker.service.ServerCnx;

/** A connection of the broker's binary protocol. */
public record BrokerConnection(ServerCnx connection) implements Connection {
  /**
   * Any client may name the stand-in as original principal. The broker then ignores it, and so does
   * this.
   */
  @Override
  public String principal() {
    String principal = connection.getPrincipal();
    return ProxyRules.STAND_IN.equals(principal) ? connection.getAuthRole() : principal;
  }

  @Override
  public String authenticated() {
    return connection.getAuthRole();
  }

  @Override
  public SignInData signIn() {
    return SignInData.of(connection.getAuthenticationData());
  }

  @Override
  public List<Credential> credentials() {
    // With authenticateOriginalAuthData the connection's data is the client's and its state the
    // proxy's; otherwise both are the same.
    AuthenticationState state = connection.getAuthState();
    return Stream.of(signIn(), state == null ? null : SignInData.of(state.getAuthDataSource()))
        .filter(Objects::nonNull)
        .map(SignInData::credential)
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  @Override
  public String address() {
    SocketAddress address = connection.clientAddress();
    return address == null ? null : address.toString().replaceFirst("^.*/", "");
  }

  @Override
  public boolean isOpen() {
    return connection.ctx().channel().isActive();
  }

  @Override
  public CompletableFuture<Void> close() {
    CompletableFuture<Void> closed = new CompletableFuture<>();
    connection.ctx().close().addListener(done -> closed.complete(null));
    return closed;
  }

  /**
   * The broker disconnects clients on the connection's thread, in order; a task added now runs
   * after that.
   */
  @Override
  public CompletableFuture<Void> settled() {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    try {
      connection.execute(() -> settled.complete(null));
    } catch (RejectedExecutionException e) {
      // The broker is stopping, and the connection with it.
      settled.complete(null);
    }
    return settled;
  }
}
