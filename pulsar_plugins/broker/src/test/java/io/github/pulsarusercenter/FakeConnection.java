package io.github.pulsarusercenter;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.SignInData;
import io.github.pulsarusercenter.revocation.Connection;
import io.github.pulsarusercenter.vocabulary.IpAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Somebody who is connected, directly or through a proxy. */
record FakeConnection(String principal, String authenticated) implements Connection {
  @Override
  public SignInData signIn() {
    return null;
  }

  @Override
  public IpAddress from(String name) {
    return null;
  }

  @Override
  public List<Credential> credentials() {
    return List.of();
  }

  @Override
  public String address() {
    return null;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public CompletableFuture<Void> close() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> settled() {
    return CompletableFuture.completedFuture(null);
  }
}
