package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.ProxyRules;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.snapshot.rights.TokenScope;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;
import org.apache.pulsar.broker.authentication.AuthenticationState;
import org.apache.pulsar.broker.service.ServerCnx;

/** A connection of the broker's binary protocol. */
public record BrokerConnection(ServerCnx connection) implements Connection {
  /**
   * Any client may name the stand-in as original principal. The broker ignores that, and so does
   * this method.
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
    return signIns().map(SignInData::credential).filter(Objects::nonNull).distinct().toList();
  }

  /** Ours only, which may be none. */
  private Stream<SignInData> signIns() {
    // With authenticateOriginalAuthData the connection's data is the client's and its state the
    // proxy's; otherwise both are the same.
    AuthenticationState state = connection.getAuthState();
    SignInData signIn = signIn();
    SignInData own = state == null ? null : SignInData.of(state.getAuthDataSource());
    return Stream.of(signIn, own).filter(Objects::nonNull);
  }

  /**
   * Sets the owner of the peer's address in the sign-ins. If that fails, closes the connection: the
   * sign-ins would go on believing the peer.
   */
  public void setPeerOwner() {
    try {
      boolean balancer = connection.hasHAProxyMessage();
      String proxy = connection.getProxyVersion();
      String owner = new Peer(principal(), authenticated(), balancer, proxy).owner();
      signIns().forEach(data -> data.setPeerOwner(owner));
    } catch (RuntimeException e) {
      connection.ctx().close();
      throw e;
    }
  }

  @Override
  public IpAddress from(String name) {
    Optional<IpAddress> from =
        signIns().map(data -> data.from(name)).filter(Objects::nonNull).findFirst();
    return from.orElse(null);
  }

  @Override
  public TokenScope scope(String name) {
    Optional<TokenScope> scope =
        signIns().map(data -> data.scope(name)).filter(Objects::nonNull).findFirst();
    return scope.orElse(null);
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
