package io.github.pulsarusercenter.revocation;

import io.github.pulsarusercenter.authentication.Credential;
import io.github.pulsarusercenter.authentication.Origin;
import io.github.pulsarusercenter.authentication.SignInData;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A client's connection to this broker. Equality means that it is the same connection. */
public interface Connection extends Origin {
  /** The acting principal: behind a proxy the original principal. Null without a sign-in. */
  String principal();

  /**
   * The role that signed in to this broker: the proxy for a proxied connection, else the principal.
   */
  String authenticated();

  /** The principal's sign-in; null when another provider did it. */
  SignInData signIn();

  /**
   * The credentials, verified by us, that hold the connection open: the proxy's and the
   * principal's.
   */
  List<Credential> credentials();

  /** The address and port of the client, behind a proxy of the proxy; null when unknown. */
  String address();

  /** False once the connection is closed; turns false before the broker's callback. */
  boolean isOpen();

  /** Ends the connection; completes when it is closed. */
  CompletableFuture<Void> close();

  /**
   * Completes when everything that the broker was asked to do with this connection so far is done.
   */
  CompletableFuture<Void> settled();
}
